#include "stiction/solvers/kernels/compact_newton.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "stiction/solvers/kernels/compact_system.h"
#include "stiction/solvers/kernels/contact_quads.h"

namespace stiction {

namespace {

using quads::all;
using quads::load;
using quads::Pack;
using quads::Quad;

/// One inner problem: centre and weight, and the current point with everything derived from it.
class Inner {
 public:
  explicit Inner(const CompactProblem& problem)
      : r(std::size_t(problem.padded()), Vec3::Zero()),
        u(r),
        problem_(problem),
        system_(problem),
        modes_(r.size()),
        centre_(r),
        step_(r),
        dr_(r),
        du_(r),
        trial_r_(r),
        trial_u_(r),
        w_(problem.width()) {}

  /// Goes to impulses `at` whose velocities are `u_at`.
  void move(const std::vector<Vec3>& at, const std::vector<Vec3>& u_at) {
    r = at;
    u = u_at;
  }
  /// Goes back to the centre.
  void go_back() {
    r = centre_;
    problem_.relative_velocities(r, u);
  }
  /// Begins a round around the current point.
  void start(double alpha) {
    centre_ = r;
    alpha_ = alpha;
    // Between 1/d and the augmented Lagrangian's 1/(alpha d): the latter's speed without its overshoot.
    step_length_ = 1 / (5 * std::pow(alpha, 0.8) + alpha);
    norm = residual(r, u);
  }

  /// Newton direction at the current point; false if the system is singular.
  bool direction();
  /// Moves along the direction: halvings against `reference`, else the best trial.
  void line_search(double reference);

  std::vector<Vec3> r, u;
  double norm = 0;  ///< of r - P(r - rho u~), weighted by the compliances

 private:
  double residual(const std::vector<Vec3>& r_at, const std::vector<Vec3>& u_at) const;
  void linearize();

