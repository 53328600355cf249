// From bodies and contact points to the contact problem.
#pragma once

#include <vector>

#include "stiction/assembly/materials.h"
#include "stiction/assembly/soft_bodies.h"
#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/collision/contact_point.h"
#include "stiction/problem/contact_problem.h"

namespace stiction {

/// Orthonormal contact frame as columns (normal, tangent 1, tangent 2): a pure function of the normal.
Mat3 contact_frame(const Vec3& normal);

struct AssemblyInput {
  const std::vector<RigidBody>& bodies;
  const std::vector<BodyState>& states;
  const std::vector<Vec6>& v_free;  ///< for every body, fixed ones included (zero, or their prescribed motion)
  const std::vector<ContactPoint>& contacts;
  const MaterialTable& materials;
  double h;                      ///< s
  double restitution_threshold;  ///< m/s
  /// Gaps up to this are closed already, m. Bodies at rest on more contacts than they need are apart by some 1e-10 m
  /// here and there. Were those gaps taken at their word, each body would rest on three of its contacts, others in
  /// every step. Closed, they leave the freedom to keep the impulses as they are.
  double touch = 0;
  SoftBodies* soft = nullptr;  ///< the deformable bodies, if there are any
  bool bare = false;           ///< without friction, restitution and prescribed motion, whatever the bodies say
};

/// The whole problem. Its body i is the i-th free rigid body; parts of the deformable ones come after them. Triple k is
/// contact k; after the contacts come the rolling rows of those that have rolling or spin friction, in the same order.
ContactProblem assemble(const AssemblyInput& input);

/// Makes these the terms of a contact's rows; those of the same body are added up.
void set_terms(std::vector<ProblemTerm> terms, ProblemContact& c);

/// Length (m) that turns angular velocities into the velocities of rolling rows, and their impulses into torques.
double rolling_arm(const ProblemContact& rolling);

/// Index of every body among the free ones, -1 for fixed.
std::vector<int> free_indices(const std::vector<RigidBody>& bodies);

}  // namespace stiction
