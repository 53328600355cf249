#include "stiction/solvers/fischer_newton/fischer_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "stiction/problem/certificate.h"
#include "stiction/solvers/fischer_newton/newton_loop.h"
#include "stiction/solvers/friction_set.h"

namespace stiction {

namespace {

using Phase = NewtonLoop::Phase;
using Outcome = NewtonLoop::Outcome;

/// The normals-first phase ends when this part of the tolerance is left: a fixed threshold, as in the paper.
constexpr double kNormalsEnough = 1e-3;
/// Weights of the proximal loop, relative to the contacts' compliances.
constexpr double kLeastWeight = 1e-8, kMostWeight = 10;
/// The first weight: this many times the error at hand, within limits.
constexpr double kWeightForError = 3, kFirstLeast = 1e-3, kFirstMost = 0.1;
/// An inner problem is solved when its |Φ| has shrunk to this part.
constexpr double kInnerAccuracy = 0.1;
constexpr int kInnerSteps = 15;
/// Merits that a step may not exceed: some growth on the way is worth it. The paper's method has a memory of 1.
constexpr int kMemory = 3, kInnerMemory = 5;
/// Newton steps without a tenth less error after which the proximal loop gives up.
constexpr int kPatience = 300;

/// A problem as Fischer-Newton sees it: laws and data in given contact frames, with the linear algebra.
class Solve {
 public:
  Solve(FischerSystem& system, const std::vector<LocalContact>& contacts, const std::vector<Vec3>& q,
        const std::vector<double>& compliances, const FischerNewtonOptions& options, const Trace& trace)
      : system_(system), contacts_(contacts), q_(q), d_(compliances), options_(options), trace_(trace) {}

  LocalResult run(std::vector<Vec3>& r) {
    expect_known_laws(contacts_, "fischer_newton", true);
    std::vector<Mat3> turns(contacts_.size(), Mat3::Identity());
    for (int i = 0; i <= options_.alignments; ++i) {
      if (options_.alignments > 0 && !turn_tangents(r, turns)) break;
      solve(r, turns);
    }
    result_.converged = result_.model_error <= options_.tolerance;
    return result_;
  }

 private:
  /// Turns tangents 1 along the slip that impulses r lead to, where there is any; false if nothing turns any more.
  bool turn_tangents(const std::vector<Vec3>& r, std::vector<Mat3>& turns) {
    system_.set_frames(std::vector<Mat3>(contacts_.size(), Mat3::Identity()));
    Eigen::VectorXd x(3 * r.size()), u;
    for (std::size_t k = 0; k < r.size(); ++k) x.segment<3>(3 * k) = r[k];
    system_.multiply(x, u);
    result_.cost += 1;
    double fastest = 0;
    for (std::size_t k = 0; k < r.size(); ++k) fastest = std::max(fastest, q_[k].norm());
    bool turned = solves_ == 0;
    for (std::size_t k = 0; k < r.size(); ++k) {
      const Vec2 slip = (Vec3(u.segment<3>(3 * k)) + q_[k]).tail<2>();
      if (contacts_[k].law != RowLaw::coulomb || !(slip.norm() > 1e-6 * fastest)) continue;
      const Vec2 t = slip.normalized();
      // Sliding along a tangent, in either sense, needs no turn.
      const Vec2 in_frame = turns[k].bottomRightCorner<2, 2>() * t;
      if (std::min(std::abs(in_frame.x()), std::abs(in_frame.y())) < 1e-9) continue;
      turns[k].bottomRightCorner<2, 2>() << t.x(), t.y(), -t.y(), t.x();
      turned = true;
    }
    return turned;
  }

