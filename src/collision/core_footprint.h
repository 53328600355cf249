// The touching features of round shapes, and of polyhedra that meet them, seen along the contact normal.
#pragma once

#include "stiction/collision/convex_core.h"
#include "stiction/collision/footprint.h"

namespace stiction {

/// What a core shows of itself.
enum class Role {
  kFlat,      ///< the normal is that of its flat face: all of it
  kIncident,  ///< it lies on a flat face of the other: however tilted, but for what stands steep
  kLevel,     ///< neither: the largest feature whose corners lie within the feature height
};

// Names of the corners of a cylinder or cone. A cap is a polygon of corners that are fixed in the body, and where it is
// tilted also the point of its rim that really is lowest, whatever turns underneath.
inline constexpr int kCapCorners = 16;
inline constexpr int kRimPoint = 2 * kCapCorners;  ///< and 1 more at the other end
inline constexpr int kApex = kRimPoint + 2;

/// Corner i of the cap at the end `side` of a cylinder or cone; its name is cap_name(side) + i.
Vec3 cap_corner(const ConvexCore& core, int side, int i);
inline int cap_name(int side) { return side < 0 ? 0 : kCapCorners; }
inline int rim_name(int side) { return side < 0 ? kRimPoint : kRimPoint + 1; }

/// Whether the cap facing `out` (sine and direction of its tilt aside) lies flat enough to touch as a whole.
bool cap_is_level(const ConvexCore& core, const Vec3& out, double feature_height);
/// Whether that cap is tilted enough for its lowest rim point to differ from the corners.
bool rim_point_counts(const ConvexCore& core, const Vec3& out);

/// `out`: unit, out of this core towards the other. `flat` is the face of Role::kFlat.
void take_core(const ConvexCore& core, const Vec3& out, Role role, int flat, double feature_height,
               const ContactPlane& plane, Footprint& result);

}  // namespace stiction
