// A contact problem as Python holds it: in contact space, and with its bodies where they are known.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "stiction/problem/fclib.h"
#include "stiction/solvers/contact_solver.h"

namespace stiction::python {

struct ProblemValue {
  LocalProblem local;
  std::optional<ContactProblem> full;  ///< where the problem comes from a world: solvers then know the bodies
  ProblemInfo info;
  std::optional<std::vector<Vec3>> known;  ///< impulses stored with the problem, or found by the world

  Certificate certify(const std::vector<Vec3>& impulses) const;
};

struct SolutionValue {
  std::string solver;
  std::vector<Vec3> r, u;
  Certificate certificate;
  SolveReport report;
  bool converged = false;
  double wall_s = 0;
  std::vector<double> trace;  ///< four numbers for each iteration: iteration, cost, and the two merits
};

/// From a dense W (3n×3n, row by row), q and mu. Throws InputError.
ProblemValue make_problem(const double* W, std::vector<Vec3> q, const std::vector<double>& mu);
/// From the blocks of W, 3×3 each, in the order of BlockRows; blocks that are missing opposite a given one are added.
ProblemValue make_problem(const std::vector<int>& start, const std::vector<int>& column, const double* blocks,
                          std::vector<Vec3> q, const std::vector<double>& mu);

SolutionValue solve(const ProblemValue& problem, const SolverSettings& settings, std::vector<Vec3> impulses,
                    bool trace);

}  // namespace stiction::python
