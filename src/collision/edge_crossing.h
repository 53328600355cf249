// Where two edges cross.
#pragma once

#include "stiction/collision/surface_probe.h"

namespace stiction {

struct EdgeCrossing {
  double s = 0, t = 0;          ///< places along a and b, from 0 at p to 1 at q
  Vec3 normal = Vec3::UnitZ();  ///< unit, from b to a
  double gap = 0;               ///< m; negative: each lies beyond the other
};

/// The nearest points of two edges, where these are inside both (more than `rounding`, m, from the ends: there vertices
/// touch) and neither the faces beside a nor those beside b are nearer. The sign is that of the outward normals, so
/// that it is right for overlaps too. False if there is no such crossing, or the edges are parallel.
bool find_crossing(const EdgeProbe& a, const EdgeProbe& b, double rounding, EdgeCrossing& out);

}  // namespace stiction
