#include "stiction/collision/soft_pair.h"

#include <algorithm>
#include <cmath>

#include "stiction/collision/feature_id.h"
#include "stiction/collision/soft_edges.h"
#include "stiction/collision/soft_impact.h"
#include "stiction/collision/soft_memory.h"

namespace stiction {

namespace {

constexpr double kMarginShare = 0.01;  // of the smaller thickness, as between rigid bodies
constexpr double kDepthShare = 0.5;    // overlaps are believed up to this part of it
constexpr double kRounding = 1e-6;     // of it

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

/// The vertices of `p` against the surface of `q`.
class VertexSearch {
 public:
  VertexSearch(const SoftFrame& p, const SoftFrame& q, const TouchLimits& limits, bool p_is_a, SoftContacts& out)
      : p_(p), q_(q), limits_(limits), p_is_a_(p_is_a), out_(out) {}

  /// All of them. `known`: pairs of vertices (q, p) that touch each other, which is not to be told again.
  void all(const std::vector<std::pair<int, int>>& known) {
    std::vector<int> vertices;
    vertices_within(p_, q_.box(), p_.reach_of(q_, limits_.share), vertices);
    int near_last = -1;
    ClearBall clear;
    for (const int v : vertices) {
      // Most are away from the surface, and neighbours are near the same of its triangles.
      const double far = touch_reach(q_, p_.travel(v), limits_), deep = std::max(far, limits_.depth);
      const Vec3& x = p_.x(v);
      if (clear.holds(x, clear.outside ? far : deep)) continue;
      const TriangleTree::Nearest nearest = q_.nearest(x, deep, near_last);
      near_last = nearest.triangle;
      if (nearest.triangle < 0) {
        clear = {x, deep, false};
        continue;
      }
      if (nearest.squared > far * far && !q_.inside(x, nearest)) {
        clear = {x, std::sqrt(nearest.squared), true};
        continue;
      }
      touch(v, {x, -1, {}}, nearest, known);
    }
  }

  /// The same out of lists that hold all that can touch. False if something lies so deep within the surface that
  /// neighbours, too, have a say in whether it does (see ClearBall::outside): then nothing is told.
  bool listed(const NearFeatures::Lists& lists, double radius, const std::vector<std::pair<int, int>>& known) {
    const SoftFrame::Reach to_box = p_.reach_of(q_, limits_.share);
    for (const NearFeatures::Entry& entry : lists.entries) {
      const int v = entry.feature;
      if (!is_within(v, to_box)) continue;
      const double far = touch_reach(q_, p_.travel(v), limits_), deep = std::max(far, limits_.depth);
      const Surroundings near{p_.x(v), radius, lists.of(entry)};
      const TriangleTree::Nearest nearest = q_.nearest(near, deep);
      if (nearest.triangle < 0) continue;
      if (nearest.squared <= far * far) {
        touch(v, near, nearest, known);
      } else if (q_.inside(near.x, nearest)) {
        return false;
      }
    }
    return true;
  }

  /// Pairs of vertices (p, q) that touch each other, ascending.
  std::vector<std::pair<int, int>> met() {
    std::ranges::sort(met_);
    return std::move(met_);
  }

 private:
  /// Whether vertices_within names a vertex.
  bool is_within(int v, const SoftFrame::Reach& reach) const {
    double far = 0;
    return q_.box().contains(p_.x(v)) || std::ranges::any_of(p_.surface().triangles_of()[v], [&](int t) {
             return p_.is_within(t, q_.box(), reach, far);
           });
  }

  // Not inlined: the same instructions for both ways to get here give the same rounding.
  [[gnu::noinline]] void touch(int v, const Surroundings& near, const TriangleTree::Nearest& nearest,
                               const std::vector<std::pair<int, int>>& known) {
    const VertexProbe probe(p_, v);
    find_touches(q_, probe, near, nearest, limits_, touches_);
    const std::size_t count = touches_.size();
    find_impact(q_, probe, near, limits_, touches_);
    for (std::size_t k = 0; k < touches_.size(); ++k) {
      const SoftTouch& found = touches_[k];
      const int other = found.vertex;
      if (other >= 0) {
        if (std::ranges::binary_search(known, std::pair(other, v))) continue;
        met_.emplace_back(v, other);
      }
      const int which = count > 1 || k >= count ? found.triangle + 1 : 0;
      const SurfaceSpot own{{v, -1, -1}, Vec3::UnitX()};
      const Vec3 position = 0.5 * (probe.x + found.point);
      if (p_is_a_) {
        out_.add(position, found.normal, found.gap, feature_id(FeatureKind::kVertexA, v, which), own, found.spot);
      } else {
        out_.add(position, -found.normal, found.gap, feature_id(FeatureKind::kVertexB, which, v), found.spot, own);
      }
    }
  }

