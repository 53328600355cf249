// Shapes as other engines want them.
#pragma once

#include <optional>
#include <vector>

#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/geometry/shape.h"

namespace stiction::peers {

/// Peers get their shapes this much larger on every side, m. Scenes start with bodies that touch exactly; an engine
/// that only sees overlaps would let them fall freely for some steps, and be blamed for the start instead of for what
/// it does.
inline constexpr double kSkin = 2e-6;

struct PlacedBox {
  Vec3 half_extents;
  Vec3 centre;  ///< in the body frame
};

/// Corners of a polyhedron grown by the skin (about its middle, so to first order).
std::vector<Vec3> grown_corners(const ConvexPolyhedron& convex);

/// The box, grown by the skin, that a polyhedron is, if its edges lie along the body axes: engines treat boxes better
/// than hulls.
std::optional<PlacedBox> as_box(const ConvexPolyhedron& convex);

/// A half-space placed in the world: normal·x <= offset.
HalfSpace placed(const HalfSpace& half_space, const Pose& pose);

Pose pose_of(const BodyState& state);

/// World angular velocity that belongs to the angular momentum, rad/s.
Vec3 angular_velocity_of(const RigidBody& body, const BodyState& state);

}  // namespace stiction::peers
