#include "stiction/solvers/kernels/convex_projection.h"

#include <algorithm>
#include <cmath>

#include "stiction/linalg/planar_sets.h"

namespace stiction {

ImpulseSets normal_rays() {
  return [](int, const Vec3& x) {
    SetProjection s{Vec3::Zero(), Mat3::Zero()};
    if (x.x() > 0) {
      s.point.x() = x.x();
      s.derivative(0, 0) = 1;
    }
    return s;
  };
}

ImpulseSets friction_sets(const WhitenedProblem& problem, const std::vector<double>& normal_impulses, int samples) {
  std::vector<double> radii(normal_impulses.size());
  for (std::size_t k = 0; k < radii.size(); ++k) radii[k] = problem.contacts[k].mu * std::max(0.0, normal_impulses[k]);
  return [radii = std::move(radii), samples](int k, const Vec3& x) {
    const PlanarProjection planar = samples == 0 ? project_on_disk(x.tail<2>(), radii[k])
                                                 : project_on_polygon(x.tail<2>(), radii[k], samples);
    SetProjection s{Vec3::Zero(), Mat3::Zero()};
    s.point.tail<2>() = planar.point;
    s.derivative.bottomRightCorner<2, 2>() = planar.derivative;
    return s;
  };
}

namespace {

/// phi(w) = ½|w-p|² + Σ alpha d psi(z), z = centre - (Jw - b)/(alpha d), psi(z) = ½|z|² - ½|z - P(z)|².
class Multiplier {
 public:
  Multiplier(const WhitenedProblem& problem, NewtonSystem& system, const ImpulseSets& sets, const std::vector<Vec6>& p,
             bool biased)
      : problem_(problem), system_(system), sets_(sets), p_(p), biased_(biased) {
    weights_.resize(problem.size());
    r.resize(problem.size());
  }

  double evaluate(const std::vector<Vec6>& w, bool with_weights) {
    double value = 0;
    for (int i = 0; i < problem_.bodies(); ++i) value += 0.5 * (w[i] - p_[i]).squaredNorm();
    for (int k = 0; k < problem_.size(); ++k) {
      const double scale = alpha * problem_.contacts[k].d;
      const Vec3 z = centre[k] - velocity(k, w) / scale;
      const SetProjection s = sets_(k, z);
      r[k] = s.point;
      // ½|z|² - ½|z-P|² written without cancellation.
      value += scale * (z.dot(s.point) - 0.5 * s.point.squaredNorm());
      if (with_weights) weights_[k] = s.derivative / scale;
    }
    return value;
  }

  /// Gradient w - p - Jᵀ r at the point last evaluated.
  void gradient(const std::vector<Vec6>& w, std::vector<Vec6>& g) const {
    g = p_;
    problem_.add_impulses(r, g);
    for (int i = 0; i < problem_.bodies(); ++i) g[i] = w[i] - g[i];
  }

  bool factor() { return system_.factor(weights_, true); }

  Vec3 velocity(int k, const std::vector<Vec6>& w) const {
    Vec3 u = contact_velocity(problem_.contacts[k], w);
    if (biased_) u.x() -= problem_.contacts[k].bias;
    return u;
  }

  std::vector<Vec3> centre, r;
  double alpha = 1;

 private:
  const WhitenedProblem& problem_;
  NewtonSystem& system_;
  const ImpulseSets& sets_;
  const std::vector<Vec6>& p_;
  bool biased_;
  std::vector<Mat3> weights_;
};

double norm(const std::vector<Vec6>& x) {
  double sum = 0;
  for (const auto& block : x) sum += block.squaredNorm();
  return std::sqrt(sum);
}

}  // namespace

ProjectionResult project_impulses(const WhitenedProblem& problem, NewtonSystem& system, const ImpulseSets& sets,
                                  const std::vector<Vec6>& p, bool biased, double tolerance, std::vector<Vec3>& r) {
  ProjectionResult result;
  Multiplier m(problem, system, sets, p, biased);
  m.centre = r;
  for (int k = 0; k < problem.size(); ++k) m.centre[k] = sets(k, r[k]).point;

  // Natural residual of impulses that really act: r - P(r - u/d) with w = p + Jᵀ r.
  std::vector<Vec6> w;
  const auto residual = [&](const std::vector<Vec3>& impulses) {
    w = p;
    problem.add_impulses(impulses, w);
    double error2 = 0, r2 = 0, u2 = 0;
    for (int k = 0; k < problem.size(); ++k) {
      const double d = problem.contacts[k].d;
      const Vec3 trial = impulses[k] - m.velocity(k, w) / d;
      error2 += d * (impulses[k] - sets(k, trial).point).squaredNorm();
      r2 += d * impulses[k].squaredNorm();
      u2 += d * sets(k, -m.velocity(k, p) / d).point.squaredNorm();
    }
    const double scale = std::sqrt(std::max(r2, u2));
    return scale > 0 ? std::sqrt(error2) / scale : std::sqrt(error2);
  };

  result.error = residual(m.centre);
  m.alpha = 1e-2;
  std::vector<Vec6> step, trial;
  for (int round = 0; round < 60 && result.error > tolerance; ++round) {
    // w is the velocity of the centre: a good start for the inner problem.
    double value = m.evaluate(w, true);
    m.gradient(w, step);
    const double first = norm(step);
    int newton = 0;
    for (; newton < 50; ++newton) {
      const double size = norm(step);
      if (size <= std::max(1e-2 * first * std::min(1.0, m.alpha * 100), 1e-300) && newton > 0) break;
      std::vector<Vec6> g = step;
      if (!m.factor()) break;
      system.solve(step);
      double slope = 0;
      for (int i = 0; i < problem.bodies(); ++i) slope -= g[i].dot(step[i]);
      if (!(slope < 0)) break;
      double length = 1;
      double next = value;
      for (int halving = 0; halving < 30; ++halving, length *= 0.5) {
        trial = w;
        for (int i = 0; i < problem.bodies(); ++i) trial[i] -= length * step[i];
        next = m.evaluate(trial, true);
        if (next <= value + 1e-4 * length * slope + 1e-14 * std::abs(value)) break;
      }
      w = trial;
      value = next;
      m.gradient(w, step);
    }
    result.newton_steps += newton;
    m.centre = m.r;
    result.error = residual(m.centre);
    m.alpha = std::max(0.1 * m.alpha, 1e-7);
  }
  r = m.centre;
  result.converged = result.error <= tolerance;
  return result;
}

}  // namespace stiction
