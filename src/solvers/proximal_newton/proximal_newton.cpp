#include "stiction/solvers/proximal_newton/proximal_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/problem/certificate.h"
#include "stiction/solvers/kernels/newton_system.h"

namespace stiction {

namespace {

/// How a contact's step lengths rho follow from alpha: `plain` is 1/(d + alpha d); `sharp` tends to the augmented
/// Lagrangian as alpha vanishes and is far cheaper on hard problems.
enum class Steps { plain, sharp };

double step_length(Steps steps, double alpha, double d) {
  return steps == Steps::plain ? 1 / (d * (1 + alpha)) : 1 / (d * (5 * std::pow(alpha, 0.8) + alpha));
}

/// One inner problem: centre, weight, step lengths, and the current point with everything derived from it.
class Inner {
 public:
  Inner(const WhitenedProblem& problem, NewtonSystem& system) : problem_(problem), system_(system) {
    const int n = problem.size();
    weights_.resize(n);
    step0_.resize(n);
    dr_.resize(n);
    du_.resize(n);
    trial_r_.resize(n);
    trial_u_.resize(n);
  }

  void start(const std::vector<Vec3>& centre, double alpha, Steps steps) {
    centre_ = centre;
    alpha_ = alpha;
    steps_ = steps;
    r = centre;
    velocities();
    norm = residual(r, u);
  }

  /// Newton direction at the current point; false if the system is singular.
  bool direction();
  /// Moves along the direction: halvings against `reference`, else the best trial.
  void line_search(double reference);

  std::vector<Vec3> r, u;  ///< impulses and their true relative velocities, bias taken off
  double norm = 0;         ///< of the Alart-Curnier function, in the contacts' own compliance

 private:
  void velocities() {
    w_ = problem_.w_free;
    problem_.add_impulses(r, w_);
    problem_.contact_velocities(w_, u);
    for (int k = 0; k < problem_.size(); ++k) u[k].x() -= problem_.contacts[k].bias;
  }

  double residual(const std::vector<Vec3>& r_at, const std::vector<Vec3>& u_at) const {
    double sum = 0;
    for (int k = 0; k < problem_.size(); ++k) {
      const auto& c = problem_.contacts[k];
      const Vec3 moved = u_at[k] + alpha_ * c.d * (r_at[k] - centre_[k]);
      const Vec3 z = r_at[k] - step_length_k(k) * moved;
      const double n = std::max(0.0, z.x());
      Vec2 t = z.tail<2>();
      const double length = t.norm(), radius = c.mu * n;
      if (length > radius) t *= radius / length;
      sum += c.d * ((r_at[k].x() - n) * (r_at[k].x() - n) + (r_at[k].tail<2>() - t).squaredNorm());
    }
    return std::sqrt(sum);
  }

  double step_length_k(int k) const { return step_unit_ / problem_.contacts[k].d; }

  const WhitenedProblem& problem_;
  NewtonSystem& system_;
  std::vector<Vec3> centre_, step0_, dr_, du_, trial_r_, trial_u_;
  std::vector<Mat3> weights_;
  std::vector<Vec6> w_, dw_;
  double alpha_ = 0;
  Steps steps_ = Steps::plain;
  double step_unit_ = 1;

