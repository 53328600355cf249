// Where a point touches a deformable surface.
#pragma once

#include <vector>

#include "stiction/collision/soft_frame.h"
#include "stiction/collision/surface_probe.h"

namespace stiction {

/// A way in which a point is near a surface: over or under a triangle, or beside an edge or vertex that is nearest in
/// all directions.
struct SoftTouch {
  SurfaceSpot spot;
  int triangle = -1;
  Vec3 point = Vec3::Zero();   ///< of the surface
  Vec3 normal = Vec3::Zero();  ///< unit, out of the surface
  double gap = 0;              ///< of the point, or of the ball about it
  Vec3 travel = Vec3::Zero();  ///< of the surface's point
  int vertex = -1;             ///< of the surface, where the point is no more than rounding from it; else -1
};

struct TouchLimits {
  double share = 0;     ///< reported beyond the travel, m
  double depth = 0;     ///< of overlaps, m
  double rounding = 0;  ///< lengths that mean nothing, m
};

/// All touches of the probe whose gap is at least -depth and at most margin: feature_margin, the probe's turn and the
/// share. In the order of triangles. Only those that the probe faces; a probe beside an edge or a vertex must stand out
/// towards it. A probe that is outside the surface has no overlaps with it, whatever lies behind. A probe that is a
/// vertex of the surface touches no triangle next to it, and overlaps are believed while they are small against the
/// distance that the two places had at rest (the two sides of a thin sheet look like an overlap).
void find_touches(const SoftFrame& frame, const PointProbe& probe, const TouchLimits& limits,
                  std::vector<SoftTouch>& out);
/// The same, for less where something is known of the surroundings of the probe.
void find_touches(const SoftFrame& frame, const PointProbe& probe, const Surroundings& near, const TouchLimits& limits,
                  std::vector<SoftTouch>& out);

/// The same of a vertex of another surface whose nearest point of this surface is known: no further away than
/// touch_reach or the depth of overlaps.
void find_touches(const SoftFrame& frame, const PointProbe& probe, const Surroundings& near,
                  const TriangleTree::Nearest& nearest, const TouchLimits& limits, std::vector<SoftTouch>& out);
/// No point outside the surface that travels like this touches it, or hits it on its way, from further away, m.
double touch_reach(const SoftFrame& frame, const Vec3& travel, const TouchLimits& limits);

}  // namespace stiction
