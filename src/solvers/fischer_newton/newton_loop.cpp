#include "stiction/solvers/fischer_newton/newton_loop.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stiction {

namespace {

/// Damping of the Newton matrix: this part of |Φ| relative to the size of the data, within limits that keep redundant
/// contacts from blowing up the step.
constexpr double kDamping = 0.1, kLeastDamping = 1e-8, kMostDamping = 0.1;

}  // namespace

NewtonLoop::NewtonLoop(FischerSystem& system, std::vector<FischerLaw> laws, Eigen::VectorXd q,
                       const FischerNewtonOptions& options)
    : system_(system), laws_(std::move(laws)), q_(std::move(q)), options_(options), scale_(q_.norm()) {
  if (!(scale_ > 0)) scale_ = 1;
}

FischerPoint NewtonLoop::at(const Eigen::VectorXd& x, const Phase& phase) const {
  FischerPoint point;
  point.x = x;
  evaluate(point, phase);
  return point;
}

void NewtonLoop::evaluate(FischerPoint& p, const Phase& phase) const {
  system_.multiply(p.x, p.y);
  p.y += q_;
  cost_ += 1;
  p.phi.resize(p.x.size());
  p.E.resize(laws_.size());
  p.B.resize(laws_.size());
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    const Eigen::Index i = 3 * static_cast<Eigen::Index>(k);
    const Vec3 x = p.x.segment<3>(i);
    Vec3 y = p.y.segment<3>(i);
    if (phase.weight > 0) y += phase.weight * (x - phase.centre.segment<3>(i));
    FischerRows rows = fischer_rows(laws_[k], x, phase.gain * y);
    rows.B *= phase.gain;
    if (!phase.friction && laws_[k].law == RowLaw::coulomb) {
      rows.phi.tail<2>().setZero();
      rows.E.bottomRows<2>() << 0, -1, 0, 0, 0, -1;
      rows.B.tail<2>().setZero();
    }
    p.phi.segment<3>(i) = rows.phi;
    p.E[k] = rows.E;
    p.B[k] = rows.B;
  }
  p.merit = 0.5 * p.phi.squaredNorm();
}

Eigen::VectorXd NewtonLoop::multiply(const FischerPoint& p, double weight, const Eigen::VectorXd& v) const {
  Eigen::VectorXd out;
  system_.multiply(v, out);
  cost_ += 1;
  out += weight * v;
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    const Eigen::Index i = 3 * static_cast<Eigen::Index>(k);
    out.segment<3>(i) = p.B[k].cwiseProduct(Vec3(out.segment<3>(i))) + p.E[k] * v.segment<3>(i);
  }
  return out;
}

Eigen::VectorXd NewtonLoop::multiply_transposed(const FischerPoint& p, double weight, const Eigen::VectorXd& v) const {
  Eigen::VectorXd Bv(v.size()), out;
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    const Eigen::Index i = 3 * static_cast<Eigen::Index>(k);
    Bv.segment<3>(i) = p.B[k].cwiseProduct(Vec3(v.segment<3>(i)));
  }
  system_.multiply(Bv, out);
  cost_ += 1;
  out += weight * Bv;
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    const Eigen::Index i = 3 * static_cast<Eigen::Index>(k);
    out.segment<3>(i).noalias() += p.E[k].transpose() * v.segment<3>(i);
  }
  return out;
}

bool NewtonLoop::exact_direction(const FischerPoint& p, const Phase& phase, Eigen::VectorXd& direction, double& slope) {
  const double damping =
      phase.weight > 0 ? 0 : std::clamp(kDamping * p.phi.norm() / scale_, kLeastDamping, kMostDamping);
  damped_ = p.E;
  for (std::size_t k = 0; k < laws_.size(); ++k) damped_[k].diagonal() += (phase.weight + damping) * p.B[k];
  ++factorizations_;
  const bool regular = system_.factor(damped_, p.B);
  cost_ += system_.factor_cost();
  if (!regular) return false;
  direction = -p.phi;
  system_.solve(direction);
  if (!direction.allFinite()) return false;
  // ∇Ψ·Δ = Φᵀ H Δ with H Δ = -Φ - damping B Δ.
  slope = -p.phi.squaredNorm();
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    const Eigen::Index i = 3 * static_cast<Eigen::Index>(k);
    slope -= damping * Vec3(p.phi.segment<3>(i)).dot(p.B[k].cwiseProduct(Vec3(direction.segment<3>(i))));
  }
  return true;
}

