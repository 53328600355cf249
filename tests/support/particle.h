// A point mass on a floor: the smallest contact problem, solvable by hand.
#pragma once

#include "stiction/problem/contact_problem.h"

namespace stiction::testing {

/// Mass `mass` (its rotation is irrelevant); contact frame (normal, tangent 1, tangent 2) = world axes (x, y, z), so
/// W = identity / mass.
inline ContactProblem particle(double mass, const Vec3& u_free, double mu, double bias = 0) {
  ContactProblem p;
  p.mass = {Mat6(mass * Mat6::Identity())};
  p.inverse_mass = {Mat6(Mat6::Identity() / mass)};
  Vec6 v = Vec6::Zero();
  v.head<3>() = u_free;
  p.v_free = {v};
  ProblemContact c;
  c.body_a = 0;
  c.mu = mu;
  c.bias = bias;
  c.G_a.leftCols<3>() = Mat3::Identity();
  p.contacts = {c};
  return p;
}

}  // namespace stiction::testing
