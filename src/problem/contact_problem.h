// The discrete frictional contact problem of one step as a plain value; solvers see nothing else.
//
//   v = v_free + M⁻¹ Gᵀ r,   u = G v,   and for every contact
//   0 <= u_n - b  ⊥  r_n >= 0,   |r_t| <= mu r_n,   r_t = -mu r_n u_t/|u_t| where u_t != 0.
#pragma once

#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// One contact: rows (normal, tangent 1, tangent 2) of G for its two bodies.
struct ProblemContact {
  int body_a = -1, body_b = -1;  ///< index of a free body in the problem, or -1 for a fixed one
  double mu = 0;
  double bias = 0;  ///< b in u_n >= b, m/s
  Mat36 G_a = Mat36::Zero(), G_b = Mat36::Zero();
};

struct ContactProblem {
  std::vector<Mat6> mass, inverse_mass;  ///< one block for each free body
  std::vector<Vec6> v_free;              ///< velocity without contact: (linear, angular)
  /// Velocity at the start of the step, before forces; may be empty. No part of the problem: it only tells whether
  /// carried impulses keep the contacts as they were.
  std::vector<Vec6> v_start;
  std::vector<ProblemContact> contacts;

  int bodies() const { return static_cast<int>(v_free.size()); }
  int size() const { return static_cast<int>(contacts.size()); }
};

/// v_free + M⁻¹ Gᵀ r.
std::vector<Vec6> velocities(const ContactProblem& problem, const std::vector<Vec3>& impulses);

/// G_k v of one contact.
inline Vec3 contact_velocity(const ProblemContact& c, const std::vector<Vec6>& v) {
  Vec3 u = Vec3::Zero();
  if (c.body_a >= 0) u.noalias() += c.G_a * v[c.body_a];
  if (c.body_b >= 0) u.noalias() += c.G_b * v[c.body_b];
  return u;
}

}  // namespace stiction