  const CompactProblem& problem_;
  CompactSystem system_;
  std::vector<ContactMode> modes_;
  std::vector<Vec3> centre_, step_, dr_, du_, trial_r_, trial_u_;
  Eigen::VectorXd w_;
  double alpha_ = 0, step_length_ = 1;
};

double Inner::residual(const std::vector<Vec3>& r_at, const std::vector<Vec3>& u_at) const {
  Pack sum = all(0);
  for (int k = 0; k < problem_.size(); k += 4) {
    const Quad at = Quad::from(r_at[std::size_t(k)].data()), velocity = Quad::from(u_at[std::size_t(k)].data()),
               centre = Quad::from(centre_[std::size_t(k)].data());
    const Pack d = load(problem_.compliances().data() + k), mu = load(problem_.frictions().data() + k);
    const Quad z = at - (step_length_ / d) * velocity - all(step_length_ * alpha_) * (at - centre);
    sum += d * (at - quads::image(z, mu)).norm2();
  }
  return std::sqrt(packs::sum(sum));
}

/// See CoulombLaw::linearize.
void Inner::linearize() {
  for (int k = 0; k < problem_.size(); ++k) {
    const std::size_t i = std::size_t(k);
    const double mu = problem_.mu(k), d = problem_.compliance(k), rho = step_length_ / d, damping = alpha_ * d;
    ContactMode& mode = modes_[i];
    const Vec3 moved = u[i] + damping * (r[i] - centre_[i]);
    const Vec3 z = r[i] - rho * moved;
    if (z.x() <= 0) {
      mode.kind = ContactMode::open;
      step_[i] = -r[i];
      continue;
    }
    const double length2 = z.y() * z.y() + z.z() * z.z(), radius = mu * z.x();
    mode.normal = 1 / damping;
    if (length2 <= radius * radius) {
      mode.kind = ContactMode::stick;
      step_[i] = -mode.normal * moved;
      continue;
    }
    mode.kind = ContactMode::slip;
    const double length = std::sqrt(length2), b = radius / length, across = 1 / (1 - b + b * rho * damping);
    mode.along = Vec2(z.y(), z.z()) / length;
    mode.side = b * rho * across;
    const Vec2 t(-mode.along.y(), mode.along.x()), friction = r[i].tail<2>();
    const double sideways = -t.dot(friction) * across, n = -mode.normal * moved.x();
    const double lack = mu * (r[i].x() + n) - mode.along.dot(friction);
    step_[i] << n, lack * mode.along + sideways * t;
  }
}

bool Inner::direction() {
  linearize();
  if (!system_.factor(modes_, alpha_)) return false;
  w_.setZero();
  problem_.add_impulses(step_, w_);
  system_.solve(w_);
  problem_.contact_velocities(w_, du_);
  for (int k = 0; k < problem_.size(); ++k) {
    const std::size_t i = std::size_t(k);
    const ContactMode& mode = modes_[i];
    dr_[i] = step_[i];
    if (mode.kind == ContactMode::stick) dr_[i] -= mode.normal * du_[i];
    if (mode.kind != ContactMode::slip) continue;
    const Vec2 t(-mode.along.y(), mode.along.x());
    const double n = mode.normal * du_[i].x();
    dr_[i].x() -= n;
    dr_[i].tail<2>() -= problem_.mu(k) * n * mode.along + mode.side * t.dot(du_[i].tail<2>()) * t;
  }
  return true;
}

void Inner::line_search(double reference) {
  double best_norm = std::numeric_limits<double>::infinity(), best_step = 1, step = 1;
  const auto try_step = [&](double length) {
    for (std::size_t k = 0; k < r.size(); ++k) {
      trial_r_[k] = r[k] + length * dr_[k];
      trial_u_[k] = u[k] + length * du_[k];
    }
    return residual(trial_r_, trial_u_);
  };
  double trial = 0;
  for (int halving = 0; halving <= 8; ++halving, step *= 0.5) {
    trial = try_step(step);
    if (trial < best_norm) {
      best_norm = trial;
      best_step = step;
    }
    if (trial <= (1 - 1e-4 * step) * reference) break;
  }
  if (trial != best_norm) trial = try_step(best_step);
  std::swap(r, trial_r_);
  std::swap(u, trial_u_);
  norm = trial;
}

/// The nearest admissible impulses.
void admit(const CompactProblem& problem, const std::vector<Vec3>& r, std::vector<Vec3>& admissible) {
  for (int k = 0; k < problem.size(); k += 4)
    quads::image(Quad::from(r[std::size_t(k)].data()), load(problem.frictions().data() + k))
        .to(admissible[std::size_t(k)].data());
}

}  // namespace

CompactNewtonResult compact_newton(const CompactProblem& problem, const CompactPlan& plan, std::vector<Vec3>& r) {
  std::vector<Vec3> best(std::size_t(problem.padded()), Vec3::Zero()), candidate(best), u(best), start(best);
  double best_error = std::numeric_limits<double>::infinity();
  const auto judge = [&](const std::vector<Vec3>& impulses) {
    admit(problem, impulses, candidate);
    problem.relative_velocities(candidate, u);
    const double error = problem.errors(candidate, u).worst();
    if (!(error < best_error)) return;
    best_error = error;
    std::swap(best, candidate);
  };
  std::copy(r.begin(), r.end(), start.begin());
  judge(start);
  if (!std::isfinite(best_error)) judge(std::vector<Vec3>(best.size(), Vec3::Zero()));  // the start was not a number
  const CompactNewtonOptions options = plan(best_error);
  CompactNewtonResult result;
  result.error = best_error;
  const auto reached = [&] { return best_error <= options.target; };
  if (reached() || options.max_rounds <= 0) return result;
  Inner inner(problem);
  inner.move(best, u);
  const auto exhausted = [&] {
    return result.factorizations >= options.max_factorizations || (options.out_of_time && options.out_of_time());
  };
  double alpha = options.start_weight, accuracy = 1;
  int rounds_since_failure = 1000, rounds_since_gain = 0;
  double milestone = best_error;
  std::vector<double> history;
  for (; result.rounds < options.max_rounds && !reached() && !exhausted(); ++result.rounds) {
    if (best_error < 0.9 * milestone) {
      milestone = best_error;
      rounds_since_gain = 0;
    } else if (++rounds_since_gain > options.patience) {
      break;
    }
    inner.start(alpha);
    const double goal = 0.1 * accuracy * inner.norm;
    history.assign(1, inner.norm);
    double best_norm = inner.norm;
    int newton = 0, without_gain = 0;
    bool solved = false;
    while (!solved && newton < options.max_newton && without_gain < 6 && !reached() && !exhausted()) {
      ++result.factorizations;
      if (!inner.direction()) break;
      ++newton;
      // Against the worst of the last five: a little growth is the price of passing kinks.
      const auto recent = history.end() - std::min<std::ptrdiff_t>(5, std::ssize(history));
      inner.line_search(*std::max_element(recent, history.end()));
      if (!std::isfinite(inner.norm)) break;
      history.push_back(inner.norm);
      judge(inner.r);
      solved = inner.norm <= goal;
      without_gain = inner.norm < 0.9 * best_norm ? 0 : without_gain + 1;
      best_norm = std::min(best_norm, inner.norm);
    }
    if (solved) {
      double factor = newton <= 4 ? 0.5 : newton <= 10 ? 0.7 : 1.0;
      if (rounds_since_failure < 3) factor = std::max(factor, 0.7);
      ++rounds_since_failure;
      alpha = std::max(alpha * factor, 1e-8);
    } else {
      // Back to the centre exactly, with a firmer pull towards it.
      inner.go_back();
      rounds_since_failure = 0;
      alpha = std::min(4 * alpha, 10.0);
      accuracy = std::max(accuracy / 2, 0.02);
    }
  }
  std::copy_n(best.begin(), r.size(), r.begin());
  result.error = best_error;
  return result;
}

}  // namespace stiction
