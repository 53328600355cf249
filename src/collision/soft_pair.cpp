#include "stiction/collision/soft_pair.h"

#include <algorithm>
#include <cmath>

#include "stiction/collision/edge_crossing.h"
#include "stiction/collision/feature_id.h"
#include "stiction/collision/soft_impact.h"

namespace stiction {

namespace {

constexpr double kMarginShare = 0.01;  // of the smaller thickness, as between rigid bodies
constexpr double kDepthShare = 0.5;    // overlaps are believed up to this part of it
constexpr double kRounding = 1e-6;     // of it
// Shares within which edges are looked for, so that they are found when one has gone beyond the other. Deeper ones lie
// between the slopes of the other, whose triangles are met all the same.
constexpr double kEdgeReach = 3;
constexpr double kSelfOverlap = 0.2;  // of the distance at rest

/// A ball that no triangle meets. What lies in it is on one side of the surface.
struct ClearBall {
  Vec3 centre = Vec3::Zero();
  double radius = 0;
  bool outside = false;  ///< known to be outside

  /// Whether it tells that nothing is as near to x as this. A little less than it could: rounding must not matter.
  bool holds(const Vec3& x, double distance) const {
    const double room = (1 - 1e-9) * radius - distance;
    return room > 0 && (x - centre).squaredNorm() < room * room;
  }
};

/// All vertices of `p` against the surface of `q`. `met`: pairs of vertices (p, q) that touch each other.
void vertices_against(const SoftFrame& p, const SoftFrame& q, const TouchLimits& limits, FeatureKind kind, bool p_is_a,
                      const std::vector<std::pair<int, int>>& known, std::vector<std::pair<int, int>>& met,
                      SoftContacts& out) {
  std::vector<int> vertices;
  std::vector<SoftTouch> touches;
  vertices_within(p, q.box(), p.reach_of(q, limits.share), vertices);
  int near_last = -1;
  ClearBall clear;
  for (const int v : vertices) {
    // Most are away from the surface, and neighbours are near the same of its triangles.
    const double far = touch_reach(q, p.travel(v), limits), deep = std::max(far, limits.depth);
    const Vec3& x = p.x(v);
    if (clear.holds(x, clear.outside ? far : deep)) continue;
    const TriangleTree::Nearest nearest = q.nearest(x, deep, near_last);
    near_last = nearest.triangle;
    if (nearest.triangle < 0) {
      clear = {x, deep, false};
      continue;
    }
    if (nearest.squared > far * far && !q.inside(x, nearest)) {
      clear = {x, std::sqrt(nearest.squared), true};
      continue;
    }
    const VertexProbe probe(p, v);
    find_touches(q, probe, nearest, limits, touches);
    const std::size_t near = touches.size();
    find_impact(q, probe, limits, touches);
    for (std::size_t k = 0; k < touches.size(); ++k) {
      const SoftTouch& touch = touches[k];
      const int other = touch.vertex;
      if (other >= 0) {
        if (std::ranges::binary_search(known, std::pair(other, v))) continue;
        met.emplace_back(v, other);
      }
      const int which = near > 1 || k >= near ? touch.triangle + 1 : 0;
      const SurfaceSpot own{{v, -1, -1}, Vec3::UnitX()};
      const Vec3 position = 0.5 * (probe.x + touch.point);
      if (p_is_a) {
        out.add(position, touch.normal, touch.gap, feature_id(kind, v, which), own, touch.spot);
      } else {
        out.add(position, -touch.normal, touch.gap, feature_id(kind, which, v), touch.spot, own);
      }
    }
  }
  std::ranges::sort(met);
}

/// Of those of a triangle that stand out. The box of an edge's first triangle holds the edge's: each is met there if at
/// all.
void append_ridges(const SoftFrame& frame, int t, std::vector<int>& out) {
  for (const int e : frame.surface().edges_of()[t])
    if (frame.surface().edges()[e].triangle[0] == t && frame.ridge(e) > kFlat) out.push_back(e);
}

Vec3 along(const Vec3& p, const Vec3& q, double place) { return p + place * (q - p); }

Vec3 rest_of(const SoftFrame& frame, const SurfaceSpot& spot) {
  return spot.weight[0] * frame.surface().rest()[spot.vertex[0]] +
         spot.weight[1] * frame.surface().rest()[spot.vertex[1]];
}

void edges_against(const SoftFrame& a, const SoftFrame& b, const TouchLimits& limits, bool self, SoftContacts& out) {
  std::vector<int> own, others;
  if (self) {
    ridges_near(a, b.box(), 0, SoftFrame::Growth::kTravel, own);
  } else {
    ridges_within(a, b.box(), a.reach_of(b, limits.share), own);
  }
  std::vector<EdgeProbe> probes;  // of those of b that were met before
  std::vector<int> place(b.surface().edges().size(), -1);
  for (const int e : own) {
    const EdgeProbe probe = edge_probe(a, e);
    const auto& ends = a.surface().edges()[e].vertex;
    const double relative =
        std::max((probe.travel_p - b.mean_travel()).norm(), (probe.travel_q - b.mean_travel()).norm());
    if (self) {
      ridges_near(b, probe.box(), relative + kEdgeReach * limits.share, SoftFrame::Growth::kRelativeTravel, others);
    } else {
      ridges_within(b, probe.box(), {probe.most_travel(), relative, kEdgeReach * limits.share}, others);
    }
    for (const int f : others) {
      const auto& other_ends = b.surface().edges()[f].vertex;
      if (self && (f <= e || ends[0] == other_ends[0] || ends[0] == other_ends[1] || ends[1] == other_ends[0] ||
                   ends[1] == other_ends[1])) {
        continue;
      }
      if (place[f] < 0) {
        place[f] = int(probes.size());
        probes.push_back(edge_probe(b, f));
      }
      const EdgeProbe& other = probes[place[f]];
      EdgeCrossing crossing;
      const bool crosses = find_crossing(probe, other, limits.rounding, crossing);
      // Edges that do not cross yet may meet on their way.
      const bool moves = !self && probe.most_travel() + other.most_travel() > limits.share;
      if (!crosses && !(moves && find_edge_impact(probe, other, crossing))) continue;
      if (crossing.gap < -limits.depth) continue;
      const double margin = feature_margin(along(probe.travel_p, probe.travel_q, crossing.s),
                                           along(other.travel_p, other.travel_q, crossing.t), self);
      if (crossing.gap > margin + limits.share) continue;
      const SurfaceSpot spot_a = edge_spot(a, e, crossing.s), spot_b = edge_spot(b, f, crossing.t);
      const Vec3 on_a = along(probe.p, probe.q, crossing.s), on_b = along(other.p, other.q, crossing.t);
      if (crossing.gap < 0 && self) {
        if (-crossing.gap > kSelfOverlap * (rest_of(a, spot_a) - rest_of(a, spot_b)).norm()) continue;
      } else if (crossing.gap < -limits.share) {
        // What looks like an overlap may be two edges on far sides of two bodies.
        if (!lies_inside(b, on_a, limits.depth) || !lies_inside(a, on_b, limits.depth)) continue;
      }
      out.add(0.5 * (on_a + on_b), crossing.normal, crossing.gap, feature_id(FeatureKind::kEdges, e, f), spot_a,
              spot_b);
    }
  }
}

}  // namespace

TouchLimits touch_limits(double thickness) {
  return {kMarginShare * thickness, kDepthShare * thickness, kRounding * thickness};
}

VertexProbe::VertexProbe(const SoftFrame& frame, int vertex) {
  x = frame.x(vertex);
  travel = frame.travel(vertex);
  for (const int t : frame.surface().triangles_of()[vertex]) {
    normals_.push_back(frame.normal(t));
    for (int k = 0; k < 3; ++k) {
      if (frame.surface().triangles()[t][k] == vertex) {
        around_.push_back((frame.corner(t, (k + 1) % 3) - x).normalized());
      }
    }
  }
  normals = normals_;
  around = around_;
}

EdgeProbe edge_probe(const SoftFrame& frame, int edge) {
  const SoftSurface::Edge& e = frame.surface().edges()[edge];
  EdgeProbe probe;
  probe.p = frame.x(e.vertex[0]);
  probe.q = frame.x(e.vertex[1]);
  probe.outward = frame.normal(e.triangle[0]) + frame.normal(e.triangle[1]);
  for (int side = 0; side < 2; ++side) probe.inward[side] = frame.inward(edge, side);
  probe.ridge = frame.ridge(edge);
  probe.travel_p = frame.travel(e.vertex[0]);
  probe.travel_q = frame.travel(e.vertex[1]);
  return probe;
}

SurfaceSpot edge_spot(const SoftFrame& frame, int edge, double place) {
  const auto& v = frame.surface().edges()[edge].vertex;
  return {{v[0], v[1], -1}, Vec3(1 - place, place, 0)};
}

void ridges_near(const SoftFrame& frame, const Eigen::AlignedBox3d& box, double reach, SoftFrame::Growth growth,
                 std::vector<int>& out) {
  out.clear();
  const Vec3 r = Vec3::Constant(reach);
  frame.overlapping(Eigen::AlignedBox3d(box.min() - r, box.max() + r), growth,
                    [&](int t) { append_ridges(frame, t, out); });
  std::ranges::sort(out);
}

void ridges_within(const SoftFrame& frame, const Eigen::AlignedBox3d& box, const SoftFrame::Reach& reach,
                   std::vector<int>& out) {
  out.clear();
  frame.within(box, reach, [&](int t, double) { append_ridges(frame, t, out); });
}

void vertices_within(const SoftFrame& frame, const Eigen::AlignedBox3d& box, const SoftFrame::Reach& reach,
                     std::vector<int>& out) {
  out.clear();
  std::vector<char> met(frame.surface().rest().size(), 0);
  frame.within(box, reach, [&](int t, double) { append_vertices(frame, t, met, out); });
}

bool lies_inside(const SoftFrame& frame, const Vec3& x, double depth) {
  const TriangleTree::Nearest nearest = frame.nearest(x, depth);
  return nearest.triangle >= 0 && frame.inside(x, nearest);
}

void collide_soft(const SoftFrame& a, const SoftFrame& b, SoftContacts& out) {
  const TouchLimits limits = touch_limits(std::min(a.surface().thickness(), b.surface().thickness()));
  std::vector<std::pair<int, int>> met, met_again;
  vertices_against(a, b, limits, FeatureKind::kVertexA, true, {}, met, out);
  vertices_against(b, a, limits, FeatureKind::kVertexB, false, met, met_again, out);
  edges_against(a, b, limits, false, out);
}

void collide_self(const SoftFrame& body, SoftContacts& out) {
  const TouchLimits limits = touch_limits(body.surface().thickness());
  std::vector<std::pair<int, int>> met;
  std::vector<SoftTouch> touches;
  for (int v = 0; v < std::ssize(body.surface().rest()); ++v) {
    if (body.surface().triangles_of()[v].empty()) continue;
    VertexProbe probe(body, v);
    probe.own_vertex = v;
    find_touches(body, probe, limits, touches);
    for (const SoftTouch& touch : touches) {
      const int other = touch.vertex;
      if (other >= 0) {
        // Vertices come in order: the pair was reported from the lower one.
        if (std::ranges::find(met, std::pair(other, v)) != met.end()) continue;
        met.emplace_back(v, other);
      }
      const int which = touches.size() > 1 ? touch.triangle + 1 : 0;
      out.add(touch.point + 0.5 * touch.gap * touch.normal, touch.normal, touch.gap,
              feature_id(FeatureKind::kVertexA, v, which), {{v, -1, -1}, Vec3::UnitX()}, touch.spot);
    }
  }
  edges_against(body, body, limits, true, out);
}

}  // namespace stiction
