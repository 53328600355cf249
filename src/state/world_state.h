// Plain snapshots of a world: everything that changes from step to step, nothing that does not.
// A WorldState is enough to resume bit-identically; it is what recordings store and streams send.
#pragma once

#include <cstdint>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// State of one rigid body. Angular momentum, not angular velocity, is the state: free flight conserves it.
struct BodyState {
  Vec3 position = Vec3::Zero();          ///< centre of mass, world, m
  Quat rotation = Quat::Identity();      ///< body to world
  Vec3 velocity = Vec3::Zero();          ///< of the centre of mass, m/s
  Vec3 angular_momentum = Vec3::Zero();  ///< about the centre of mass, world axes, kg m²/s
};

/// A contact as it was solved in the last step: what a user reads and what the next step starts from.
struct ContactState {
  std::int32_t body_a = -1, body_b = -1;
  std::uint64_t feature = 0;
  Vec3 position = Vec3::Zero();  ///< world, m
  Vec3 normal = Vec3::UnitZ();   ///< from body_b to body_a
  double gap = 0;                ///< m, at the start of the step
  double mu = 0;
  double impulse_normal = 0;            ///< N·s on body_a along the normal
  Vec3 impulse_tangent = Vec3::Zero();  ///< N·s on body_a, world axes
  Vec3 slip = Vec3::Zero();             ///< tangential velocity of A relative to B at the end of the step, m/s
  Vec3 torque = Vec3::Zero();           ///< N·m·s on body_a by rolling and spin friction, world axes
};

/// A joint as it was solved in the last step. Impulses are those of its rows, for the next step to start from.
struct JointState {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero(), limit = Vec3::Zero(), drive = Vec3::Zero();
  double coordinate = 0;       ///< angle (rad, counts on beyond a turn), displacement or distance (m)
  double target = 0;           ///< of its motor
  Vec3 force = Vec3::Zero();   ///< on body A at its anchor, mean over the step, world axes, N
  Vec3 torque = Vec3::Zero();  ///< on body A about its anchor, N·m
};

/// How a deformable body differs from its rest shape. Of a reduced one: amplitudes of its shapes in a frame that moves
/// with its BodyState. Of a tetrahedral one: positions and velocities of all nodes, world; its BodyState follows them.
struct Deformation {
  std::vector<double> q, v;
};

/// A smooth body that moves, as contact evolution left it (docs/evolution.md); as it is made where it flew alone or the
/// general path moved it. A pair of two such bodies is told at the one of lower index.
struct SmoothState {
  std::int32_t other = -1;  ///< the body that it is paired with; -1: none
  bool touching = false;    ///< in continuous contact
  bool placed = false;      ///< the places below are known
  bool rolling = false, spin_locked = false;
  bool general = false;            ///< the general path moved it in the last step
  std::int32_t patch[2] = {0, 0};  ///< on its own surface and on that of `other`, and the same below
  std::int32_t chart[2] = {-1, -1};
  Vec2 place[2] = {Vec2::Zero(), Vec2::Zero()};  ///< parameters on either surface
  double psi = 0;                                ///< rad
  Vec3 spin = Vec3::Zero();                      ///< relative angular velocity in axes of the contact, rad/s
  Vec2 slip = Vec2::Zero();                      ///< relative velocity likewise, m/s
  Vec2 slip_direction = Vec2::UnitX();
  double spin_direction = 1;
  double step = 0;  ///< s: what the integrator tries next
};

struct WorldState {
  std::int64_t step = 0;  ///< steps taken so far
  double time = 0;        ///< s
  std::vector<BodyState> bodies;
  std::vector<ContactState> contacts;  ///< of the last step taken
  std::vector<JointState> joints;
  std::vector<Deformation> deformations = {};  ///< of the bodies that can deform, in their order
  std::vector<SmoothState> smooth = {};        ///< of the smooth bodies that forces move, in their order
};

/// 64-bit FNV-1a hash over every bit of the state: equal hashes mean bit-identical states.
std::uint64_t hash(const WorldState& state);

}  // namespace stiction
