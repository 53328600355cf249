// The contacts of one deformable body with another, with itself, or with a rigid body.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "stiction/collision/soft_frame.h"
#include "stiction/collision/soft_touch.h"

namespace stiction {

/// Contacts and their spots, entry by entry.
struct SoftContacts {
  std::vector<ContactPoint> points;
  std::vector<ContactSpot> spots;

  void add(const Vec3& position, const Vec3& normal, double gap, std::uint64_t feature, const SurfaceSpot& a,
           const SurfaceSpot& b) {
    ContactPoint point;
    point.position = position;
    point.normal = normal;
    point.gap = gap;
    point.feature = feature;
    points.push_back(point);
    spots.push_back({a, b});
  }
};

/// Shares (TouchLimits::share) within which edges are looked for, so that they are found when one has gone beyond the
/// other. Deeper ones lie between the slopes of the other, whose triangles are met all the same.
inline constexpr double kEdgeReach = 3;

/// Limits of a pair whose smaller thickness is this (m).
TouchLimits touch_limits(double thickness);

/// A vertex of a surface as others see it. Keeps what the probe refers to.
struct VertexProbe : PointProbe {
  VertexProbe(const SoftFrame& frame, int vertex);
  VertexProbe(const VertexProbe&) = delete;
  VertexProbe& operator=(const VertexProbe&) = delete;

 private:
  static constexpr std::size_t kMany = 12;  // triangles around a vertex that need no storage beyond the probe itself
  std::array<Vec3, 2 * kMany> few_;
  std::vector<Vec3> many_;
};

/// An edge of a surface as others see it.
EdgeProbe edge_probe(const SoftFrame& frame, int edge);
/// The place from 0 to 1 along an edge.
SurfaceSpot edge_spot(const SoftFrame& frame, int edge, double place);
/// Edges of the surface that stand out, no further than `reach` (m) and their own travel from the box, ascending.
void ridges_near(const SoftFrame& frame, const Eigen::AlignedBox3d& box, double reach, SoftFrame::Growth growth,
                 std::vector<int>& out);
/// The same within a reach, in any order.
void ridges_within(const SoftFrame& frame, const Eigen::AlignedBox3d& box, const SoftFrame::Reach& reach,
                   std::vector<int>& out);
/// Those of a triangle that are not yet met.
inline void append_vertices(const SoftFrame& frame, int triangle, std::vector<char>& met, std::vector<int>& out) {
  for (const int v : frame.surface().triangles()[triangle]) {
    if (met[v]) continue;
    met[v] = 1;
    out.push_back(v);
  }
}
/// Vertices of triangles in the box, grown by their travel, ascending; without those in boxes of which apart(box,
/// travel) says that nothing in them matters.
template <class Apart>
void vertices_near(const SoftFrame& frame, const Eigen::AlignedBox3d& box, Apart&& apart, std::vector<int>& out) {
  out.clear();
  std::vector<char> met(frame.surface().rest().size(), 0);
  frame.overlapping(box, SoftFrame::Growth::kTravel, apart, [&](int t) { append_vertices(frame, t, met, out); });
  std::ranges::sort(out);
}
/// Those of triangles within this reach of the box, in the tree's order: neighbours follow each other.
void vertices_within(const SoftFrame& frame, const Eigen::AlignedBox3d& box, const SoftFrame::Reach& reach,
                     std::vector<int>& out);
/// Whether x lies within the surface, no deeper than `depth` (m).
bool lies_inside(const SoftFrame& frame, const Vec3& x, double depth);

class SoftPairMemory;

/// Append the contacts of a pair; normals point from b to a. Body indices are left to the caller. With a memory of the
/// pair, the same contacts in less time.
void collide_soft(const SoftFrame& a, const SoftFrame& b, SoftContacts& out, SoftPairMemory* memory = nullptr);
void collide_self(const SoftFrame& body, SoftContacts& out, SoftPairMemory* memory = nullptr);
/// The deformable body is body_a of the pair if `soft_is_a`.
void collide_soft_rigid(const SoftFrame& soft, const PosedShape& rigid, bool soft_is_a, SoftContacts& out);

}  // namespace stiction
