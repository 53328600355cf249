#include "stiction/solvers/staggered_projections/local_staggered.h"

#include <algorithm>
#include <limits>

#include "stiction/solvers/contact_newton/contact_newton.h"
#include "stiction/solvers/friction_set.h"
#include "stiction/solvers/staggered_projections/anderson.h"

namespace stiction {

namespace {

/// Projections are solved this much more exactly than the whole, down to what rounding allows.
constexpr double kInnerShare = 1e-2, kInnerFloor = 1e-13;

class Sequence {
 public:
  Sequence(const LocalProblem& problem, const LocalStaggeredOptions& options)
      : problem_(problem), options_(options), frictionless_(problem), frictional_(problem) {
    for (LocalContact& c : frictionless_.contacts) c.mu = 0;
    inner_.target = std::max(kInnerFloor, kInnerShare * options.tolerance);
    inner_.out_of_time = options.out_of_time;
    disks_.samples = options.samples;
    disks_.radius.resize(problem.size());
  }

  /// Normal impulses (and rows of joints) of r while its friction stays.
  void contact_projection(std::vector<Vec3>& r) {
    std::vector<Vec3> friction(r.size(), Vec3::Zero()), normal = r;
    for (int k = 0; k < problem_.size(); ++k) {
      if (joint(k)) continue;
      friction[k].tail<2>() = r[k].tail<2>();
      normal[k].tail<2>().setZero();
    }
    frictionless_.q = relative_velocities(problem_, friction);
    count(contact_newton(frictionless_, normal, inner_));
    for (int k = 0; k < problem_.size(); ++k) r[k] = normal[k] + friction[k];
  }

  /// Friction (and rows of joints) of r while its normal impulses stay.
  void friction_projection(std::vector<Vec3>& r) {
    std::vector<Vec3> normal(r.size(), Vec3::Zero()), friction = r;
    for (int k = 0; k < problem_.size(); ++k) {
      if (joint(k)) continue;
      normal[k].x() = r[k].x();
      friction[k].x() = 0;
      disks_.radius[k] = problem_.contacts[k].mu * std::max(0.0, r[k].x());
    }
    frictional_.q = relative_velocities(problem_, normal);
    ContactNewtonOptions inner = inner_;
    inner.disks = &disks_;
    count(contact_newton(frictional_, friction, inner));
    for (int k = 0; k < problem_.size(); ++k) r[k] = normal[k] + friction[k];
  }

  bool joint(int k) const { return problem_.contacts[k].law == RowLaw::bounded; }

  int factorizations = 0;
  double cost = 0;  ///< Gauss-Seidel sweeps

 private:
  void count(const ContactNewtonResult& result) {
    factorizations += result.factorizations;
    cost += result.cost;
  }

  const LocalProblem& problem_;
  const LocalStaggeredOptions& options_;
  LocalProblem frictionless_, frictional_;
  ContactNewtonOptions inner_;
  FrictionDisks disks_;
};

Eigen::VectorXd friction_of(const std::vector<Vec3>& r) {
  Eigen::VectorXd x(2 * std::ssize(r));
  for (std::size_t k = 0; k < r.size(); ++k) x.segment<2>(2 * static_cast<int>(k)) = r[k].tail<2>();
  return x;
}

}  // namespace

LocalResult local_staggered_projections(const LocalProblem& problem, std::vector<Vec3>& r,
                                        const LocalStaggeredOptions& options, const Trace& trace) {
  LocalResult result;
  const FrictionSet set = options.samples > 0 ? FrictionSet::polygon(options.samples) : FrictionSet::cone();
  const std::vector<double> compliance = compliances(problem);
  const auto error_of = [&](const std::vector<Vec3>& x) {
    return model_error(problem, compliance, x, relative_velocities(problem, x), set);
  };
  Sequence sequence(problem, options);
  Anderson anderson(options.anderson_memory);
  std::vector<Vec3> best = r;
  double best_error = error_of(r), milestone = best_error;
  double previous_change = std::numeric_limits<double>::infinity();
  int since_milestone = 0;
  while (result.iterations < options.max_iterations && !(best_error <= options.tolerance) &&
         since_milestone < options.patience && !(options.out_of_time && options.out_of_time())) {
    sequence.contact_projection(r);
    const Eigen::VectorXd before = friction_of(r);
    sequence.friction_projection(r);
    ++result.iterations;
    const double error = error_of(r);
    if (!(best_error <= error)) {
      best_error = error;
      best = r;
    }
    if (trace) {
      const Merits m = merits(problem, compliance, r, relative_velocities(problem, r), set);
      trace(result.iterations, sequence.cost, m.normal, m.friction);
    }
    since_milestone = best_error < 0.9 * milestone ? 0 : since_milestone + 1;
    if (since_milestone == 0) milestone = best_error;
    if (options.anderson_memory == 0) continue;
    // When the fixed-point residual grows, the history misleads: forget it and take the plain step.
    const Eigen::VectorXd after = friction_of(r);
    const double change = (after - before).squaredNorm();
    if (change > 4 * previous_change) anderson.reset();
    previous_change = change;
    const Eigen::VectorXd next = anderson.next(before, after);
    for (int k = 0; k < problem.size(); ++k)
      if (!sequence.joint(k)) r[k].tail<2>() = next.segment<2>(2 * k);
  }
  // Last comes a contact projection, so that nothing penetrates; it may cost friction some of its accuracy.
  r = best;
  if (result.iterations > 0) sequence.contact_projection(r);
  result.factorizations = sequence.factorizations;
  result.cost = sequence.cost;
  result.model_error = error_of(r);
  if (best_error <= options.tolerance && !(result.model_error <= options.tolerance)) {
    r = best;
    result.model_error = best_error;
  }
  result.converged = result.model_error <= options.tolerance;
  return result;
}

}  // namespace stiction
