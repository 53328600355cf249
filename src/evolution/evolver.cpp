#include "stiction/evolution/evolver.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/evolution/contact_kinematics.h"
#include "stiction/evolution/runge_kutta.h"
#include "stiction/evolution/settling.h"

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Error-controlled steps below this (s) mean that the equations have no solution that goes on.
constexpr double kSmallestStep = 1e-13;
// An event is found when what changes is past zero by less than this fraction of what it was at the step's ends.
constexpr double kEventTolerance = 1e-11;

}  // namespace

template <int N>
void Evolver<N>::evaluate(const StepContext& context, const Vector& y, Vector& rate, ContactReaction& reaction) {
  ++outcome_.evaluations;
  contact_derivative<N>(context, y, rate, reaction);
}

template <int N>
void Evolver<N>::refresh() {
  unpack<N>(y_, state_);
  context_ = step_context(contact_, state_, gravity_);
  evaluate(context_, y_, rate_, reaction_);
}

template <int N>
EvolutionOutcome Evolver<N>::run(double duration) {
  const bool controlled = options_.method == EvolutionOptions::Method::kDormandPrince;
  if (state_.step <= 0) state_.step = std::min(controlled ? 1e-4 : options_.min_step, options_.max_step);
  state_.step = std::min(state_.step, options_.max_step);
  refresh();
  settle();
  while (outcome_.in_contact() && outcome_.elapsed < duration) {
    const double left = duration - outcome_.elapsed;
    const bool last = state_.step >= left * (1 - 1e-9);
    double h = last ? left : state_.step;
    const Watch start = watch(y_, reaction_);
    Trial trial = attempt(h);
    if (!trial.end.allFinite() || !(trial.error <= 1)) {
      ++outcome_.rejected;
      const double factor = std::isfinite(trial.error) ? std::clamp(0.9 * std::pow(trial.error, -0.2), 0.2, 0.9) : 0.2;
      state_.step = h * factor;
      // A vertex that cannot be passed is hopped over.
      const bool vertex = state_.first.chart >= 0 || state_.second.chart >= 0;
      if (state_.step < kSmallestStep) finish(vertex ? ContactEnd::kBounced : ContactEnd::kStalled);
      continue;
    }
    const Watch end = watch(trial.end, trial.reaction);
    const bool event = std::ranges::any_of(end, [](double value) { return !(value >= 0); });
    if (event && !controlled && h > options_.min_step * (1 + 1e-9)) {
      ++outcome_.rejected;  // back up, as the paper does
      state_.step = std::max(h / 2, options_.min_step);
      continue;
    }
    if (event) trial = locate(h, start, trial);
    accept(trial, h);
    if (last && !event) outcome_.elapsed = duration;
    const double grown = controlled ? h * std::min(5., 0.9 * std::pow(std::max(trial.error, 1e-10), -0.2))
                         : event    ? options_.min_step
                                    : 2 * h;
    state_.step = std::min(options_.max_step, last || (event && controlled) ? std::max(state_.step, grown) : grown);
    settle();
    if (observer_ != nullptr && outcome_.in_contact() && !observer_->after_step(state_, reaction_, h))
      finish(ContactEnd::kStopped);
  }
  unpack<N>(y_, state_);
  if (outcome_.in_contact()) outcome_.bodies = contact_.bodies(state_);
  return outcome_;
}

template <int N>
typename Evolver<N>::Trial Evolver<N>::attempt(double h) {
  Trial trial;
  const auto f = [&](const Vector& y, Vector& rate) { evaluate(context_, y, rate, trial.reaction); };
  if (options_.method == EvolutionOptions::Method::kDormandPrince) {
    const EmbeddedStep<Vector> step = dormand_prince(y_, rate_, h, f);
    trial.end = step.end;
    trial.rate = step.last;
    trial.error = error_norm(step.error);
    return trial;
  }
  const bool charts = state_.first.chart >= 0 || state_.second.chart >= 0;
  trial.end = options_.coordinate_velocities && !charts ? coordinate_step(h) : runge_kutta4(y_, rate_, h, f);
  f(trial.end, trial.rate);
  return trial;
}

// A step in (q, q̇), by q̈ = H⁻¹ (φ̇ - Ḣ q̇) with the top five rows of H. Without slip only (u̇, v̇, ψ̇) are integrated, and
// (ṡ, ṫ) follow by (30); without spin, ψ̇ by (37).
template <int N>
typename Evolver<N>::Vector Evolver<N>::coordinate_step(double h) {
  const auto kinematics = [&](const Vector& z) {
    const SurfaceJet first = contact_.first().surface->jet({state_.first.patch, z.template head<2>()});
    const SurfaceJet second = contact_.second().surface->jet({state_.second.patch, z.template segment<2>(2)});
    return contact_kinematics(first, second, z[4], z.template segment<5>(5));
  };
  const auto complete = [&](Vector& z) {
    if (!state_.mode.rolling) return;
    const NoSlipKinematics slipless = no_slip(kinematics(z));
    z.template segment<2>(5) = slipless.D * z.template segment<2>(7);
    if (state_.mode.spin_locked) z[9] = no_spin(slipless).psi_row * z.template segment<2>(7);
  };
  const auto to_velocities = [&](Vector z) {
    complete(z);
    const ContactKinematics k = kinematics(z);
    const Vec5 velocities = k.H.topRows<5>() * z.template segment<5>(5);
    z.template segment<5>(5) = velocities;
    return z;
  };
  const auto f = [&](const Vector& given, Vector& rate) {
    Vector z = given;
    complete(z);
    const ContactKinematics k = kinematics(z);
    Vector y = z;
    y.template segment<5>(5).noalias() = k.H.topRows<5>() * z.template segment<5>(5);
    ContactReaction reaction;
    evaluate(context_, y, rate, reaction);
    const Vec5 rest = rate.template segment<5>(5) - k.H_rate.topRows<5>() * z.template segment<5>(5);
    rate.template head<5>() = z.template segment<5>(5);
    rate.template segment<5>(5) = k.H.topRows<5>().partialPivLu().solve(rest);
  };
  Vector z = y_, first;
  z.template segment<5>(5) = coordinate_rate<N>(context_, y_);
  f(z, first);
  Vector end = to_velocities(runge_kutta4(z, first, h, f));
  if (state_.mode.rolling) end.template segment<2>(8).setZero();
  if (state_.mode.spin_locked) end[7] = 0;
  return end;
}

