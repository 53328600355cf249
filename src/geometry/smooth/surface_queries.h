// Closest points and farthest points of a smooth surface.
#pragma once

#include <vector>

#include "stiction/geometry/smooth/surface_walk.h"

namespace stiction {

/// Samples of a surface and the queries that start from them. Refers to the surface, which must outlive it.
///
/// Queries walk downhill (surface_walk.h) from the best samples of the most promising patches. They find the global
/// optimum if some sample lies in its basin: with the default for surfaces whose features are not smaller than a
/// quarter of a patch.
class SurfaceQueries {
 public:
  /// `segments`: samples along the edges of each patch.
  explicit SurfaceQueries(const SmoothSurface& surface, int segments = 6);

  struct Closest {
    SurfacePoint at;
    Vec3 point = Vec3::Zero();    ///< m
    Vec3 normal = Vec3::UnitZ();  ///< unit, out of the body
    double distance = 0;          ///< m; negative where the point lies below the surface
  };
  Closest closest(const Vec3& point) const;

  /// The point of the surface farthest in a direction (need not be of unit length), and how far that is along it, m.
  struct Support {
    SurfacePoint at;
    Vec3 point = Vec3::Zero();
    double height = 0;
  };
  Support support(const Vec3& direction) const;

  /// Box of the surface, by six support queries.
  Eigen::AlignedBox3d box() const;

 private:
  struct Sample {
    SurfacePoint at;
    Vec3 x;
  };
  SurfaceMinimum best(const std::function<double(const Vec3&)>& rough, const SurfaceFunction& function,
                      double tolerance) const;

  const SmoothSurface& surface_;
  std::vector<std::vector<Sample>> samples_;  // by patch
  double extent_ = 0;
};

}  // namespace stiction
