// What `stiction solve` found out, for its table, its JSON and its page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stiction/problem/fclib.h"
#include "stiction/state/step_report.h"

namespace stiction::cli {

/// One point of a convergence curve.
struct CurvePoint {
  double cost = 0;  ///< Gauss-Seidel sweeps
  double normal = 0, friction = 0;
};

struct SolveResult {
  std::string solver;
  std::string status;  ///< solved | model (solved for the solver's own friction set) | unsolved | refused
  std::string reason;  ///< of a refusal
  Certificate certificate;
  std::optional<double> model_error;
  double cpu_s = 0, wall_s = 0;
  int iterations = 0, factorizations = 0;
  std::vector<CurvePoint> curve;  ///< only if asked for
  std::vector<Vec3> impulses;
};

struct ProblemResults {
  std::string path;
  ProblemFile file;
  std::optional<double> smallest_eigenvalue;  ///< relative to the largest; only of small problems
  std::vector<double> spectrum;               ///< only if asked for
  std::vector<SolveResult> results;
};

std::string to_table(const std::vector<ProblemResults>& problems, double tolerance);
std::string to_json(const std::vector<ProblemResults>& problems, double tolerance);
/// One self-contained page: convergence, performance profiles, pattern and spectrum of W.
std::string to_page(const std::vector<ProblemResults>& problems, double tolerance);

}  // namespace stiction::cli