// Errors as lengths over the contact's distance from the centre of mass, and speeds over those of the motion.
template <int N>
double Evolver<N>::error_norm(const Vector& e) const {
  const double arm = std::max(reaction_.arm, 1e-9);
  const double turn = y_.template segment<3>(5).squaredNorm();
  const double speed =
      std::sqrt(y_.template segment<2>(8).squaredNorm() + arm * arm * turn + arm * gravity_.norm()) + 1e-9;
  double worst = std::max({reaction_.metric.x() * e.template head<2>().norm() / arm,
                           reaction_.metric.y() * e.template segment<2>(2).norm() / arm, std::abs(e[4]),
                           arm * e.template segment<3>(5).norm() / speed, e.template segment<2>(8).norm() / speed});
  if constexpr (N == kSecondMoves)
    worst = std::max({worst, e.template segment<3>(10).norm() / arm, e.template segment<4>(13).norm(),
                      e.template segment<3>(17).norm() / speed, arm * e.template segment<3>(20).norm() / speed});
  return worst / options_.tolerance;
}

template <int N>
typename Evolver<N>::Watch Evolver<N>::watch(const Vector& y, const ContactReaction& r) const {
  const SmoothContactLaw& law = contact_.law();
  SurfacePlace first = state_.first, second = state_.second;
  first.st = y.template head<2>();
  second.st = y.template segment<2>(2);
  Watch g;
  g.fill(kInfinity);
  g[0] = r.normal + smallest_force(contact_, gravity_);
  g[1] = std::min(contact_.first_surface().margin(first), contact_.second_surface().margin(second)) + kBorder;
  g[2] = std::isfinite(r.condition) ? 1 - r.condition / options_.max_condition : -1;
  g[3] = r.jammed ? -1 : 1;
  if (state_.mode.rolling) {
    g[4] = static_margin(law.mu_static, r.normal, r.friction.norm());
  } else if (law.mu_static > 0 && state_.slip.norm() > law.slip_threshold) {
    const Vec2 slip = y.template segment<2>(8);
    g[4] = (slip.dot(context_.slips.ahead) > 0 ? slip.norm() : -slip.norm()) - law.slip_threshold;
  }
  if (state_.mode.spin_locked) {
    g[5] = static_margin(law.spin_static, r.normal, std::abs(r.spin));
  } else if (law.spin_static > 0 && std::abs(state_.spin.z()) > law.spin_threshold) {
    g[5] = y[7] * context_.spin_direction - law.spin_threshold;
  }
  return g;
}

// The first moment at which a watch turns negative, by regula falsi (Illinois) on steps from the same start.
template <int N>
typename Evolver<N>::Trial Evolver<N>::locate(double& h, const Watch& start, Trial far) {
  const Watch end = watch(far.end, far.reaction);
  const auto level = [&](const Watch& g) {
    double least = kInfinity;
    for (std::size_t i = 0; i < g.size(); ++i) {
      if (std::isinf(g[i]) && g[i] > 0) continue;
      const double scale = std::max({start[i] < kInfinity ? start[i] : 0., std::abs(end[i]), 1e-300});
      least = std::min(least, g[i] / scale);
    }
    return std::isnan(least) ? -1 : least;
  };
  const double aim = -0.5 * kEventTolerance;
  double far_value = level(end), near_h = 0, far_h = h;
  double near_level = std::max(level(start), 0.) - aim, far_level = far_value - aim;
  int side = 0;
  for (int i = 0; i < 100 && far_h - near_h > 1e-16 + 1e-15 * h; ++i) {
    if (far_value > -kEventTolerance) break;
    // Now and then bisect: levels may jump.
    const double share = i % 4 == 3 ? 0.5 : std::clamp(near_level / (near_level - far_level), 1e-3, 1 - 1e-3);
    const double at = near_h + share * (far_h - near_h);
    const Trial trial = attempt(at);
    const double value = trial.end.allFinite() ? level(watch(trial.end, trial.reaction)) : -1;
    if (value >= 0) {
      near_h = at;
      near_level = value - aim;
      if (side == 1) far_level /= 2;
      side = 1;
    } else {
      far_h = at;
      far_value = value;
      far_level = std::min(value - aim, aim);
      far = trial;
      if (side == -1) near_level /= 2;
      side = -1;
    }
  }
  h = far_h;
  return far;
}

template <int N>
void Evolver<N>::accept(const Trial& trial, double h) {
  y_ = trial.end;
  rate_ = trial.rate;
  reaction_ = trial.reaction;
  if constexpr (N == kSecondMoves) y_.template segment<4>(13).normalize();
  outcome_.elapsed += h;
  outcome_.step_sizes.push_back(h);
  ++outcome_.steps;
}

template class Evolver<kSecondFixed>;
template class Evolver<kSecondMoves>;

}  // namespace stiction
