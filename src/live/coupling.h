// The damped spring between a hand and the point of a body that it holds.
#pragma once

#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/state/world_state.h"

namespace stiction {

struct CouplingSettings {
  double frequency = 6;           ///< of the held point on its spring, Hz
  double damping = 0.8;           ///< 1: critical
  double turn_damping = 5;        ///< how fast the body's turning dies away while it is held, 1/s
  double strongest_weights = 40;  ///< the pull is at most this many times the body's mass times 9.81 m/s²
};

struct CouplingForce {
  Vec3 force = Vec3::Zero();   ///< on the body, at its centre of mass, N
  Vec3 torque = Vec3::Zero();  ///< about it, N·m
};

/// Pull on a body held at `point` (from its centre of mass, body axes) towards `target`. The spring is taken at the end
/// of the step, as far as the body alone decides where that is, so that it is stable at any step h. The price: a body
/// that something else holds back feels a softer spring, by 1 / (1 + 2 damping w h + (w h)²) with w = 2 pi frequency.
CouplingForce coupling_force(const RigidBody& body, const BodyState& state, const Vec3& point, const Vec3& target,
                             double h, const CouplingSettings& settings = {});

/// Where a deformable body is held, and how it moves there.
struct SoftGrip {
  Vec3 position, velocity;  ///< of the point, world, m and m/s
  Vec3 centre;              ///< of mass of the body, world, m
  double mass = 1;          ///< of the body, kg
};

/// Pull on a deformable body: as a whole, as if it were rigid, so that no single vertex is torn out. Its own damping
/// has to stop its turning.
CouplingForce coupling_force(const SoftGrip& grip, const Vec3& target, double h, const CouplingSettings& settings = {});

}  // namespace stiction