 public:
  void set_steps(double alpha, Steps steps) { step_unit_ = step_length(steps, alpha, 1); }
};

bool Inner::direction() {
  for (int k = 0; k < problem_.size(); ++k) {
    const auto& c = problem_.contacts[k];
    const double rho = step_length_k(k), damping = alpha_ * c.d;
    const Vec3 moved = u[k] + damping * (r[k] - centre_[k]);
    const Vec3 z = r[k] - rho * moved;
    Mat3& C = weights_[k];
    if (z.x() <= 0) {  // open
      C.setZero();
      step0_[k] = -r[k];
      continue;
    }
    const Vec2 zt = z.tail<2>();
    const double length = zt.norm(), radius = c.mu * z.x();
    if (length <= radius) {  // stick
      C = Mat3::Identity() / damping;
      step0_[k] = -moved / damping;
      continue;
    }
    // Slip along d; t across it. r_d := mu r_n is eliminated, so only n and t carry weight.
    const Vec2 d = zt / length, t(-d.y(), d.x());
    const double b = radius / length;
    const double across = 1 / (1 - b + b * rho * damping);
    const Vec3 push(1, c.mu * d.x(), c.mu * d.y()), side(0, t.x(), t.y());
    C.noalias() = (b * rho * across) * side * side.transpose();
    C.col(0) += push / damping;
    const double rn = r[k].x(), rd = d.dot(r[k].tail<2>()), rt = t.dot(r[k].tail<2>());
    step0_[k] = (-moved.x() / damping) * push - (rt * across) * side;
    step0_[k].tail<2>() += (c.mu * rn - rd) * d;
  }
  if (!system_.factor(weights_, false)) return false;
  dw_.assign(problem_.bodies(), Vec6::Zero());
  problem_.add_impulses(step0_, dw_);
  system_.solve(dw_);
  for (int k = 0; k < problem_.size(); ++k)
    dr_[k] = step0_[k] - weights_[k] * contact_velocity(problem_.contacts[k], dw_);
  // The velocity that the impulses really cause, not the one the linear solve promised.
  dw_.assign(problem_.bodies(), Vec6::Zero());
  problem_.add_impulses(dr_, dw_);
  problem_.contact_velocities(dw_, du_);
  return true;
}

void Inner::line_search(double reference) {
  double best_norm = std::numeric_limits<double>::infinity(), best_step = 1;
  double step = 1;
  for (int halving = 0; halving <= 8; ++halving, step *= 0.5) {
    for (int k = 0; k < problem_.size(); ++k) {
      trial_r_[k] = r[k] + step * dr_[k];
      trial_u_[k] = u[k] + step * du_[k];
    }
    const double trial = residual(trial_r_, trial_u_);
    if (trial < best_norm) {
      best_norm = trial;
      best_step = step;
    }
    if (trial <= (1 - 1e-4 * step) * reference) break;
  }
  for (int k = 0; k < problem_.size(); ++k) r[k] += best_step * dr_[k];
  velocities();
  norm = residual(r, u);
}

}  // namespace

ProximalNewtonResult proximal_newton(const WhitenedProblem& problem, std::vector<Vec3>& r, double target,
                                     const ProximalNewtonOptions& options,
                                     const std::function<bool()>& out_of_time) {
  ProximalNewtonResult result;
  NewtonSystem system(problem, choose_form(problem, 3));
  Inner inner(problem, system);
  std::vector<Vec3> best = r, centre = r, projected(r.size()), velocity(r.size());
  std::vector<Vec6> w;

  // Errors are judged on the cone-projected impulses, so that what is returned is admissible.
  const auto judge = [&](const std::vector<Vec3>& candidate) {
    for (int k = 0; k < problem.size(); ++k) {
      Vec3& p = projected[k];
      p = candidate[k];
      const double limit = problem.contacts[k].mu * std::max(0.0, p.x()), friction = p.tail<2>().norm();
      p.x() = std::max(0.0, p.x());
      if (friction > limit) p.tail<2>() *= limit / friction;
    }
    w = problem.w_free;
    problem.add_impulses(projected, w);
    problem.contact_velocities(w, velocity);
    return problem.natural_error(projected, velocity);
  };
  double best_error = judge(r);
  best = projected;
  const auto finished = [&] { return best_error <= target; };

  double alpha = options.start_weight, accuracy = 1;
  int rounds_since_failure = 1000;
  bool sharp = true;
  for (; result.rounds < options.max_rounds && !finished(); ++result.rounds) {
    const Steps steps = sharp ? Steps::sharp : Steps::plain;
    inner.set_steps(alpha, steps);
    inner.start(centre, alpha, steps);
    const double goal = std::max(0.05 * accuracy * inner.norm, 1e-300);
    std::vector<double> history{inner.norm};
    double best_norm = inner.norm;
    int newton = 0, without_gain = 0;
    bool solved = false;
    while (newton < options.max_newton && !finished() && system.factorizations() < options.max_factorizations) {
      if (out_of_time && out_of_time()) break;
      if (!inner.direction()) break;
      ++newton;
      const auto recent = history.end() - std::min<std::ptrdiff_t>(5, std::ssize(history));
      inner.line_search(*std::max_element(recent, history.end()));
      history.push_back(inner.norm);
      if (!std::isfinite(inner.norm)) break;
      const double error = judge(inner.r);
      if (error < best_error) {
        best_error = error;
        best = projected;
      }
      if (inner.norm <= goal) {
        solved = true;
        break;
      }
      without_gain = inner.norm < 0.9 * best_norm ? 0 : without_gain + 1;
      best_norm = std::min(best_norm, inner.norm);
      if (without_gain >= 6) break;
    }
    if (finished() || (out_of_time && out_of_time()) || system.factorizations() >= options.max_factorizations) break;
    if (solved) {
      centre = inner.r;
      double factor = newton <= 4 ? 0.2 : newton <= 10 ? 0.7 : 1.0;
      if (rounds_since_failure < 3) factor = std::max(factor, 0.7);
      ++rounds_since_failure;
      alpha = std::max(alpha * factor, 1e-8);
    } else {
      // Back to the centre exactly, with a firmer pull towards it.
      rounds_since_failure = 0;
      alpha = std::min(4 * alpha, 10.0);
      accuracy = std::max(accuracy / 2, 0.02);
    }
  }
  r = best;
  result.error = best_error;
  result.factorizations = system.factorizations();
  return result;
}

}  // namespace stiction
