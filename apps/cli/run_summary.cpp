// The summary of a run as JSON (a contract: other programs read these fields) and as plain words.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "run_statistics.h"
#include "stiction/stepping/motion.h"

namespace stiction::cli {
namespace {

double mean(const CountStatistics& count, std::int64_t steps) {
  return steps == 0 ? 0 : count.sum / static_cast<double>(steps);
}

nlohmann::ordered_json to_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

/// A length in the unit that suits it.
std::string length_text(double metres) {
  if (!std::isfinite(metres)) return "an unknown distance";
  if (metres >= 1) return fmt::format("{:.3g} m", metres);
  if (metres >= 1e-6) return fmt::format("{:.3g} mm", 1e3 * metres);
  return metres == 0 ? "0 mm" : fmt::format("{:.1e} mm", 1e3 * metres);
}

std::string file_size_text(const std::string& path) {
  std::error_code failure;
  const auto bytes = std::filesystem::file_size(path, failure);
  return failure ? "" : fmt::format(" ({:.1f} MB)", static_cast<double>(bytes) / 1e6);
}

std::string standing_text(const RunSummary& summary) {
  const RunStatistics& s = *summary.statistics;
  const std::optional<bool> stood = summary.stood();
  if (!stood) {
    return fmt::format("Motion      at most {} from the start (too short to say whether it stands)",
                       length_text(s.displacement()));
  }
  const std::string after = length_text(s.displacement_settled());
  if (*stood) return fmt::format("It stood    after the first second nothing moved more than {}", after);
  return fmt::format("It moved    by up to {} after the first second (standing means less than {})", after,
                     length_text(kStandLimit));
}

std::string exactness_text(const RunSummary& summary) {
  const RunStatistics& s = *summary.statistics;
  const double tolerance = summary.scene->solver.tolerance;
  const std::string share =
      s.all_converged() ? fmt::format("all {} steps", s.steps())
                        : fmt::format("{:.3f} % of {} steps, not all,", 100 * s.converged_fraction(), s.steps());
  return fmt::format("Exactness   {} solved to the tolerance {:g}; worst error {:.2g}", share, tolerance,
                     s.worst().error);
}

std::string paths_text(const RunStatistics& s) {
  std::string text;
  for (std::size_t i = 0; i < s.paths().size(); ++i) {
    if (s.paths()[i] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", to_string(static_cast<SolvePath>(i)), s.paths()[i]);
  }
  return "Solved by   " + (text.empty() ? "no steps" : text);
}

std::string smooth_text(const SmoothStatistics& s) {
  const auto count = [&](SmoothEventKind kind) { return s.events[static_cast<std::size_t>(kind)]; };
  std::string text = fmt::format(
      "Smooth      {} of {} body-steps in contact coordinates or flight; {} impacts, {} steps of the integrator, {} "
      "patches "
      "entered",
      s.evolving, s.evolving + s.general, count(SmoothEventKind::impact), count(SmoothEventKind::step),
      count(SmoothEventKind::crosses_own) + count(SmoothEventKind::crosses_other));
  if (s.general > 0) text += fmt::format("; left to the general path {} times", count(SmoothEventKind::general));
  return text;
}

bool has_deformable_bodies(const Scene& scene) {
  return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                     [](const BodyDescription& body) { return body.elastic.has_value(); });
}

/// What the material does not describe any more is no matter of the solver: it must be said beside "solved".
std::string distress_text(const DistressStatistics& d, const Scene& scene) {
  std::string text = "Squeezed    ";
  if (d.softened > 0) {
    text += fmt::format(
        "up to {} tetrahedra below 1/sqrt(3) of their length, where a St.Venant-Kirchhoff material "
        "softens",
        d.softened);
  }
  if (d.inverted > 0) text += fmt::format("{}up to {} tetrahedra inside out", d.softened > 0 ? "; " : "", d.inverted);
  return text + fmt::format("; worst in {} at {:.3g} s, {:.2g} of its length: forces there are not to be trusted",
                            scene.bodies[std::size_t(d.worst.body)].name, d.time, d.worst.least_stretch);
}

}  // namespace

std::string to_json(const RunSummary& summary) {
  const RunStatistics& s = *summary.statistics;
  const RunStatistics::StepTimes times = s.step_ms();
  const Certificate& worst = s.worst();
  nlohmann::ordered_json json;
  json["scene"] = summary.scene->name;
  json["steps"] = s.steps();
  json["step_s"] = summary.scene->step;
  json["simulated_s"] = summary.simulated_s;
  json["cpu_s"] = summary.cpu_s;
  json["wall_s"] = summary.wall_s;
  json["step_ms"] = {{"mean", times.mean}, {"p50", times.p50}, {"p99", times.p99}, {"max", times.max}};
  json["contacts"] = {{"mean", mean(s.contacts(), s.steps())}, {"max", s.contacts().max}};
  json["solver"] = summary.scene->solver.type;
  json["tolerance"] = summary.scene->solver.tolerance;
  json["iterations"] = {{"mean", mean(s.iterations(), s.steps())}, {"max", s.iterations().max}};
  json["paths"] = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < s.paths().size(); ++i) {
    json["paths"][to_string(static_cast<SolvePath>(i))] = s.paths()[i];
  }
  json["converged_fraction"] = s.converged_fraction();
  json["certificate"] = {{"error_max", worst.error},
                         {"error_worst_max", worst.error_worst},
                         {"error_q_max", worst.error_q},
                         {"normal_max", worst.normal},
                         {"cone_max", worst.cone},
                         {"complementarity_max", worst.complementarity},
                         {"dissipation_max", worst.dissipation},
                         {"joint_max", worst.joint}};
  json["contact_work_max"] = s.contact_work_max();
  json["penetration_max_m"] = s.penetration();
  json["joint_gap_max_m"] = s.joint_gap();
  json["overlap"] = {{"max_m", s.overlap()}, {"correction_max_m", s.correction()}, {"energy", s.correction_energy()}};
  if (const SmoothStatistics& smooth = s.smooth(); smooth.evolving + smooth.general > 0) {
    json["smooth"] = {{"body_steps", smooth.evolving},       {"general_body_steps", smooth.general},
                      {"least_normal", smooth.least_normal}, {"cone_max", smooth.cone},
                      {"alignment_max", smooth.alignment},   {"energy_drift_max", smooth.energy_drift}};
    for (std::size_t i = 0; i < smooth.events.size(); ++i)
      json["smooth"]["events"][to_string(static_cast<SmoothEventKind>(i))] = smooth.events[i];
  }
  if (const DistressStatistics& d = s.distress(); has_deformable_bodies(*summary.scene)) {
    json["distress"] = {{"inverted_max", d.inverted},
                        {"softened_max", d.softened},
                        {"least_stretch", d.worst.least_stretch},
                        {"body", nullptr},
                        {"time_s", nullptr}};
    if (d.worst.body >= 0) {
      json["distress"]["body"] = summary.scene->bodies[std::size_t(d.worst.body)].name;
      json["distress"]["time_s"] = d.time;
    }
  }
  json["displacement_max_m"] = s.displacement();
  json["displacement_after_1s_max_m"] = s.displacement_settled();
  json["stood"] = nullptr;
  if (const std::optional<bool> stood = summary.stood()) json["stood"] = *stood;
  json["energy"] = {{"start", summary.energy_start}, {"end", summary.energy_end}, {"elastic", summary.energy_elastic}};
  json["momentum"] = {{"linear", to_json(summary.momentum)}, {"angular", to_json(summary.angular_momentum)}};
  json["hash"] = fmt::format("{:016x}", summary.hash);
  json["recording"] = nullptr;
  if (!summary.recording.empty()) json["recording"] = summary.recording;
  json["resumed_at_step"] = nullptr;
  if (summary.resumed_at >= 0) json["resumed_at_step"] = summary.resumed_at;
  json["stopped"] = summary.stopped;
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string to_text(const RunSummary& summary) {
  const RunStatistics& s = *summary.statistics;
  const RunStatistics::StepTimes times = s.step_ms();
  const Scene& scene = *summary.scene;
  std::string text =
      fmt::format("{}: {} bodies, {} of them free to move; {:g} s simulated in {} steps of {:g} s\n", scene.name,
                  scene.bodies.size(), summary.moving_bodies, summary.simulated_s, s.steps(), scene.step);
  if (summary.stopped) {
    text += fmt::format("  Stopped     before the end of {:g} s", scene.duration);
    text +=
        summary.recording.empty() ? "\n" : fmt::format("; go on with: stiction run --resume {}\n", summary.recording);
  }
  if (summary.resumed_at >= 0) text += fmt::format("  Resumed     after step {}\n", summary.resumed_at);
  text += "  " + standing_text(summary) + "\n";
  text += "  " + exactness_text(summary) + "\n";
  text += "  " + paths_text(s) + "\n";
  text += fmt::format("  Contacts    {:.0f} on average, {} at most; deepest overlap of two bodies {}\n",
                      mean(s.contacts(), s.steps()), s.contacts().max, length_text(s.penetration()));
  if (s.overlap() > 0) {
    text += fmt::format("  Overlap     up to {} at the end of a step, undone by moving bodies by up to {}: {:.2g} J\n",
                        length_text(s.overlap()), length_text(s.correction()), s.correction_energy());
  }
  if (s.smooth().evolving + s.smooth().general > 0) text += "  " + smooth_text(s.smooth()) + "\n";
  if (s.distress().worst.body >= 0) text += "  " + distress_text(s.distress(), scene) + "\n";
  if (!scene.joints.empty()) {
    text += fmt::format("  Joints      {}; they never parted by more than {}\n", scene.joints.size(),
                        length_text(s.joint_gap()));
  }
  text += fmt::format(
      "  Cost        {:.3g} ms of CPU time a step (median {:.3g}, 99 % under {:.3g}, worst {:.3g}); {:.3g} s by the "
      "clock in all\n",
      times.mean, times.p50, times.p99, times.max, summary.wall_s);
  text += fmt::format("  Hash        {:016x}\n", summary.hash);
  text += summary.recording.empty()
              ? "  Recording   none\n"
              : fmt::format("  Recording   {}{}\n", summary.recording, file_size_text(summary.recording));
  return text;
}

}  // namespace stiction::cli
