#include "stiction/solvers/contact_newton/contact_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/common/error.h"
#include "stiction/solvers/contact_newton/newton_system.h"
#include "stiction/solvers/contact_newton/one_contact.h"
#include "stiction/solvers/contact_newton/scaled_problem.h"
#include "stiction/solvers/friction_set.h"

namespace stiction {

namespace {

/// Ropes of light links under heavy loads need a small one.
constexpr double kSmallestWeight = 1e-10, kLargestWeight = 10;
/// Where an attempt begins and how exactly it solves its inner problems. The next one is made when one is stuck: dense
/// piles with much friction may need any of them.
struct Attempt {
  double weight;    ///< alpha of the first round
  double accuracy;  ///< residual at which an inner problem counts as solved, relative to that at its centre
  enum { swept, swept_more, zero } start;
};
constexpr Attempt kAttempts[] = {{0.03, 0.4, Attempt::swept},   {0.1, 0.05, Attempt::swept_more},
                                 {0.001, 0.05, Attempt::swept}, {0.01, 0.05, Attempt::zero},
                                 {1, 0.05, Attempt::swept},     {0.001, 0.05, Attempt::zero},
                                 {0.1, 0.02, Attempt::zero}};
constexpr int kMoreSweeps = 100;
/// Sweeps between two tests of the error, and how many more are cheaper than Newton's method.
constexpr int kSweepsPerTest = 4, kSweepsWorthIt = 40;
constexpr int kMaxNewton = 25, kMaxNewtonShort = 3, kMaxWithoutGain = 6, kHalvings = 8, kMemory = 5;

/// The best impulses so far.
struct Best {
  std::vector<Vec3> r;
  double error = std::numeric_limits<double>::infinity();
};

class Loop {
 public:
  Loop(const LocalProblem& problem, const ContactNewtonOptions& options)
      : original_(problem),
        problem_(problem, options.disks),
        options_(options),
        system_(problem_),
        rho_(problem.size()),
        dr_(problem.size()),
        du_(problem.size()) {
    for (int k = 0; k < problem_.size(); ++k) sweep_work_ += 18.0 * (problem_.start[k + 1] - problem_.start[k]) + 100;
  }

  ContactNewtonResult solve(std::vector<Vec3>& impulses) {
    r_ = problem_.from_problem(impulses);
    const bool cold = std::all_of(r_.begin(), r_.end(), [](const Vec3& x) { return x == Vec3::Zero(); });
    for (Vec3& x : r_)
      if (!x.allFinite()) x.setZero();
    problem_.velocities(r_, u_);
    judge();
    if (!done() && cold && !options_.disks) sweep(options_.max_sweeps);
    start_ = best_.r;
    for (const Attempt& attempt : kAttempts)
      if (!done() && !out_of_time()) proximal(attempt);
    make_admissible();
    impulses = problem_.to_problem(best_.r);
    result_.error = best_.error;
    result_.cost = cost();
    result_.factorizations = system_.factorizations();
    return result_;
  }

 private:
  bool done() const { return best_.error <= options_.target; }
  bool out_of_time() const { return options_.out_of_time && options_.out_of_time(); }

  /// Compares the current point with the best; returns its error.
  double judge() {
    const double error = problem_.error(r_, u_);
    attempt_error_ = std::min(attempt_error_, error);
    if (error < best_.error) {
      best_.error = error;
      best_.r = r_;
    }
    return error;
  }

  /// Impulses exactly within their cones and bounds, unless that costs what was reached.
  void make_admissible() {
    for (int k = 0; k < problem_.size(); ++k) r_[k] = problem_.admissible(k, best_.r[k]);
    problem_.velocities(r_, u_);
    const double error = problem_.error(r_, u_);
    if (error <= std::max(options_.target, best_.error)) best_ = {r_, error};
  }

  /// Spent so far, in Gauss-Seidel sweeps.
  double cost() const { return result_.sweeps + system_.work() / sweep_work_; }

  void tell() {
    if (!options_.trace) return;
    const std::vector<Vec3> r = problem_.to_problem(r_);
    const Merits m =
        merits(original_, compliances(original_), r, relative_velocities(original_, r), FrictionSet::cone());
    options_.trace(result_.sweeps + system_.factorizations(), cost(), m.normal, m.friction);
  }

  /// Gauss-Seidel, always in the same direction, which is twice as fast as to and fro; longer than planned while it is
  /// about to get there by itself.
  void sweep(int planned) {
    std::vector<double> drag(problem_.size(), 0);
    const int n = problem_.size();
    double last_error = std::numeric_limits<double>::infinity();
    for (int i = 0; i < planned && !done() && !out_of_time(); ++i) {
      for (int k = 0; k < n; ++k) {
        const Vec3 b = problem_.q[k] + problem_.product(k, r_) - problem_.diagonal(k) * r_[k];
        r_[k] = solve_one_contact(problem_.contacts[k], problem_.diagonal(k), b, r_[k], drag[k]);
      }
      ++result_.sweeps;
      tell();
      if (i % kSweepsPerTest != kSweepsPerTest - 1 && i > 1) continue;
      problem_.velocities(r_, u_);
      const double error = judge();
      if (i + 1 == planned && error < last_error) {
        const double left = kSweepsPerTest * std::log(options_.target / error) / std::log(error / last_error);
        if (left <= kSweepsWorthIt) planned += kSweepsPerTest;
      }
      last_error = error;
    }
  }