/// Fletcher-Reeves on ½ΔᵀHΔ + ΦᵀΔ (eq 33) as if H were symmetric, with H p by finite differences of Φ (eq 34). H is
/// about minus a positive matrix, so the quadratic is maximized.
bool NewtonLoop::quasi_ncg_direction(const FischerPoint& p, const Phase& phase, Eigen::VectorXd& direction,
                                     double& slope) {
  direction.setZero(p.x.size());
  Eigen::VectorXd gradient = p.phi, search = p.phi;  // HΔ + Φ at Δ = 0
  double size2 = gradient.squaredNorm();
  const double enough = 1e-4 * size2;
  for (int i = 0; i < options_.max_subsystem && size2 > enough; ++i) {
    const double step = 1e-7 * std::max(1e-3 * scale_, p.x.norm()) / search.norm();
    const FischerPoint moved = at(p.x + step * search, phase);
    const Eigen::VectorXd H_search = (moved.phi - p.phi) / step;
    const double curvature = search.dot(H_search);
    if (!(curvature < 0)) break;
    const double length = -size2 / curvature;
    direction += length * search;
    gradient += length * H_search;
    const double next = gradient.squaredNorm();
    search = gradient + (next / size2) * search;
    size2 = next;
  }
  slope = p.phi.dot(gradient - p.phi);  // Φᵀ H Δ
  return direction.allFinite() && direction.squaredNorm() > 0;
}

bool NewtonLoop::line_search(FischerPoint& p, const Phase& phase, const Eigen::VectorXd& direction, double slope,
                             double length) {
  for (int halving = 0; halving <= options_.max_line_search; ++halving, length *= 0.5) {
    trial_.x = p.x + length * direction;
    evaluate(trial_, phase);
    if (!(trial_.merit <= reference_ + options_.armijo * length * slope)) continue;
    std::swap(p, trial_);
    return true;
  }
  return false;
}

bool NewtonLoop::steepest_descent(FischerPoint& p, const Phase& phase) {
  const Eigen::VectorXd gradient = multiply_transposed(p, phase.weight, p.phi);
  const double gradient2 = gradient.squaredNorm();
  const double bend2 = multiply(p, phase.weight, gradient).squaredNorm();
  if (!(gradient2 > 0 && bend2 > 0)) return false;
  return line_search(p, phase, -gradient, -gradient2, gradient2 / bend2);
}

NewtonLoop::Outcome NewtonLoop::run(FischerPoint& p, const Phase& phase, const Judge& judge) {
  std::vector<double> merits;
  Eigen::VectorXd direction;
  for (int step = 0; step < phase.max_steps; ++step) {
    merits.push_back(p.merit);
    reference_ =
        *std::max_element(merits.end() - std::min<std::ptrdiff_t>(std::ssize(merits), phase.memory), merits.end());
    if (p.merit <= phase.merit_target) return Outcome::target_met;
    if (options_.out_of_time && options_.out_of_time()) return Outcome::limit;
    double slope = 0;
    const bool found = options_.subsystem == FischerNewtonOptions::Subsystem::exact
                           ? exact_direction(p, phase, direction, slope)
                           : quasi_ncg_direction(p, phase, direction, slope);
    ++steps_;
    if (!(found && slope < 0 && line_search(p, phase, direction, slope, 1)) && !steepest_descent(p, phase))
      return Outcome::stalled;
    if (judge(p)) return Outcome::judged_good;
  }
  return p.merit <= phase.merit_target ? Outcome::target_met : Outcome::limit;
}

}  // namespace stiction
