#include "contact_regions/mlcp_study.h"

#include <algorithm>

#include "stiction/common/timer.h"
#include "stiction/solvers/conjugate_gradient/conjugate_gradient.h"
#include "stiction/solvers/gauss_seidel/gauss_seidel.h"

namespace stiction::papers {
namespace {

using Solve = LocalResult (*)(const LocalProblem&, std::vector<Vec3>&, const FrictionSet&);

LocalResult sweeps(const LocalProblem& p, std::vector<Vec3>& r, const FrictionSet& set) {
  GaussSeidelOptions options;
  options.set = set;
  options.tolerance = MlcpStudy::kTolerance;
  options.max_iterations = MlcpStudy::kSweeps;
  return gauss_seidel(p, r, options);
}

ConjugateGradientOptions gradient_options(const FrictionSet& set, ConjugateDirection direction) {
  ConjugateGradientOptions options;
  options.set = set;
  options.direction = direction;
  options.tolerance = MlcpStudy::kTolerance;
  return options;
}

template <ConjugateDirection direction>
LocalResult gradients(const LocalProblem& p, std::vector<Vec3>& r, const FrictionSet& set) {
  return conjugate_gradient(p, r, gradient_options(set, direction));
}

template <ConjugateDirection direction>
LocalResult combined(const LocalProblem& p, std::vector<Vec3>& r, const FrictionSet& set) {
  CombinedOptions options;
  const PhaseThresholds thresholds = options.gradient.thresholds;
  options.gradient = gradient_options(set, direction);
  options.gradient.thresholds = thresholds;
  options.max_sweeps = MlcpStudy::kSweeps;
  return pcg_gauss_seidel(p, r, options);
}

struct Method {
  const char* name;
  Solve solve;
};
constexpr auto kFletcher = ConjugateDirection::fletcher_reeves;
constexpr auto kPolak = ConjugateDirection::polak_ribiere;
constexpr Method kMethods[] = {{"Gauss-Seidel", sweeps},
                               {"CG Fletcher-Reeves", gradients<kFletcher>},
                               {"CG Polak-Ribiere", gradients<kPolak>},
                               {"combined, Fletcher-Reeves", combined<kFletcher>},
                               {"combined, Polak-Ribiere", combined<kPolak>}};

void add(MlcpTally& tally, const LocalProblem& problem, Solve solve, const FrictionSet& set) {
  std::vector<Vec3> r(problem.contacts.size(), Vec3::Zero());
  const double begin = cpu_seconds();
  const LocalResult result = solve(problem, r, set);
  tally.seconds += cpu_seconds() - begin;
  ++tally.problems;
  tally.poor += !result.converged;
  tally.iterations += result.iterations;
}

}  // namespace

MlcpStudy::MlcpStudy() {
  for (const Method& method : kMethods) rows_.push_back({method.name, {}, {}});
}

void MlcpStudy::take(const LocalProblem& problem) {
  largest_ = std::max(largest_, problem.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    add(rows_[i].pyramid, problem, kMethods[i].solve, FrictionSet::pyramid());
    add(rows_[i].cone, problem, kMethods[i].solve, FrictionSet::cone());
  }
}

}  // namespace stiction::papers
