#include "stiction/solvers/gauss_seidel/gauss_seidel.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stiction/common/error.h"
#include "stiction/solvers/gauss_seidel/relax_contact.h"

namespace stiction {

namespace {

void check(const LocalProblem& problem, const GaussSeidelOptions& options) {
  expect_known_laws(problem.contacts, "gauss_seidel", true, true);
  if (options.set.kind == FrictionSet::Kind::polygon)
    throw InputError("gauss_seidel.set", "is a polygon", "give the pyramid or the cone");
  if (!(options.relaxation > 0 && options.relaxation < 2))
    throw InputError("gauss_seidel.relaxation", "is not between 0 and 2", "give a factor such as 1 or 1.3");
  std::vector<int> sorted = options.order;
  std::sort(sorted.begin(), sorted.end());
  bool permutation = sorted.empty() || static_cast<int>(sorted.size()) == problem.size();
  for (std::size_t i = 0; i < sorted.size(); ++i) permutation = permutation && sorted[i] == static_cast<int>(i);
  if (!permutation)
    throw InputError("gauss_seidel.order", "is not a permutation of the contacts", "name every contact once");
}

}  // namespace

LocalResult gauss_seidel(const LocalProblem& problem, std::vector<Vec3>& r, const GaussSeidelOptions& options,
                         const Trace& trace) {
  check(problem, options);
  std::vector<int> order = options.order;
  if (order.empty()) {
    order.resize(problem.size());
    std::iota(order.begin(), order.end(), 0);
  }
  const std::vector<double> d = compliances(problem);
  LocalResult result;
  const auto judge = [&] {
    result.cost += 1;
    return result.model_error = model_error(problem, d, r, relative_velocities(problem, r), options.set);
  };
  GaussSeidelSweeps sweeps(problem, r, options.set, options.relaxation);
  bool done = options.tolerance > 0 && judge() <= options.tolerance;
  while (!done && result.iterations < options.max_iterations && !(options.out_of_time && options.out_of_time())) {
    const double change = sweeps.sweep(order, options.backwards_too && result.iterations % 2 == 1);
    ++result.iterations;
    result.cost += 1;
    if (trace) {
      const Merits m = merits(problem, d, r, relative_velocities(problem, r), options.set);
      trace(result.iterations, result.iterations, m.normal, m.friction);
    }
    // A judgement costs as much as a sweep, so it waits until the changes are small. NaN ends the loop.
    if (!(change > options.relaxation * options.tolerance)) done = !(judge() > options.tolerance);
  }
  if (options.shock != nullptr) {
    propagate_shocks(*options.shock, options.set, options.shock_sweeps, r);
    result.cost += options.shock_sweeps;
  }
  judge();
  result.converged = result.model_error <= options.tolerance;
  return result;
}

}  // namespace stiction
