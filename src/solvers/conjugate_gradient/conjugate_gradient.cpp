#include "stiction/solvers/conjugate_gradient/conjugate_gradient.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "stiction/common/error.h"
#include "stiction/solvers/conjugate_gradient/scaled_rows.h"
#include "stiction/solvers/gauss_seidel/relax_contact.h"

namespace stiction {

namespace {

using Eigen::VectorXd;

/// What both phases share: where the iteration stands, the best iterate, and whether to stop.
class Progress {
 public:
  Progress(const ScaledRows& rows, double tolerance, const Trace& trace, const std::function<bool()>& out_of_time)
      : rows_(rows), tolerance_(tolerance), trace_(trace), out_of_time_(out_of_time) {}

  /// Takes an iterate x with velocities y and its projected residual; true if the phase is over.
  bool take(const VectorXd& x, const VectorXd& y, const VectorXd& residual, const VectorXd& change,
            const PhaseThresholds& thresholds) {
    ++result.iterations;
    if (trace_) {
      const Merits m = rows_.merits(x, y);
      trace_(result.iterations, result.cost, m.normal, m.friction);
    }
    return keep(x, y, residual) || small(change, thresholds.change, thresholds.largest_change, x) ||
           small(residual, thresholds.residual, thresholds.largest_residual, rows_.q());
  }

  /// Keeps the iterate if it is the best so far; true if nothing is left to do or the time is up.
  bool keep(const VectorXd& x, const VectorXd& y, const VectorXd& residual) {
    const double size = residual.norm(), error = rows_.model_error(x, y);
    const bool is_good = error <= tolerance_;
    if (!(best_residual_ <= size) || is_good) {
      best = x;
      best_residual_ = size;
      result.model_error = error;
    }
    result.converged = is_good;
    over = is_good || !std::isfinite(size) || (out_of_time_ && out_of_time_());
    return over;
  }

  LocalResult result;
  VectorXd best;
  bool over = false;  ///< not only a phase

 private:
  static bool small(const VectorXd& v, double threshold, double largest, const VectorXd& scale) {
    return threshold > 0 && v.norm() <= threshold * scale.norm() &&
           v.lpNorm<Eigen::Infinity>() <= largest * scale.lpNorm<Eigen::Infinity>();
  }

  const ScaledRows& rows_;
  double tolerance_;
  const Trace& trace_;
  const std::function<bool()>& out_of_time_;
  double best_residual_ = std::numeric_limits<double>::infinity();
};

/// Algorithm 2 from `x`.
void gradient_phase(const ScaledRows& rows, VectorXd x, const ConjugateGradientOptions& options, Progress& progress) {
  VectorXd y, Ad, change;
  rows.velocities(x, y);
  progress.result.cost += 1;
  VectorXd residual = rows.projected_residual(x, y), d = residual;
  if (progress.keep(x, y, residual)) return;
  const int limit = options.max_iterations > 0 ? options.max_iterations : 2 * static_cast<int>(x.size());
  for (int i = 0; i < limit; ++i) {
    const double r2 = residual.squaredNorm();
    if (!(d.dot(residual) > 0)) d = residual;
    rows.multiply(d, Ad);
    progress.result.cost += 1;
    const double curvature = d.dot(Ad);
    if (!(curvature > 0)) return;
    const double alpha = r2 / curvature;
    const VectorXd last = x, last_residual = residual;
    x = rows.admissible(x + alpha * d);
    change = x - last;
    rows.velocities(x, y);
    progress.result.cost += 1;
    residual = options.printed_recurrence ? rows.projected_residual(x, VectorXd(alpha * Ad - last_residual))
                                          : rows.projected_residual(x, y);
    if (progress.take(x, y, residual, change, options.thresholds)) return;
    const double overlap = options.direction == ConjugateDirection::polak_ribiere ? residual.dot(last_residual) : 0;
    const double beta = (residual.squaredNorm() - overlap) / r2;
    if (residual.squaredNorm() < r2)
      d = residual + beta * d;
    else
      d = residual;
  }
}

void sweep_phase(const ScaledRows& rows, const CombinedOptions& options, Progress& progress) {
  const LocalProblem& problem = rows.problem();
  std::vector<Vec3> r = rows.impulses(progress.best);
  GaussSeidelSweeps sweeps(problem, r, options.gradient.set, options.relaxation);
  std::vector<int> order(r.size());
  std::iota(order.begin(), order.end(), 0);
  VectorXd x = progress.best, y, change;
  for (int i = 0; i < options.max_sweeps; ++i) {
    sweeps.sweep(order);
    const VectorXd last = x;
    x = rows.scaled(r);
    change = x - last;
    rows.velocities(x, y);
    progress.result.cost += 2;
    if (progress.take(x, y, rows.projected_residual(x, y), change, options.gauss_seidel)) return;
  }
}

void check(const LocalProblem& problem, const ConjugateGradientOptions& options) {
  expect_known_laws(problem.contacts, "conjugate_gradient", true);
  if (options.set.kind == FrictionSet::Kind::polygon)
    throw InputError("conjugate_gradient.set", "is a polygon", "give the pyramid or the cone");
  if (options.max_iterations < 0)
    throw InputError("conjugate_gradient.max_iterations", "is below 0", "give 0 for twice the unknowns, or more");
}

}  // namespace

LocalResult conjugate_gradient(const LocalProblem& problem, std::vector<Vec3>& r,
                               const ConjugateGradientOptions& options, const Trace& trace) {
  check(problem, options);
  const ScaledRows rows(problem, options.set);
  Progress progress(rows, options.tolerance, trace, options.out_of_time);
  gradient_phase(rows, rows.admissible(rows.scaled(r)), options, progress);
  r = rows.impulses(progress.best);
  return progress.result;
}

LocalResult pcg_gauss_seidel(const LocalProblem& problem, std::vector<Vec3>& r, const CombinedOptions& options,
                             const Trace& trace) {
  check(problem, options.gradient);
  if (!(options.relaxation > 0 && options.relaxation < 2))
    throw InputError("pcg_gauss_seidel.relaxation", "is not between 0 and 2", "give a factor such as 1 or 1.3");
  const ScaledRows rows(problem, options.gradient.set);
  Progress progress(rows, options.gradient.tolerance, trace, options.gradient.out_of_time);
  gradient_phase(rows, rows.admissible(rows.scaled(r)), options.gradient, progress);
  if (!progress.over) sweep_phase(rows, options, progress);
  r = rows.impulses(progress.best);
  return progress.result;
}

}  // namespace stiction
