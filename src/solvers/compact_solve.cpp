#include "stiction/solvers/compact_solve.h"

#include <algorithm>

#include "stiction/solvers/kernels/compact_newton.h"
#include "stiction/solvers/kernels/compact_problem.h"

namespace stiction {

namespace {

/// Carried impulses with an error above this are those of things that move. These need not be solved more accurately
/// than this part of the tolerance: nothing stands that could creep.
constexpr double kMoving = 1e-3, kMotionMargin = 0.8;
/// The weight of the first round: this many times the error of the start, but within these limits.
constexpr double kWeightForError = 10, kSoftWeight = 1e-4, kFirmWeight = 0.03;
/// What needs more work than this is better off with other starts.
constexpr int kRounds = 40, kFactorizations = 100;

/// Where few contacts push, it is faster to deal with those alone.
constexpr double kPushing = 0.15;

bool mostly_pushing(const std::vector<Vec3>& r) {
  const auto pushing = std::count_if(r.begin(), r.end(), [](const Vec3& impulse) { return impulse.x() > 0; });
  return static_cast<double>(pushing) >= kPushing * static_cast<double>(r.size());
}

}  // namespace

bool solve_compact(const ContactProblem& problem, const Decomposition& decomposition, std::size_t block,
                   std::vector<Vec3>& r, const Budget& budget, SolveReport& report) {
  if (!mostly_pushing(r)) return false;
  const CompactProblem compact(problem, decomposition, block);
  const double target = kMotionMargin * budget.tolerance;
  const auto plan = [&](double error) {
    CompactNewtonOptions options;
    options.target = target;
    options.start_weight = std::clamp(kWeightForError * error, kSoftWeight, kFirmWeight);
    options.max_rounds = error > kMoving ? std::min(kRounds, budget.max_iterations) : 0;
    options.max_factorizations = std::min(kFactorizations, budget.max_factorizations);
    options.out_of_time = budget.clock();
    return options;
  };
  const CompactNewtonResult result = compact_newton(compact, plan, r);
  report.iterations += result.rounds;
  report.factorizations += result.factorizations;
  report.path = SolvePath::proximal;
  return result.rounds > 0 && result.error <= target;
}

}  // namespace stiction
