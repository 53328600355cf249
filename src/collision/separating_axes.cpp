#include "stiction/collision/separating_axes.h"

#include <cmath>

namespace stiction {

namespace {

// Edges closer to parallel than this (sine of the angle) span no trustworthy axis; the faces beside them bound
// the overlap to within the same fraction of the size.
constexpr double kParallel = 1e-6;

}  // namespace

bool find_axes(const PairFrame& pair, double margin, std::vector<Axis>& axes) {
  axes.clear();
  const auto& faces_a = pair.a().faces();
  for (std::size_t f = 0; f < faces_a.size(); ++f) {
    const Vec3 normal = pair.turned(faces_a[f].normal);
    const double separation = pair.low_b(normal) - pair.offset_a(faces_a[f], normal);
    if (separation > margin) return false;
    axes.push_back({-normal, separation, Axis::Kind::kFaceA, int(f)});
  }
  const auto& faces_b = pair.b().faces();
  for (std::size_t f = 0; f < faces_b.size(); ++f) {
    const double separation = pair.low_a(faces_b[f].normal) - faces_b[f].offset;
    if (separation > margin) return false;
    axes.push_back({faces_b[f].normal, separation, Axis::Kind::kFaceB, int(f)});
  }
  for (const Vec3& u_a : pair.a().edge_directions()) {
    const Vec3 u = pair.turned(u_a);
    for (const Vec3& v : pair.b().edge_directions()) {
      const Vec3 cross = u.cross(v);
      const double sine = cross.norm();
      if (sine < kParallel) continue;
      const Vec3 n = cross / sine;
      const double above = pair.low_a(n) - pair.high_b(n), below = pair.low_b(n) - pair.high_a(n);
      const double separation = std::max(above, below);
      if (separation > margin) return false;
      axes.push_back({above >= below ? n : Vec3(-n), separation, Axis::Kind::kEdges, -1});
    }
  }
  return true;
}

}  // namespace stiction
