// One call of evolve() for a tree: steps, and the events between them. The same order as for a pair (evolver.h), with
// one contact after the other: a step starts from a settled state, and one that ends in a state that is not settled is
// cut at the first moment at which something changes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "stiction/common/error.h"
#include "stiction/evolution/runge_kutta.h"
#include "stiction/evolution/settling.h"
#include "stiction/evolution/smooth_tree.h"
#include "stiction/evolution/switching.h"
#include "stiction/evolution/tree_dynamics.h"

namespace stiction {
namespace {

constexpr int kEach = TreeDynamics::kEach;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Steps below this (s) mean that the equations have no solution that goes on.
constexpr double kSmallestStep = 1e-13;

class TreeEvolver {
 public:
  TreeEvolver(const SmoothTree& tree, SmoothTreeState& state, const Vec3& gravity, const EvolutionOptions& options)
      : tree_(tree), state_(state), gravity_(gravity), options_(options), dynamics_(tree, state, gravity) {}

  TreeOutcome run(double duration) {
    const bool controlled = options_.method == EvolutionOptions::Method::kDormandPrince;
    if (state_.step <= 0) state_.step = controlled ? 1e-4 : options_.min_step;
    state_.step = std::min(state_.step, options_.max_step);
    y_ = TreeDynamics::pack(state_);
    refresh();
    settle();
    while (goes_on() && outcome_.elapsed < duration) {
      const double left = duration - outcome_.elapsed;
      const bool last = state_.step >= left * (1 - 1e-9);
      double h = last ? left : state_.step;
      Trial trial = attempt(h);
      if (!trial.end.allFinite() || !(trial.error <= 1)) {
        ++outcome_.rejected;
        state_.step = h * (std::isfinite(trial.error) ? std::clamp(0.9 * std::pow(trial.error, -0.2), 0.2, 0.9) : 0.2);
        if (state_.step < kSmallestStep) finish(0, ContactEnd::kStalled);
        continue;
      }
      const bool event = !(least_margin(trial) >= 0);
      if (event && !controlled && h > options_.min_step * (1 + 1e-9)) {
        ++outcome_.rejected;
        state_.step = std::max(h / 2, options_.min_step);
        continue;
      }
      if (event) trial = locate(h, trial);
      accept(trial, h);
      if (last && !event) outcome_.elapsed = duration;
      const double grown = controlled ? h * std::min(5., 0.9 * std::pow(std::max(trial.error, 1e-10), -0.2))
                           : event    ? options_.min_step
                                      : 2 * h;
      state_.step = std::min(options_.max_step, last || (event && controlled) ? std::max(state_.step, grown) : grown);
      settle();
    }
    for (SmoothContactState& at : state_.contacts) at.psi = std::remainder(at.psi, 2 * std::numbers::pi);
    outcome_.bodies = tree_.bodies(state_);
    return std::move(outcome_);
  }

 private:
  struct Trial {
    Eigen::VectorXd end, rate;
    std::vector<ContactReaction> reactions;
    double error = 0;
  };

  bool goes_on() const { return outcome_.end == ContactEnd::kNone; }
  void finish(int member, ContactEnd end) {
    outcome_.end = end;
    outcome_.member = member;
    note(member, ContactEvent::Kind::kEnds);
  }
  void note(int member, ContactEvent::Kind kind, int patch = 0) {
    outcome_.events.push_back({member, {outcome_.elapsed, kind, patch}});
  }
  void evaluate(const Eigen::VectorXd& y, Eigen::VectorXd& rate) {
    ++outcome_.evaluations;
    dynamics_.derivative(y, rate);
  }
  /// Derivative and forces at y_, with modes and directions as the state says.
  void refresh() {
    TreeDynamics::unpack(y_, state_);
    tree_.bodies(state_);
    dynamics_.look_at(state_);
    evaluate(y_, rate_);
    reactions_ = dynamics_.reactions();
  }

