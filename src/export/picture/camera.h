// Where a picture is taken from.
#pragma once

#include <optional>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

struct Camera {
  Vec3 eye = Vec3::Zero();                                                  ///< m
  Vec3 forward = Vec3::UnitY(), right = Vec3::UnitX(), up = Vec3::UnitZ();  ///< unit, at right angles
  double tan_half = 0.3;                                                    ///< of the vertical field of view
  double distance = 1;                                                      ///< m, to what is looked at
};

/// What the user may say about the camera; the rest is chosen.
struct CameraWish {
  std::optional<double> azimuth, elevation;  ///< deg: where the camera stands, seen from what it shows
  double zoom = 1;                           ///< above 1: nearer than what shows everything
  std::optional<Vec3> eye, target;           ///< m; both or none, in place of the above
  double field_of_view = 28;                 ///< deg, vertical
};

/// A camera that looks from `eye` to `target`.
Camera aimed_camera(const Vec3& eye, const Vec3& target, const Vec3& world_up, double field_of_view);

/// The nearest camera for which all points lie within the picture, with some margin. Where the user has no wish it
/// looks slightly from above: across the broad side of what is flat, else from a corner.
/// @param aspect width over height of the picture
Camera framing_camera(const std::vector<Vec3>& points, const Vec3& world_up, double aspect, const CameraWish& wish);

}  // namespace stiction
