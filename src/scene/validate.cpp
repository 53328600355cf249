#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <set>

#include "stiction/common/error.h"
#include "stiction/scene/body_model.h"
#include "stiction/scene/checks.h"
#include "stiction/scene/limits.h"
#include "stiction/scene/probe_text.h"
#include "stiction/scene/scene.h"
#include "stiction/scene/smooth_fields.h"
#include "stiction/scene/suggest.h"
#include "stiction/scene/validate_body.h"
#include "stiction/scene/validate_joint.h"

namespace stiction {
namespace {

void check_time(const Scene& scene) {
  check_range("step", scene.step, limits::min_step, limits::max_step, "s");
  const double longest = limits::max_steps * scene.step;
  if (!(scene.duration >= 0 && scene.duration <= longest)) {
    const std::string steps =
        scene.duration > longest ? fmt::format(", {:.3g} steps", scene.duration / scene.step) : "";
    throw InputError("duration", fmt::format("is {} s{}", scene.duration, steps),
                     fmt::format("give a value from 0 to {:.6g} s (at most {:.0e} steps of {} s)", longest,
                                 limits::max_steps, scene.step));
  }
}

void check_solver(const SolverSettings& solver) {
  check_choice("solver.type", solver.type, solver_names());
  check_choice("solver.friction", solver.friction, {"pyramid", "cone"});
  check_choice("solver.direction", solver.direction, {"fletcher_reeves", "polak_ribiere"});
  check_choice("solver.subsystem", solver.subsystem, {"exact", "quasi_ncg"});
  check_range("solver.relaxation", solver.relaxation, limits::min_relaxation, limits::max_relaxation);
  check_range("solver.alignments", solver.alignments, 0, limits::max_alignments);
  check_choice("solver.form", solver.form, {"auto", "primal", "dual"});
  check_range("solver.tolerance", solver.tolerance, limits::min_tolerance, limits::max_tolerance);
  check_range("solver.max_iterations", solver.max_iterations, 1, std::numeric_limits<int>::max());
  check_range("solver.max_factorizations", solver.max_factorizations, 1, std::numeric_limits<int>::max());
  if (!(solver.time_limit_s > 0)) {
    throw InputError("solver.time_limit_ms", fmt::format("is {}", solver.time_limit_s * 1000),
                     "give a time above 0 ms, or leave it out for no limit");
  }
  if (solver.friction_samples != 0 &&
      (solver.friction_samples < 3 || solver.friction_samples > limits::max_friction_samples)) {
    throw InputError("solver.friction_samples", fmt::format("is {}", solver.friction_samples),
                     fmt::format("give 0 for the exact disk, or from 3 to {}", limits::max_friction_samples));
  }
}

void check_turning(const std::string& place, double rolling, double spin) {
  check_range(place + ".rolling", rolling, 0, limits::max_size, "m");
  check_range(place + ".spin", spin, 0, limits::max_size, "m");
}

void check_surface(const std::string& place, double mu, std::optional<double> mu_static, double restitution) {
  check_range(place + ".mu", mu, 0, limits::max_mu);
  if (mu_static) check_range(place + ".mu_static", *mu_static, mu, limits::max_mu);
  check_range(place + ".restitution", restitution, 0, 1);
}

void check_materials(const Scene& scene) {
  for (const auto& [name, material] : scene.materials) {
    const std::string place = "materials." + printable(name);
    check_name("the name of a material", name);
    check_surface(place, material.mu, material.mu_static, material.restitution);
    check_turning(place, material.rolling, material.spin);
    check_range(place + ".density", material.density, limits::min_density, limits::max_density, "kg/m³");
  }
}

void check_contact_pairs(const Scene& scene) {
  std::vector<std::string> known;
  for (const auto& [name, material] : scene.materials) known.push_back(name);
  std::set<std::pair<std::string, std::string>> seen;
  for (std::size_t i = 0; i < scene.contact_pairs.size(); ++i) {
    const ContactPairDescription& pair = scene.contact_pairs[i];
    const std::string place = fmt::format("contact_pairs[{}]", i);
    const std::string names[] = {pair.material_a, pair.material_b};
    for (int k = 0; k < 2; ++k) {
      if (find_material(scene, names[k])) continue;
      throw InputError(fmt::format("{}.materials[{}]", place, k), fmt::format("\"{}\" is unknown", printable(names[k])),
                       suggest_name(names[k], known, "materials"));
    }
    if (!pair.mu && !pair.restitution && !pair.mu_static && !pair.rolling && !pair.spin) {
      throw InputError(place, "states nothing", "add \"mu\", \"mu_static\", \"restitution\", \"rolling\" or \"spin\"");
    }
    check_surface(place, pair.mu.value_or(0), pair.mu_static, pair.restitution.value_or(0));
    check_turning(place, pair.rolling.value_or(0), pair.spin.value_or(0));
    if (!seen.insert(std::minmax(pair.material_a, pair.material_b)).second) {
      throw InputError(place + ".materials",
                       fmt::format("names {} and {} again", printable(names[0]), printable(names[1])),
                       "keep one entry for each pair of materials");
    }
  }
}

/// Returns where each body is, by name.
NameIndex check_bodies(const Scene& scene) {
  if (scene.bodies.empty()) throw InputError("bodies", "is empty", "give at least one body");
  if (scene.bodies.size() > limits::max_bodies) {
    throw InputError("bodies", fmt::format("has {} entries", scene.bodies.size()),
                     fmt::format("give at most {} bodies", limits::max_bodies));
  }
  NameIndex first;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const BodyDescription& body = scene.bodies[i];
    try {
      validate_body(scene, body);
    } catch (const InputError& error) {
      throw InputError(fmt::format("bodies[{}].{} (body \"{}\")", i, error.where(), printable(body.name)),
                       error.problem(), error.remedy());
    }
    const auto [before, is_new] = first.emplace(body.name, i);
    if (!is_new) {
      throw InputError(fmt::format("bodies[{}].name", i),
                       fmt::format("\"{}\" is the name of bodies[{}] too", printable(body.name), before->second),
                       "give every body its own name");
    }
  }
  return first;
}

/// Returns where each joint is, by name.
NameIndex check_joints(const Scene& scene, const NameIndex& bodies) {
  if (scene.joints.size() > limits::max_joints) {
    throw InputError("joints", fmt::format("has {} entries", scene.joints.size()),
                     fmt::format("give at most {} joints", limits::max_joints));
  }
  NameIndex first;
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    const JointDescription& joint = scene.joints[i];
    try {
      validate_joint(scene, bodies, joint);
    } catch (const InputError& error) {
      throw InputError(fmt::format("joints[{}].{} (joint \"{}\")", i, error.where(), printable(joint.name)),
                       error.problem(), error.remedy());
    }
    const auto [before, is_new] = first.emplace(joint.name, i);
    if (!is_new) {
      throw InputError(fmt::format("joints[{}].name", i),
                       fmt::format("\"{}\" is the name of joints[{}] too", printable(joint.name), before->second),
                       "give every joint its own name");
    }
  }
  return first;
}