  void solve(std::vector<Vec3>& r, const std::vector<Mat3>& turns) {
    ++solves_;
    const int n = static_cast<int>(contacts_.size());
    std::vector<Mat3> frames(contacts_.size());
    std::vector<FischerLaw> laws(contacts_.size());
    Eigen::VectorXd x(3 * n), q(3 * n);
    turned_q_.resize(contacts_.size());
    for (int k = 0; k < n; ++k) {
      frames[k] = turns[k] / std::sqrt(d_[k]);
      laws[k] = scaled_law(contacts_[k], d_[k]);
      x.segment<3>(3 * k).noalias() = turns[k] * r[k] * std::sqrt(d_[k]);
      turned_q_[k].noalias() = turns[k] * q_[k];
      q.segment<3>(3 * k).noalias() = frames[k] * q_[k];
    }
    system_.set_frames(frames);
    turns_ = &turns;
    best_error_ = std::numeric_limits<double>::infinity();
    NewtonLoop loop(system_, std::move(laws), std::move(q), options_);
    loop_ = &loop;
    iterate(loop, x);
    finish(loop, r);
    result_.iterations += loop.steps();
    result_.factorizations += loop.factorizations();
    result_.cost += loop.cost();
  }

  /// The paper's method, then the proximal loop if it got stuck.
  void iterate(NewtonLoop& loop, Eigen::VectorXd& x) {
    const auto judge = [this](const FischerPoint& p) { return good(p); };
    const auto never = [this](const FischerPoint& p) { return good(p), false; };
    FischerPoint point = loop.at(x, {});
    if (good(point)) return;
    if (options_.semi_staggered && x.isZero(0)) {
      Phase normals;
      normals.friction = false;
      normals.max_steps = std::min(options_.max_newton, options_.max_steps);
      point = loop.at(point.x, normals);
      normals.merit_target = kNormalsEnough * options_.tolerance * options_.tolerance * point.merit;
      loop.run(point, normals, never);
    }
    Phase whole;
    whole.max_steps = std::min(options_.max_newton, options_.max_steps - loop.steps());
    if (options_.proximal && exact()) whole.memory = kMemory;
    point = loop.at(point.x, whole);
    if (good(point)) return;
    if (loop.run(point, whole, judge) == Outcome::judged_good) return;
    if (options_.proximal) proximal_rounds(loop, judge);
  }

  void proximal_rounds(NewtonLoop& loop, const NewtonLoop::Judge& judge) {
    Phase phase;
    phase.weight = std::clamp(kWeightForError * best_error_, kFirstLeast, kFirstMost);
    if (exact()) phase.memory = kInnerMemory;
    const int patience = exact() ? kPatience : options_.max_steps;  // small steps of the inexact one are gains, too
    phase.centre = best_;
    double milestone = best_error_;
    int last_gain = loop.steps();
    while (loop.steps() < options_.max_steps && loop.steps() - last_gain < patience) {
      phase.max_steps = std::min(kInnerSteps, options_.max_steps - loop.steps());
      // Measured: as the weight falls, rows in which velocities count for more make Newton's way shorter. They also
      // make H less symmetric, which quasi nonlinear CG cannot bear.
      if (exact()) phase.gain = 1 / (2 * std::pow(phase.weight, 0.8) + phase.weight);
      FischerPoint point = loop.at(phase.centre, phase);
      phase.merit_target = kInnerAccuracy * kInnerAccuracy * point.merit;
      const int before = loop.steps();
      const Outcome outcome = loop.run(point, phase, judge);
      if (outcome == Outcome::judged_good || (options_.out_of_time && options_.out_of_time())) return;
      if (best_error_ < 0.9 * milestone) {
        milestone = best_error_;
        last_gain = loop.steps();
      }
      if (outcome == Outcome::target_met) {
        phase.centre = point.x;
        const int steps = loop.steps() - before;
        phase.weight = std::max(kLeastWeight, phase.weight * (steps <= 4 ? 0.2 : steps <= 10 ? 0.7 : 1));
      } else {
        phase.weight = std::min(kMostWeight, 4 * phase.weight);
      }
    }
  }

  bool exact() const { return options_.subsystem == FischerNewtonOptions::Subsystem::exact; }

