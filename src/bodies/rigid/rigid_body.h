// A rigid body: what is constant (the model) and what changes (the state).
#pragma once

#include <memory>
#include <string>

#include "stiction/bodies/rigid/prescribed_motion.h"
#include "stiction/bodies/soft/soft_body.h"
#include "stiction/geometry/shape.h"
#include "stiction/state/world_state.h"

namespace stiction {

class SmoothSurface;

/// The constant part. The body frame has its origin at the centre of mass.
struct RigidBody {
  std::string name;
  Shape shape;                      ///< relative to the centre of mass
  double mass = 1;                  ///< kg; ignored when fixed
  Mat3 inertia = Mat3::Identity();  ///< kg m², about the centre of mass, body axes
  Mat3 inverse_inertia = Mat3::Identity();
  Vec3 frame_origin = Vec3::Zero();  ///< origin of the user's frame in the body frame (minus the centre of mass)
  int material = 0;                  ///< index into the world's materials
  bool fixed = false;                ///< not moved by forces
  /// Of a fixed body that moves all the same; null where it does not. Such a body has unit inertia, so that its angular
  /// momentum is its angular velocity.
  std::shared_ptr<const PrescribedMotion> motion;
  /// Of a deformable body; null where it is rigid. Such a body is `fixed` as far as rigid motion goes, and its shape is
  /// a compound without parts: all it does, it does by itself.
  std::shared_ptr<const SoftBody> soft;
  /// Of a body with a smooth surface, in the user's frame; null where there is none. The shape is then a triangulation
  /// of it, for the general path and for pictures.
  std::shared_ptr<const SmoothSurface> smooth;
};

}  // namespace stiction