  void proximal(const Attempt& attempt) {
    double alpha = attempt.weight, accuracy = attempt.accuracy;
    bool short_steps = true;
    int since_failure = 1000, since_gain = 0;
    double milestone = std::numeric_limits<double>::infinity();
    attempt_error_ = milestone;
    r_ = start_;
    if (attempt.start == Attempt::zero) std::fill(r_.begin(), r_.end(), Vec3::Zero());
    if (attempt.start == Attempt::swept_more && !options_.disks) sweep(kMoreSweeps);
    centre_ = r_;
    for (; result_.rounds < options_.max_rounds && !done() && !out_of_time(); ++result_.rounds) {
      if (since_gain > options_.patience) break;
      const int newton = round(alpha, accuracy, short_steps);
      if (done()) break;
      if (attempt_error_ < 0.9 * milestone) {
        milestone = attempt_error_;
        since_gain = 0;
      } else {
        ++since_gain;
      }
      if (newton > 0) {
        centre_ = r_;
        double factor = newton <= 4 ? 0.2 : newton <= 10 ? 0.7 : 1.0;
        if (since_failure < 3) factor = std::max(factor, 0.7);
        ++since_failure;
        alpha = std::max(alpha * factor, kSmallestWeight);
      } else if (short_steps) {
        short_steps = false;
      } else {
        // Back to the centre exactly, with a firmer pull towards it.
        since_failure = 0;
        alpha = std::min(4 * alpha, kLargestWeight);
        accuracy = std::max(accuracy / 2, 0.001);
      }
    }
  }

  /// One inner problem from the centre; number of Newton steps, or 0 if it was not solved.
  int round(double alpha, double accuracy, bool short_steps) {
    alpha_ = alpha;
    const double slope = short_steps ? 1 : 5 * std::pow(alpha, 0.8);
    for (int k = 0; k < problem_.size(); ++k)
      rho_[k] = Vec2(1 / (slope * problem_.d_normal[k] + alpha), 1 / (slope * problem_.d_tangent[k] + alpha));
    r_ = centre_;
    problem_.velocities(r_, u_);
    double norm = residual(0);
    const double goal = std::max(accuracy * norm, 1e-15);
    double recent[kMemory];
    std::fill(recent, recent + kMemory, norm);
    double best_norm = norm;
    int without_gain = 0;
    const int most = short_steps ? kMaxNewtonShort : kMaxNewton;
    for (int newton = 1; newton <= most && without_gain < kMaxWithoutGain && !out_of_time(); ++newton) {
      pulled_.resize(r_.size());
      for (int k = 0; k < problem_.size(); ++k) pulled_[k] = u_[k] + alpha * (r_[k] - centre_[k]);
      if (!system_.step(r_, pulled_, rho_, alpha, dr_)) return 0;
      problem_.multiply(dr_, du_);
      norm = line_search(*std::max_element(recent, recent + kMemory));
      if (!std::isfinite(norm)) return 0;
      recent[newton % kMemory] = norm;
      judge();
      tell();
      if (done() || norm <= goal) return newton;
      without_gain = norm < 0.9 * best_norm ? 0 : without_gain + 1;
      best_norm = std::min(best_norm, norm);
    }
    return 0;
  }

  /// Of r - P(r - rho u~) at r + step dr.
  double residual(double step) const {
    double sum = 0;
    for (int k = 0; k < problem_.size(); ++k) {
      const Vec3 r = step == 0 ? r_[k] : Vec3(r_[k] + step * dr_[k]);
      const Vec3 u = (step == 0 ? u_[k] : Vec3(u_[k] + step * du_[k])) + alpha_ * (r - centre_[k]);
      const double rn = rho_[k].x(), rt = problem_.contacts[k].law == RowLaw::bounded ? rn : rho_[k].y();
      const Vec3 z(r.x() - rn * u.x(), r.y() - rt * u.y(), r.z() - rt * u.z());
      sum += (r - problem_.admissible(k, z)).squaredNorm();
    }
    return std::sqrt(sum);
  }

  /// Moves along the step: halvings until the residual is below `reference`, else the best trial.
  double line_search(double reference) {
    double best_norm = std::numeric_limits<double>::infinity(), best_step = 1, step = 1;
    for (int halving = 0; halving <= kHalvings; ++halving, step *= 0.5) {
      const double norm = residual(step);
      if (norm < best_norm) {
        best_norm = norm;
        best_step = step;
      }
      if (norm <= (1 - 1e-4 * step) * reference) break;
    }
    for (int k = 0; k < problem_.size(); ++k) {
      r_[k] += best_step * dr_[k];
      u_[k] += best_step * du_[k];
    }
    return best_norm;
  }

  const LocalProblem& original_;
  const ScaledProblem problem_;
  const ContactNewtonOptions& options_;
  ContactNewtonSystem system_;
  ContactNewtonResult result_;
  Best best_;
  std::vector<Vec2> rho_;
  std::vector<Vec3> r_, u_, start_, centre_, pulled_, dr_, du_;
  double alpha_ = 0, sweep_work_ = 0;
  double attempt_error_ = 0;  ///< best of the attempt at hand
};

}  // namespace

ContactNewtonResult contact_newton(const LocalProblem& problem, std::vector<Vec3>& r,
                                   const ContactNewtonOptions& options) {
  if (problem.size() == 0) return {};
  for (const LocalContact& c : problem.contacts)
    if (c.law == RowLaw::rolling)
      throw InputError("solver.type", "the problem has rolling or spin friction, which this solver needs bodies for",
                       "solve it with its bodies, as a simulation does, or with gauss_seidel");
  return Loop(problem, options).solve(r);
}

}  // namespace stiction