  const SoftFrame &p_, &q_;
  const TouchLimits& limits_;
  const bool p_is_a_;
  SoftContacts& out_;
  std::vector<std::pair<int, int>> met_;
  std::vector<SoftTouch> touches_;
};

/// Of those of a triangle that stand out. The box of an edge's first triangle holds the edge's: each is met there if at
/// all.
void append_ridges(const SoftFrame& frame, int t, std::vector<int>& out) {
  for (const int e : frame.surface().edges_of()[t])
    if (frame.surface().edges()[e].triangle[0] == t && frame.ridge(e) > kFlat) out.push_back(e);
}

}  // namespace

TouchLimits touch_limits(double thickness) {
  return {kMarginShare * thickness, kDepthShare * thickness, kRounding * thickness};
}

VertexProbe::VertexProbe(const SoftFrame& frame, int vertex) {
  x = frame.x(vertex);
  travel = frame.travel(vertex);
  const std::vector<int>& triangles = frame.surface().triangles_of()[vertex];
  const std::size_t count = triangles.size();
  if (count > kMany) many_.resize(2 * count);
  const std::span<Vec3> both(count > kMany ? many_.data() : few_.data(), 2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const int t = triangles[i];
    const auto& corners = frame.surface().triangles()[t];
    const int k = corners[0] == vertex ? 0 : corners[1] == vertex ? 1 : 2;
    both[i] = frame.normal(t);
    both[count + i] = (frame.corner(t, (k + 1) % 3) - x).normalized();
  }
  normals = both.first(count);
  around = both.last(count);
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

void collide_soft(const SoftFrame& a, const SoftFrame& b, SoftContacts& out, SoftPairMemory* memory) {
  const TouchLimits limits = touch_limits(std::min(a.surface().thickness(), b.surface().thickness()));
  const NearFeatures* near = memory ? memory->recall(a, b, limits) : nullptr;
  const std::size_t before = out.points.size();
  if (near) {
    VertexSearch of_a(a, b, limits, true, out), of_b(b, a, limits, false, out);
    if (of_a.listed(near->vertices_of_a(), near->radius(), {}) &&
        of_b.listed(near->vertices_of_b(), near->radius(), of_a.met()))
      return edges_against(a, b, limits, near, out);
    out.points.resize(before);
    out.spots.resize(before);
  }
  VertexSearch of_a(a, b, limits, true, out), of_b(b, a, limits, false, out);
  of_a.all({});
  of_b.all(of_a.met());
  edges_against(a, b, limits, nullptr, out);
}

void collide_self(const SoftFrame& body, SoftContacts& out, SoftPairMemory* memory) {
  const TouchLimits limits = touch_limits(body.surface().thickness());
  const NearFeatures* near = memory ? memory->recall(body, body, limits) : nullptr;
  std::vector<std::pair<int, int>> met;
  std::vector<SoftTouch> touches;
  // Not inlined: the same instructions for both ways to get here give the same rounding.
  const auto touch = [&](int v, double radius, std::span<const int> triangles) __attribute__((noinline)) {
    VertexProbe probe(body, v);
    probe.own_vertex = v;
    find_touches(body, probe, {probe.x, radius, triangles}, limits, touches);
    for (const SoftTouch& found : touches) {
      const int other = found.vertex;
      if (other >= 0) {
        // Vertices come in order: the pair was reported from the lower one.
        if (std::ranges::find(met, std::pair(other, v)) != met.end()) continue;
        met.emplace_back(v, other);
      }
      const int which = touches.size() > 1 ? found.triangle + 1 : 0;
      out.add(found.point + 0.5 * found.gap * found.normal, found.normal, found.gap,
              feature_id(FeatureKind::kVertexA, v, which), {{v, -1, -1}, Vec3::UnitX()}, found.spot);
    }
  };
  if (near) {
    const NearFeatures::Lists& lists = near->vertices_of_a();
    for (const NearFeatures::Entry& entry : lists.entries) touch(entry.feature, near->radius(), lists.of(entry));
  } else {
    for (int v = 0; v < std::ssize(body.surface().rest()); ++v)
      if (!body.surface().triangles_of()[v].empty()) touch(v, -1, {});
  }
  edges_against(body, body, limits, near, out);
}

}  // namespace stiction