  /// Model error of a point, in impulses and velocities, with the best one kept; true if it is good enough.
  bool good(const FischerPoint& p) {
    unscale(p);
    const std::vector<Vec3>&r = impulses_, &u = velocities_;
    const ModelErrors errors = model_errors(contacts_, turned_q_, d_, r, u, FrictionSet::pyramid());
    const double error = errors.worst();
    if (trace_ && loop_->steps() > traced_steps_) {
      traced_steps_ = loop_->steps();
      LocalProblem turned{{}, turned_q_, contacts_};
      const Merits m = merits(turned, d_, r, u, FrictionSet::pyramid());
      trace_(result_.iterations + loop_->steps(), result_.cost + loop_->cost(), m.normal, m.friction);
    }
    if (!(best_error_ <= error)) {
      best_error_ = error;
      best_model_error_ = errors.impulse;
      best_ = p.x;
    }
    return error <= kMargin * options_.tolerance;
  }

  /// The best iterate made admissible, which costs it no more than what is judged here.
  void finish(const NewtonLoop& loop, std::vector<Vec3>& r) {
    std::vector<Vec3> turned(contacts_.size());
    Eigen::VectorXd x(best_.size());
    bool changed = false;
    for (std::size_t k = 0; k < turned.size(); ++k) {
      turned[k] = best_.segment<3>(3 * k) / std::sqrt(d_[k]);
      const Vec3 admissible = admissible_impulse(contacts_[k], turned[k], FrictionSet::pyramid());
      changed = changed || admissible != turned[k];
      turned[k] = admissible;
      x.segment<3>(3 * k) = turned[k] * std::sqrt(d_[k]);
      r[k].noalias() = (*turns_)[k].transpose() * turned[k];
    }
    result_.model_error = best_model_error_;
    if (!changed) return;
    unscale(loop.at(x, {}));
    result_.model_error = model_errors(contacts_, turned_q_, d_, turned, velocities_, FrictionSet::pyramid()).impulse;
  }

  /// impulses_ and velocities_ of a point.
  void unscale(const FischerPoint& p) {
    impulses_.resize(contacts_.size());
    velocities_.resize(contacts_.size());
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
      const double root = std::sqrt(d_[k]);
      impulses_[k] = p.x.segment<3>(3 * k) / root;
      velocities_[k] = p.y.segment<3>(3 * k) * root;
    }
  }

  /// Judged with a margin, since making an iterate admissible may cost a little.
  static constexpr double kMargin = 0.5;

  FischerSystem& system_;
  const std::vector<LocalContact>& contacts_;
  const std::vector<Vec3>& q_;
  const std::vector<double>& d_;
  const FischerNewtonOptions& options_;
  const Trace trace_;
  LocalResult result_;
  int solves_ = 0, traced_steps_ = 0;
  const std::vector<Mat3>* turns_ = nullptr;
  const NewtonLoop* loop_ = nullptr;
  std::vector<Vec3> turned_q_, impulses_, velocities_;
  Eigen::VectorXd best_;
  double best_error_ = 0, best_model_error_ = 0;
};

}  // namespace

LocalResult fischer_newton(const LocalProblem& problem, std::vector<Vec3>& r, const FischerNewtonOptions& options,
                           const Trace& trace) {
  if (problem.size() == 0) return {.converged = true};
  const std::vector<double> d = compliances(problem);
  const std::unique_ptr<FischerSystem> system = contact_form(problem);
  return Solve(*system, problem.contacts, problem.q, d, options, trace).run(r);
}

LocalResult fischer_newton(const ContactProblem& problem, std::vector<Vec3>& r, const FischerNewtonOptions& options) {
  if (problem.size() == 0) return {.converged = true};
  const WhitenedProblem whitened(problem);
  std::vector<LocalContact> contacts;
  std::vector<Vec3> q;
  std::vector<double> d;
  for (int k = 0; k < problem.size(); ++k) {
    const ProblemContact& c = problem.contacts[k];
    contacts.push_back({c.law, c.mu, c.rows, c.lower, c.upper, whitened.contacts[k].noise});
    q.push_back(contact_velocity(c, problem.v_free) - Vec3(c.bias, 0, 0));
    d.push_back(whitened.contacts[k].d);
  }
  const std::unique_ptr<FischerSystem> system = body_form(whitened);
  return Solve(*system, contacts, q, d, options, {}).run(r);
}

}  // namespace stiction
