#include "solve_results.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace stiction::cli {
namespace {

/// From which relative size a defect of W is worth a word.
constexpr double kWorthTelling = 1e-12;

std::string time_text(double seconds) {
  return seconds < 1 ? fmt::format("{:.3f} ms", 1e3 * seconds) : fmt::format("{:.3f} s", seconds);
}

std::string heading(const ProblemResults& p) {
  std::string text = fmt::format("{}: {} contacts", std::filesystem::path(p.path).filename().string(), p.file.contacts);
  if (p.file.bilateral > 0) text += fmt::format(", {} bilateral rows", p.file.bilateral);
  if (p.file.global) text += ", condensed from a global problem";
  if (p.file.asymmetry > kWorthTelling) text += fmt::format("; W is unsymmetric by {:.1e}", p.file.asymmetry);
  if (p.smallest_eigenvalue && *p.smallest_eigenvalue < -kWorthTelling)
    text += fmt::format("; W has an eigenvalue of {:.1e} of the largest", *p.smallest_eigenvalue);
  return text + "\n";
}

}  // namespace

std::string to_table(const std::vector<ProblemResults>& problems, double tolerance) {
  std::string text;
  for (const ProblemResults& p : problems) {
    text += heading(p);
    text += fmt::format("  {:<21} {:<8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>11} {:>7}\n", "solver",
                        "status", "error", "worst", "err_q", "model", "normal", "cone", "compl.", "dissip.", "joint",
                        "CPU", "iter.");
    for (const SolveResult& r : p.results) {
      if (r.status == "refused") {
        text += fmt::format("  {:<21} refused: {}\n", r.solver, r.reason);
        continue;
      }
      const Certificate& c = r.certificate;
      text += fmt::format(
          "  {:<21} {:<8} {:>8.1e} {:>8.1e} {:>8.1e} {:>8} {:>8.1e} {:>8.1e} {:>8.1e} {:>8.1e} {:>8.1e} {:>11} {:>7}\n",
          r.solver, r.status, c.error, c.error_worst, c.error_q,
          r.model_error ? fmt::format("{:.1e}", *r.model_error) : "", c.normal, c.cone, c.complementarity,
          c.dissipation, c.joint, time_text(r.cpu_s), r.iterations);
    }
  }
  int solved = 0, all = 0;
  for (const ProblemResults& p : problems)
    for (const SolveResult& r : p.results) {
      ++all;
      solved += r.status == "solved";
    }
  return text + fmt::format("{} of {} solved to {:g}\n", solved, all, tolerance);
}

std::string to_json(const std::vector<ProblemResults>& problems, double tolerance) {
  nlohmann::ordered_json json;
  json["tolerance"] = tolerance;
  json["problems"] = nlohmann::ordered_json::array();
  for (const ProblemResults& p : problems) {
    nlohmann::ordered_json problem;
    problem["file"] = p.path;
    problem["title"] = p.file.info.title;
    problem["contacts"] = p.file.contacts;
    problem["bilateral_rows"] = p.file.bilateral;
    problem["form"] = p.file.global ? "global" : "local";
    problem["asymmetry"] = p.file.asymmetry;
    problem["smallest_eigenvalue_relative"] = nullptr;
    if (p.smallest_eigenvalue) problem["smallest_eigenvalue_relative"] = *p.smallest_eigenvalue;
    problem["results"] = nlohmann::ordered_json::array();
    for (const SolveResult& r : p.results) {
      const Certificate& c = r.certificate;
      nlohmann::ordered_json result = {{"solver", r.solver}, {"status", r.status}};
      if (r.status == "refused") {
        result["reason"] = r.reason;
        problem["results"].push_back(result);
        continue;
      }
      result["certificate"] = {{"error", c.error},
                               {"error_worst", c.error_worst},
                               {"error_q", c.error_q},
                               {"normal", c.normal},
                               {"cone", c.cone},
                               {"complementarity", c.complementarity},
                               {"dissipation", c.dissipation},
                               {"joint", c.joint}};
      result["model_error"] = nullptr;
      if (r.model_error) result["model_error"] = *r.model_error;
      result["cpu_s"] = r.cpu_s;
      result["wall_s"] = r.wall_s;
      result["iterations"] = r.iterations;
      result["factorizations"] = r.factorizations;
      problem["results"].push_back(result);
    }
    json["problems"].push_back(problem);
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace stiction::cli
