// Coordinates that are regular through an extraordinary vertex of a surface.
//
// Around such a vertex the patches' own parameters are singular: their derivatives vanish or are infinite there. The
// chart looks at the surface along its normal at the vertex instead: the parameters are metres in the tangent plane,
// the surface is a graph over it, as smooth as the surface itself. To evaluate it, the patches' parameters are found by
// Newton's method in logarithmic polar coordinates, in which the map of a subdivision surface around a vertex is nearly
// linear.
#pragma once

#include <optional>
#include <vector>

#include "stiction/evolution/local_surface.h"
#include "stiction/geometry/smooth/smooth_surface.h"

namespace stiction {

class VertexChart {
 public:
  /// Nothing where the surface ends at the corner, or bends too much around it to be seen from one side.
  static std::optional<VertexChart> around(const SmoothSurface& surface, int patch, int corner);

  /// The surface over point `ab` (m) of the tangent plane.
  SurfaceJet2 jet(const SmoothSurface& surface, const Vec2& ab) const;
  /// The same place in a patch.
  SurfacePoint patch_point(const SmoothSurface& surface, const Vec2& ab) const;
  /// The chart's parameters of a point of space.
  Vec2 project(const Vec3& x) const { return axes_.leftCols<2>().transpose() * (x - origin_); }

  /// Contacts enter the chart nearer to the corner than this, as a fraction of the patch's longest edge.
  double entry() const { return entry_; }
  /// Contacts leave the chart further from its centre than this, m.
  double radius() const { return radius_; }

  struct Corner {
    int patch = 0, corner = 0;
  };
  /// Every corner of a patch that is this vertex.
  std::vector<Corner> corners(const SmoothSurface& surface) const;

 private:
  struct Sector {
    SurfacePoint corner;
    Vec2 first, second;  ///< edges of the patch that leave the corner, counter-clockwise, with its parameters
    double angle = 0;    ///< direction of the first edge in the tangent plane
  };
  struct Found {
    int sector = 0;
    Vec2 st = Vec2::Zero();
    SurfaceJet jet;
  };
  Found find(const SmoothSurface& surface, const Vec2& ab) const;
  bool measure(const SmoothSurface& surface, double entry);

  Vec3 origin_ = Vec3::Zero();
  Mat3 axes_ = Mat3::Identity();
  std::vector<Sector> sectors_;
  double entry_ = 0, radius_ = 0;
};

}  // namespace stiction