  Trial attempt(double h) {
    Trial trial;
    const auto f = [&](const Eigen::VectorXd& y, Eigen::VectorXd& rate) { evaluate(y, rate); };
    if (options_.method == EvolutionOptions::Method::kDormandPrince) {
      const EmbeddedStep<Eigen::VectorXd> step = dormand_prince(y_, rate_, h, f);
      trial.end = step.end;
      trial.rate = step.last;
      trial.error = error_norm(step.error);
    } else {
      trial.end = runge_kutta4(y_, rate_, h, f);
      f(trial.end, trial.rate);
    }
    trial.reactions = dynamics_.reactions();
    return trial;
  }
  /// As for a pair: lengths over the contact's distance from the member's centre, speeds over those of its motion.
  double error_norm(const Eigen::VectorXd& e) const {
    double worst = 0;
    for (int i = 0; i < tree_.size(); ++i) {
      const ContactReaction& r = reactions_[static_cast<std::size_t>(i)];
      const Eigen::Index at = kEach * i;
      const double arm = std::max(r.arm, 1e-9);
      const double speed = std::sqrt(y_.segment<2>(at + 8).squaredNorm() +
                                     arm * arm * y_.segment<3>(at + 5).squaredNorm() + arm * gravity_.norm()) +
                           1e-9;
      worst = std::max({worst, r.metric.x() * e.segment<2>(at).norm() / arm,
                        r.metric.y() * e.segment<2>(at + 2).norm() / arm, std::abs(e[at + 4]),
                        arm * e.segment<3>(at + 5).norm() / speed, e.segment<2>(at + 8).norm() / speed});
    }
    return worst / options_.tolerance;
  }

