// The discrete frictional contact problem of one step as a plain value; solvers see nothing else.
//
//   v = v_free + M⁻¹ Gᵀ r,   u = G v + s,   and for every contact
//   0 <= u_n - b  ⊥  r_n >= 0,   |r_t| <= mu r_n,   r_t = -mu r_n u_t/|u_t| where u_t != 0,
//   and for every row of a joint: lower <= r <= upper, u = 0 strictly between, u >= 0 at lower, u <= 0 at upper.
//   Rolling rows (spin, roll) of a contact with normal impulse r_n: |r_spin| <= c_s r_n and |r_roll| <= c_r r_n, with
//   equality and against the motion where u_spin, u_roll != 0.
#pragma once

#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// What ties a triple of rows together.
enum class RowLaw {
  coulomb,  ///< (normal, tangent 1, tangent 2) of a contact
  bounded,  ///< up to three independent rows of a joint, each within bounds of its own
  rolling,  ///< (about the normal, about tangent 1, about tangent 2) of a contact: its spin and rolling friction
};

/// What one more body of the problem adds to three rows of G.
struct ProblemTerm {
  int body;
  Mat36 G;
};

/// Three rows of G: a contact, or a part of a joint. Between rigid bodies two bodies of the problem take part; where a
/// deformable one does, which is several bodies of the problem, the first two of all are a and b and the others follow.
struct ProblemContact {
  int body_a = -1, body_b = -1;  ///< index of a body of the problem, or -1 for one that is not free
  RowLaw law = RowLaw::coulomb;
  double mu = 0;
  double bias = 0;  ///< b in u_n >= b, m/s
  Mat36 G_a = Mat36::Zero(), G_b = Mat36::Zero();
  /// s: what bodies of prescribed motion add to u, and minus the speed that a joint's row is to have, m/s or rad/s.
  Vec3 offset = Vec3::Zero();
  int rows = 3;  ///< rows in use; the others are zero (bounded rows only)
  /// Bounds of the impulses, N·s or N·m·s (bounded rows). Infinite on both sides: a bilateral row.
  /// Rolling rows: upper = (c_s, c_r, c_r), bounds for each unit of the parent's normal impulse. Their rows of G are
  /// angular velocities times a length, so that u is in m/s and r in N·s like the contact's own.
  Vec3 lower = Vec3::Zero(), upper = Vec3::Zero();
  int parent = -1;                ///< rolling rows: index of their contact, which comes before them
  std::vector<ProblemTerm> more;  ///< beyond a and b; bodies other than these, each at most once

  /// Calls f(body, G) for every body that takes part.
  template <typename F>
  void for_each_term(F&& f) const {
    if (body_a >= 0) f(body_a, G_a);
    if (body_b >= 0) f(body_b, G_b);
    for (const ProblemTerm& term : more) f(term.body, term.G);
  }
};

/// A body of the problem is six velocities with a mass of their own. A free rigid body is one, as (linear, angular). A
/// deformable one with n velocities is n/6 of them, rounded up, in coordinates in which its mass is the unit matrix
/// (or, if it is mass points, one for each point, with three velocities that do nothing).
struct ContactProblem {
  std::vector<Mat6> mass, inverse_mass;
  std::vector<Vec6> v_free;  ///< velocity without contact
  /// Velocity at the start of the step, before forces; may be empty. No part of the problem: it only tells whether
  /// carried impulses keep the contacts as they were.
  std::vector<Vec6> v_start;
  std::vector<ProblemContact> contacts;

  int bodies() const { return static_cast<int>(v_free.size()); }
  int size() const { return static_cast<int>(contacts.size()); }
};

/// v_free + M⁻¹ Gᵀ r.
std::vector<Vec6> velocities(const ContactProblem& problem, const std::vector<Vec3>& impulses);

/// u = G_k v + s of one triple of rows.
inline Vec3 contact_velocity(const ProblemContact& c, const std::vector<Vec6>& v) {
  Vec3 u = c.offset;
  if (c.body_a >= 0) u.noalias() += c.G_a * v[c.body_a];
  if (c.body_b >= 0) u.noalias() += c.G_b * v[c.body_b];
  for (const ProblemTerm& term : c.more) u.noalias() += term.G * v[term.body];
  return u;
}

}  // namespace stiction
