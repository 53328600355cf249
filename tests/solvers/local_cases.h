// Contact problems in contact space with answers known by hand.
#pragma once

#include <cmath>
#include <limits>

#include "stiction/problem/local_problem.h"
#include "support/particle.h"

namespace stiction::testing {

/// One contact with the given block of W.
inline LocalProblem single_contact(const Mat3& W, const Vec3& q, double mu) {
  LocalProblem p;
  p.W.start = {0, 1};
  p.W.column = {0};
  p.W.block = {W};
  p.q = {q};
  LocalContact c;
  c.mu = mu;
  p.contacts = {c};
  return p;
}

/// A point mass on a floor: W = 1/mass.
inline LocalProblem local_particle(double mass, const Vec3& u_free, double mu, double bias = 0) {
  return condense(particle(mass, u_free, mu, bias));
}

/// Point mass 2 lies on point mass 1, which lies on the floor; contact 0 is floor-1, contact 1 is 1-2.
/// Velocities are (normal, tangent 1, tangent 2).
inline LocalProblem two_layers(double m1, double m2, const Vec3& v1, const Vec3& v2, double mu1, double mu2) {
  LocalProblem p;
  p.W.start = {0, 2, 4};
  p.W.column = {0, 1, 0, 1};
  const Mat3 I = Mat3::Identity();
  p.W.block = {I / m1, -I / m1, -I / m1, I * (1 / m1 + 1 / m2)};
  p.q = {v1, v2 - v1};
  p.contacts.resize(2);
  p.contacts[0].mu = mu1;
  p.contacts[1].mu = mu2;
  return p;
}

/// Tip of Painlevé's rod (length 2, mass 1, at angle theta to the floor) that slides with `speed` along tangent 1 ahead
/// of the centre and approaches the floor with `approach`. Above mu = critical no sliding solution exists.
struct PainleveTip {
  double theta, speed = 2, approach = 1e-3;
  double w_nn() const { return 1 + 3 * std::pow(std::cos(theta), 2); }
  double w_tt() const { return 1 + 3 * std::pow(std::sin(theta), 2); }
  double w_nt() const { return 3 * std::sin(theta) * std::cos(theta); }
  double critical_mu() const { return w_nn() / w_nt(); }
  LocalProblem problem(double mu) const {
    Mat3 W;
    W << w_nn(), w_nt(), 0, w_nt(), w_tt(), 0, 0, 0, 1;
    return single_contact(W, Vec3(-approach, speed, 0), mu);
  }
};

/// One bilateral row, one with bounds, one not in use.
inline LocalProblem joint_rows(const Vec3& q, double limit) {
  LocalProblem p = single_contact(Vec3(0.5, 0.25, 0).asDiagonal(), q, 0);
  const double inf = std::numeric_limits<double>::infinity();
  p.contacts[0].law = RowLaw::bounded;
  p.contacts[0].rows = 2;
  p.contacts[0].lower = Vec3(-inf, -limit, 0);
  p.contacts[0].upper = Vec3(inf, limit, 0);
  return p;
}

}  // namespace stiction::testing
