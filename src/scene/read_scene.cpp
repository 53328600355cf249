// scene_from_json and load_scene: text to a validated scene.
#include <fmt/core.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "stiction/common/error.h"
#include "stiction/scene/json_node.h"
#include "stiction/scene/json_text.h"
#include "stiction/scene/limits.h"
#include "stiction/scene/probe_text.h"
#include "stiction/scene/read_body.h"
#include "stiction/scene/read_joint.h"
#include "stiction/scene/scene.h"
#include "stiction/scene/smooth_fields.h"
#include "stiction/scene/suggest.h"
#include "stiction/scene/text_file.h"

namespace stiction {
namespace {

const std::vector<std::string> scene_fields = {"stiction",  "name",          "description",
                                               "gravity",   "step",          "duration",
                                               "solver",    "decompose",     "restitution_threshold",
                                               "materials", "contact_pairs", "bodies",
                                               "joints",    "probes",        "evolution"};

void read_version(const JsonNode& scene) {
  if (!scene.has("stiction")) {
    scene.fail("has no field \"stiction\", the version of the format", "add \"stiction\": 1");
  }
  const JsonNode version = scene.at("stiction");
  const double given = version.number();
  if (given != 1) version.fail(fmt::format("is version {}", given), "this program reads version 1");
}

SolverSettings read_solver(const JsonNode& node) {
  node.expect_object({"type", "tolerance", "max_iterations", "time_limit_ms", "max_factorizations", "warm_start",
                      "friction_samples", "form", "friction", "relaxation", "shock_propagation", "direction",
                      "subsystem", "proximal", "alignments"});
  SolverSettings solver;
  if (const auto type = node.find("type")) solver.type = type->text();
  if (const auto tolerance = node.find("tolerance")) solver.tolerance = tolerance->number();
  if (const auto iterations = node.find("max_iterations")) solver.max_iterations = iterations->integer();
  if (const auto limit = node.find("max_factorizations")) solver.max_factorizations = limit->integer();
  if (const auto limit = node.find("time_limit_ms")) solver.time_limit_s = limit->number() / 1000;
  if (const auto warm = node.find("warm_start")) solver.warm_start = warm->boolean();
  if (const auto samples = node.find("friction_samples")) solver.friction_samples = samples->integer();
  if (const auto form = node.find("form")) solver.form = form->text();
  if (const auto friction = node.find("friction")) solver.friction = friction->text();
  if (const auto relaxation = node.find("relaxation")) solver.relaxation = relaxation->number();
  if (const auto shock = node.find("shock_propagation")) solver.shock_propagation = shock->boolean();
  if (const auto direction = node.find("direction")) solver.direction = direction->text();
  if (const auto subsystem = node.find("subsystem")) solver.subsystem = subsystem->text();
  if (const auto proximal = node.find("proximal")) solver.proximal = proximal->boolean();
  if (const auto alignments = node.find("alignments")) solver.alignments = alignments->integer();
  return solver;
}

MaterialDescription read_material(const JsonNode& node) {
  node.expect_object({"mu", "mu_static", "restitution", "density", "rolling", "spin"}, {"damping"});
  MaterialDescription material;
  if (const auto mu = node.find("mu")) material.mu = mu->number();
  if (const auto mu_static = node.find("mu_static")) material.mu_static = mu_static->number();
  if (const auto restitution = node.find("restitution")) material.restitution = restitution->number();
  if (const auto density = node.find("density")) material.density = density->number();
  if (const auto rolling = node.find("rolling")) material.rolling = rolling->number();
  if (const auto spin = node.find("spin")) material.spin = spin->number();
  return material;
}

ContactPairDescription read_contact_pair(const JsonNode& node) {
  node.expect_object({"materials", "mu", "mu_static", "restitution", "rolling", "spin"}, {"damping"});
  const JsonNode names = node.at("materials");
  if (names.array_size() != 2) {
    names.fail(fmt::format("has {} entries", names.array_size()), "give the names of two materials");
  }
  ContactPairDescription pair;
  pair.material_a = names.item(0).text();
  pair.material_b = names.item(1).text();
  if (const auto mu = node.find("mu")) pair.mu = mu->number();
  if (const auto mu_static = node.find("mu_static")) pair.mu_static = mu_static->number();
  if (const auto restitution = node.find("restitution")) pair.restitution = restitution->number();
  if (const auto rolling = node.find("rolling")) pair.rolling = rolling->number();
  if (const auto spin = node.find("spin")) pair.spin = spin->number();
  return pair;
}

Scene read_scene(const JsonNode& node, const std::string& directory) {
  node.expect_object(scene_fields);
  read_version(node);
  Scene scene;
  if (const auto name = node.find("name")) scene.name = name->text();
  if (const auto description = node.find("description")) scene.description = description->text();
  if (const auto gravity = node.find("gravity")) scene.gravity = gravity->vec3();
  if (const auto step = node.find("step")) scene.step = step->number();
  if (const auto duration = node.find("duration")) scene.duration = duration->number();
  if (const auto solver = node.find("solver")) scene.solver = read_solver(*solver);
  if (const auto apart = node.find("decompose")) scene.decompose = apart->boolean();
  if (const auto threshold = node.find("restitution_threshold")) scene.restitution_threshold = threshold->number();
  if (const auto evolution = node.find("evolution")) scene.evolution = read_evolution(*evolution);
  if (const auto materials = node.find("materials")) {
    for (const std::string& name : materials->fields()) scene.materials[name] = read_material(materials->at(name));
  }
  if (const auto pairs = node.find("contact_pairs")) {
    for (std::size_t i = 0; i < pairs->array_size(); ++i) {
      scene.contact_pairs.push_back(read_contact_pair(pairs->item(i)));
    }
  }
  const JsonNode bodies = node.at("bodies");
  const std::size_t count = bodies.array_size();
  if (count > limits::max_bodies) {
    bodies.fail(fmt::format("has {} entries", count), fmt::format("give at most {} bodies", limits::max_bodies));
  }
  scene.bodies.reserve(count);
  MeshLibrary library(directory);
  for (std::size_t i = 0; i < count; ++i) scene.bodies.push_back(read_body(bodies.item(i), library));
  if (const auto joints = node.find("joints")) {
    for (std::size_t i = 0; i < joints->array_size(); ++i) scene.joints.push_back(read_joint(joints->item(i)));
  }
  if (const auto probes = node.find("probes")) {
    for (std::size_t i = 0; i < probes->array_size(); ++i) scene.probes.push_back(read_probe(probes->item(i)));
  }
  return scene;
}

}  // namespace

Scene scene_from_json(const std::string& text, const std::string& where, const std::string& directory) {
  try {
    const nlohmann::json document = parse_json_text(text);
    Scene scene = read_scene(JsonNode(document, ""), directory);
    validate(scene);
    return scene;
  } catch (const InputError& error) {
    throw error.within(where);
  }
}

Scene load_scene(const std::string& path) {
  const std::string directory = std::filesystem::path(path).parent_path().string();
  return scene_from_json(read_text_file(path), path, directory.empty() ? "." : directory);
}

}  // namespace stiction
