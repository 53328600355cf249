// The orthonormal frame that a surface carries at a point, and how it turns and moves as the point wanders.
//
// Kry and Pai, "Continuous Contact Simulation for Smooth Surfaces" (2002), equation 5 and appendix, equations 44 to 51.
// Everything follows from a few dot products of the derivatives, so no derivative of a unit vector is ever formed.
#pragma once

#include "stiction/geometry/smooth/smooth_surface.h"
#include "stiction/linalg/types.h"

namespace stiction {

using Mat62 = Eigen::Matrix<double, 6, 2>;

/// Frame "1c" of body 1 or "2c" of body 2 in the coordinates of its surface.
struct ContactFrame {
  Vec3 origin = Vec3::Zero();    ///< the contact point, m
  Mat3 axes = Mat3::Identity();  ///< columns x (along the first parameter line), y, z (outward normal)
};

ContactFrame contact_frame(const SurfaceJet& jet);

/// (51): twist (angular, linear) of the contact frame relative to its body, in the axes of the contact frame, for unit
/// rates of the two parameters. The last row is zero.
Mat62 frame_twist(const SurfaceJet& jet);

/// Its time derivative for parameters that change at `rate` (1/s); needs third derivatives.
Mat62 frame_twist_rate(const SurfaceJet& jet, const Vec2& rate);

}  // namespace stiction