  /// Positive where nothing changes.
  double least_margin(const Trial& trial) const {
    double least = kInfinity;
    for (int i = 0; i < tree_.size(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      const SmoothContact& contact = tree_.contact(i);
      const SmoothContactState& at = state_.contacts[k];
      const ContactReaction& r = trial.reactions[k];
      SurfacePlace first = at.first, second = at.second;
      first.st = trial.end.segment<2>(kEach * i);
      second.st = trial.end.segment<2>(kEach * i + 2);
      const double weight = contact.first().mass * std::max(gravity_.norm(), 1e-3);
      least =
          std::min({least, r.normal / weight + 1e-12,
                    std::min(contact.first_surface().margin(first), contact.second_surface().margin(second)) + kBorder,
                    std::isfinite(r.condition) ? 1 - r.condition / options_.max_condition : -1, r.jammed ? -1. : 1.});
      const SmoothContactLaw& law = contact.law();
      if (at.mode.rolling) {
        least = std::min(least, static_margin(law.mu_static, r.normal, r.friction.norm()) / weight);
      } else if (law.mu_static > 0 && at.slip.norm() > law.slip_threshold) {
        const Vec2 slip = trial.end.segment<2>(kEach * i + 8);
        least = std::min(least,
                         (slip.dot(dynamics_.slip_direction(i)) > 0 ? slip.norm() : -slip.norm()) - law.slip_threshold);
      }
    }
    return std::isnan(least) ? -1 : least;
  }
  /// The first moment at which a margin turns negative, by bisection on steps from the same start.
  Trial locate(double& h, Trial far) {
    double near = 0;
    while (h - near > 1e-15 + 1e-14 * h && least_margin(far) < -1e-13) {
      const double middle = 0.5 * (near + h);
      if (middle <= near || middle >= h) break;
      Trial trial = attempt(middle);
      if (trial.end.allFinite() && least_margin(trial) >= 0) {
        near = middle;
      } else {
        h = middle;
        far = std::move(trial);
      }
    }
    return far;
  }
  void accept(const Trial& trial, double h) {
    y_ = trial.end;
    rate_ = trial.rate;
    reactions_ = trial.reactions;
    outcome_.elapsed += h;
    outcome_.step_sizes.push_back(h);
    ++outcome_.steps;
  }

  void settle() {
    TreeDynamics::unpack(y_, state_);
    tree_.bodies(state_);
    dynamics_.look_at(state_);
    bool changed = true;
    while (changed && goes_on()) {
      changed = false;
      if (static_cast<int>(outcome_.events.size()) > options_.max_events) return finish(0, ContactEnd::kStalled);
      for (int i = 0; i < tree_.size() && !changed && goes_on(); ++i) changed = settle(i);
    }
  }
  /// True if something switched, so that all must be looked at again.
  bool settle(int i) {
    const auto k = static_cast<std::size_t>(i);
    const SmoothContact& contact = tree_.contact(i);
    SmoothContactState& at = state_.contacts[k];
    for (const bool first : {true, false}) {
      const ContactSurface& surface = first ? contact.first_surface() : contact.second_surface();
      if (surface.margin(first ? at.first : at.second) >= -kBorder) continue;
      const Crossing crossing = cross_border(contact, first, rate_.segment<2>(kEach * i + (first ? 0 : 2)), at);
      if (crossing != Crossing::kPassed) {
        finish(i, crossing == Crossing::kCrease ? ContactEnd::kCrease : ContactEnd::kSurfaceEnds);
        return false;
      }
      note(i, first ? ContactEvent::Kind::kCrossesFirst : ContactEvent::Kind::kCrossesSecond,
           (first ? at.first : at.second).patch);
      y_ = TreeDynamics::pack(state_);
      refresh();
      return true;
    }
    const ContactReaction& r = reactions_[k];
    if (!(r.condition <= options_.max_condition))
      finish(i, ContactEnd::kConforming);
    else if (r.jammed)
      finish(i, ContactEnd::kJammed);
    else if (!(r.normal >= -smallest_force(contact, gravity_)))
      finish(i, ContactEnd::kSeparated);
    return goes_on() && (settle_slip(i) || settle_spin(i));
  }

  /// The forces if this contact's mode were another one.
  ContactReaction reaction_in(int i, const ContactMode& mode, const Vec2& direction) {
    const SmoothContactState& at = state_.contacts[static_cast<std::size_t>(i)];
    const Vec2 before = dynamics_.slip_direction(i);
    dynamics_.set_mode(i, mode);
    dynamics_.set_slip_direction(i, direction);
    Eigen::VectorXd rate;
    evaluate(y_, rate);
    dynamics_.set_mode(i, at.mode);
    dynamics_.set_slip_direction(i, before);
    return dynamics_.reactions()[static_cast<std::size_t>(i)];
  }
  Vec2 onset(int i, const Vec2& guess) {
    const bool locked = state_.contacts[static_cast<std::size_t>(i)].mode.spin_locked;
    return slip_onset(guess, [&](const Vec2& d) { return reaction_in(i, {false, locked}, d).slip_rate; });
  }

  bool settle_slip(int i) {
    const auto k = static_cast<std::size_t>(i);
    SmoothContactState& at = state_.contacts[k];
    const SmoothContactLaw& law = tree_.contact(i).law();
    if (at.mode.rolling) {
      const double friction = reactions_[k].friction.norm();
      if (static_margin(law.mu_static, reactions_[k].normal, friction) >= 0) return false;
      at.mode.rolling = false;
      at.slip_direction = onset(i, -reactions_[k].friction / friction);
      note(i, ContactEvent::Kind::kSlides);
      refresh();
      return true;
    }
    const double speed = at.slip.norm();
    if (!std::isinf(law.mu_static)) {  // else slip ends at once
      if (!(law.mu_static > 0) || speed > law.slip_threshold) return false;
      if (speed > SlipDirection::kNoSlip && at.slip.dot(reactions_[k].slip_rate) > 0) return false;
    }
    if (speed > SlipDirection::kNoSlip) impose(i, {true, at.mode.spin_locked});
    const ContactReaction held = reaction_in(i, {true, at.mode.spin_locked}, dynamics_.slip_direction(i));
    if (held.normal >= 0 && (std::isinf(law.mu_static) || held.friction.norm() <= law.mu_static * held.normal)) {
      at.mode.rolling = true;
      note(i, ContactEvent::Kind::kRolls);
      refresh();
      return true;
    }
    // Friction cannot hold it: slip goes on from zero, another way.
    y_.segment<2>(kEach * i + 8).setZero();
    at.slip.setZero();
    const Vec2 next = held.friction.norm() > 0 ? onset(i, -held.friction.normalized()) : at.slip_direction;
    const bool turned = speed > SlipDirection::kNoSlip || (next - at.slip_direction).norm() > 1e-9;
    at.slip_direction = next;
    if (turned) refresh();
    return false;
  }
  bool settle_spin(int i) {
    SmoothContactState& at = state_.contacts[static_cast<std::size_t>(i)];
    if (at.mode.spin_locked || !std::isinf(tree_.contact(i).law().spin_static)) return false;
    impose(i, {at.mode.rolling, true});
    at.mode.spin_locked = true;
    note(i, ContactEvent::Kind::kStopsSpinning);
    refresh();
    return true;
  }
  void impose(int i, const ContactMode& mode) {
    dynamics_.set_mode(i, mode);
    dynamics_.impose_modes(y_);
    dynamics_.set_mode(i, state_.contacts[static_cast<std::size_t>(i)].mode);
    TreeDynamics::unpack(y_, state_);
  }

  const SmoothTree& tree_;
  SmoothTreeState& state_;
  const Vec3 gravity_;
  EvolutionOptions options_;
  TreeDynamics dynamics_;
  Eigen::VectorXd y_, rate_;
  std::vector<ContactReaction> reactions_;
  TreeOutcome outcome_;
};

}  // namespace

TreeOutcome evolve(const SmoothTree& tree, SmoothTreeState& state, double duration, const Vec3& gravity,
                   const EvolutionOptions& options) {
  if (state.contacts.size() != static_cast<std::size_t>(tree.size()))
    throw InputError("smooth tree: state", "has another number of contacts", "use a state of the same tree");
  check_evolution(duration, options);
  EvolutionOptions used = options;
  used.min_step = std::min(options.min_step, options.max_step);
  return TreeEvolver(tree, state, gravity, used).run(duration);
}

}  // namespace stiction
