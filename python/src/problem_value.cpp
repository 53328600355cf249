#include "problem_value.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/problem/certificate.h"

namespace stiction::python {
namespace {

/// Blocks by (row, column); makes every diagonal block and every opposite one present.
using Blocks = std::map<std::pair<int, int>, Mat3>;

ProblemValue assemble(Blocks blocks, std::vector<Vec3> q, const std::vector<double>& mu) {
  const int n = static_cast<int>(q.size());
  if (std::ssize(mu) != n)
    throw InputError("mu", "has " + std::to_string(mu.size()) + " entries", "give one for each contact, or a number");
  for (int k = 0; k < n; ++k) {
    if (!(mu[k] >= 0) || !std::isfinite(mu[k]))
      throw InputError("mu[" + std::to_string(k) + "]", "is " + std::to_string(mu[k]), "give a number from 0");
    blocks.try_emplace({k, k}, Mat3::Zero());
  }
  std::vector<std::pair<int, int>> present;
  for (const auto& [place, block] : blocks) present.push_back(place);
  for (const auto& [row, column] : present) blocks.try_emplace({column, row}, Mat3::Zero());

  ProblemValue problem;
  problem.local.q = std::move(q);
  problem.local.W.start.assign(static_cast<std::size_t>(n) + 1, 0);
  for (const auto& [place, block] : blocks) {
    if (!block.allFinite()) throw InputError("W", "holds a number that is not finite", "give finite numbers");
    problem.local.W.column.push_back(place.second);
    problem.local.W.block.push_back(block);
    problem.local.W.start[static_cast<std::size_t>(place.first) + 1] = static_cast<int>(problem.local.W.block.size());
  }
  for (int k = 0; k < n; ++k) {
    if (!(problem.local.W.diagonal(k).trace() > 0))
      throw InputError("W", "has no positive diagonal for contact " + std::to_string(k),
                       "give a W that is positive semidefinite, with mass behind every contact");
    LocalContact contact;
    contact.mu = mu[k];
    problem.local.contacts.push_back(contact);
  }
  return problem;
}

}  // namespace

Certificate ProblemValue::certify(const std::vector<Vec3>& impulses) const {
  return full ? stiction::certify(*full, velocities(*full, impulses), impulses) : stiction::certify(local, impulses);
}

ProblemValue make_problem(const double* W, std::vector<Vec3> q, const std::vector<double>& mu) {
  const int n = static_cast<int>(q.size());
  Blocks blocks;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      Mat3 block;
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) block(r, c) = W[std::ptrdiff_t{3 * i + r} * 3 * n + 3 * j + c];
      if (!block.isZero(0)) blocks.emplace(std::pair(i, j), block);
    }
  return assemble(std::move(blocks), std::move(q), mu);
}

ProblemValue make_problem(const std::vector<int>& start, const std::vector<int>& column, const double* numbers,
                          std::vector<Vec3> q, const std::vector<double>& mu) {
  const int n = static_cast<int>(q.size());
  if (std::ssize(start) != n + 1 || start.front() != 0 || start.back() != std::ssize(column) ||
      !std::is_sorted(start.begin(), start.end()))
    throw InputError("W", "has block rows that do not fit q", "give one block row for each contact");
  Blocks blocks;
  for (int i = 0; i < n; ++i)
    for (int k = start[i]; k < start[i + 1]; ++k) {
      if (column[k] < 0 || column[k] >= n) throw InputError("W", "has a block outside of q", "give a square W");
      Mat3& block = blocks.try_emplace({i, column[k]}, Mat3::Zero()).first->second;
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) block(r, c) += numbers[std::ptrdiff_t{9} * k + 3 * r + c];
    }
  return assemble(std::move(blocks), std::move(q), mu);
}

SolutionValue solve(const ProblemValue& problem, const SolverSettings& settings, std::vector<Vec3> impulses,
                    bool trace) {
  const std::unique_ptr<ContactSolver> solver = make_solver(settings);
  SolutionValue solution;
  solution.solver = settings.type;
  Budget budget;
  budget.tolerance = settings.tolerance;
  budget.max_iterations = settings.max_iterations;
  budget.time_limit_s = settings.time_limit_s;
  if (trace)
    budget.trace = [&](int iteration, double cost, double normal, double friction) {
      solution.trace.insert(solution.trace.end(), {static_cast<double>(iteration), cost, normal, friction});
    };
  const double begin = wall_seconds();
  // Curves are drawn for problems in contact space only.
  solution.report = problem.full && !trace ? solver->solve(*problem.full, impulses, budget)
                                           : solver->solve(problem.local, impulses, budget);
  solution.wall_s = wall_seconds() - begin;
  solution.certificate = problem.certify(impulses);
  solution.converged = solution.certificate.error <= settings.tolerance;
  solution.u = relative_velocities(problem.local, impulses);
  solution.r = std::move(impulses);
  return solution;
}

}  // namespace stiction::python
