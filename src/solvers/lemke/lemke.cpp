#include "stiction/solvers/lemke/lemke.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "stiction/common/error.h"
#include "stiction/solvers/friction_set.h"

namespace stiction {

namespace {

void check(const LocalProblem& problem, const LemkeOptions& options, long unknowns) {
  if (options.directions < 3)
    throw InputError("lemke.directions", "is " + std::to_string(options.directions), "give 3 or more");
  expect_known_laws(problem.contacts, "lemke", false);
  if (unknowns > options.max_unknowns)
    throw InputError("lemke",
                     std::to_string(problem.size()) + " contacts make " + std::to_string(unknowns) +
                         " unknowns, more than " + std::to_string(options.max_unknowns),
                     "use a solver that scales, such as auto or fischer_newton");
}

/// Rows (n, direction 1, direction 2, ...) of a contact in terms of (n, tangent 1, tangent 2).
Eigen::MatrixXd direction_rows(int directions) {
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(1 + directions, 3);
  D(0, 0) = 1;
  for (int i = 0; i < directions; ++i) {
    const double angle = 2 * M_PI * i / directions;
    D(1 + i, 1) = std::cos(angle);
    D(1 + i, 2) = std::sin(angle);
  }
  return D;
}

}  // namespace

LemkeResult lemke(const LocalProblem& problem, std::vector<Vec3>& r, const LemkeOptions& options, const Trace& trace) {
  const int contacts = problem.size(), per_contact = 2 + options.directions;
  const long unknowns = static_cast<long>(contacts) * per_contact;
  check(problem, options, unknowns);
  const int n = static_cast<int>(unknowns);
  const std::vector<double> d = compliances(problem);
  const Eigen::MatrixXd D = direction_rows(options.directions);
  // Unknowns of a contact: normal impulse, impulses along the directions, slip speed; scaled like the rows of
  // Fischer-Newton, so that all entries are of the order of one.
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n);
  Eigen::VectorXd q = Eigen::VectorXd::Zero(n);
  for (int k = 0; k < contacts; ++k) {
    const int row = k * per_contact, rows = 1 + options.directions, slip = row + rows;
    for (int e = problem.W.start[k]; e < problem.W.start[k + 1]; ++e) {
      const int j = problem.W.column[e];
      M.block(row, j * per_contact, rows, rows) = D * (problem.W.block[e] / std::sqrt(d[k] * d[j])) * D.transpose();
    }
    M.block(row + 1, slip, options.directions, 1).setOnes();
    M(slip, row) = problem.contacts[k].mu;
    M.block(slip, row + 1, 1, options.directions).setConstant(-1);
    q.segment(row, rows) = D * problem.q[k] / std::sqrt(d[k]);
  }
  const double scale = q.norm();
  if (scale > 0) q /= scale;
  const int max_pivots = options.max_pivots > 0 ? options.max_pivots : 5 * n;
  LemkeSolution solution = lemke(M, q, max_pivots, options.out_of_time);
  if (solution.status != LemkeStatus::solved) {  // by rounding: the other extreme of pivoting may end well
    const int spent = solution.pivots;
    solution = lemke(M, q, max_pivots, options.out_of_time, 1);
    solution.pivots += spent;
  }
  const FrictionSet set = FrictionSet::polygon(options.directions);
  for (int k = 0; k < contacts; ++k) {
    const Vec3 sum = D.transpose() * solution.z.segment(k * per_contact, 1 + options.directions);
    r[k] = admissible_impulse(problem.contacts[k], sum * (scale / std::sqrt(d[k])), set);
  }
  LemkeResult result;
  result.status = solution.status;
  result.pivots = result.iterations = solution.pivots;
  result.unknowns = n;
  result.cost = static_cast<double>(n) * n * solution.pivots / (9.0 * static_cast<double>(problem.W.block.size()));
  const std::vector<Vec3> u = relative_velocities(problem, r);
  result.model_error = model_error(problem, d, r, u, set);
  result.converged = result.model_error <= options.tolerance;
  if (trace) {
    const Merits m = merits(problem, d, r, u, set);
    trace(result.iterations, result.cost, m.normal, m.friction);
  }
  return result;
}

}  // namespace stiction