void check_probes(const Scene& scene, const NameIndex& bodies, const NameIndex& joints) {
  if (scene.probes.size() > limits::max_probes) {
    throw InputError("probes", fmt::format("has {} entries", scene.probes.size()),
                     fmt::format("give at most {} probes", limits::max_probes));
  }
  NameIndex first;
  for (std::size_t i = 0; i < scene.probes.size(); ++i) {
    const ProbeDescription& probe = scene.probes[i];
    try {
      validate_probe(scene, bodies, joints, probe);
    } catch (const InputError& error) {
      throw InputError(fmt::format("probes[{}].{} (probe \"{}\")", i, error.where(), printable(probe.name)),
                       error.problem(), error.remedy());
    }
    const auto [before, is_new] = first.emplace(probe.name, i);
    if (!is_new) {
      throw InputError(fmt::format("probes[{}].name", i),
                       fmt::format("\"{}\" is the name of probes[{}] too", printable(probe.name), before->second),
                       "give every probe its own name");
    }
  }
}

}  // namespace

void validate(const Scene& scene) {
  check_name("name", scene.name);
  check_vector("gravity", scene.gravity, limits::max_gravity, "m/s²");
  check_time(scene);
  check_solver(scene.solver);
  validate_evolution(scene.evolution);
  check_range("restitution_threshold", scene.restitution_threshold, 0, limits::max_speed, "m/s");
  check_materials(scene);
  check_contact_pairs(scene);
  const NameIndex bodies = check_bodies(scene);
  check_probes(scene, bodies, check_joints(scene, bodies));
}

}  // namespace stiction
