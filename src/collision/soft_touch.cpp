#include "stiction/collision/soft_touch.h"

#include <cmath>

namespace stiction {

namespace {

constexpr double kSameNormal = 0.99;
/// Overlap of a body with itself that is believed, as a part of the distance at rest.
constexpr double kSelfOverlap = 0.2;

SurfaceSpot spot_of(const SoftFrame& frame, int triangle, const NearestOnTriangle& nearest) {
  const auto& v = frame.surface().triangles()[triangle];
  const int i = nearest.part.index, j = (i + 1) % 3;
  SurfaceSpot spot;
  if (nearest.part.kind == TrianglePart::Kind::kVertex) {
    spot.vertex[0] = v[i];
    spot.weight[0] = 1;
  } else if (nearest.part.kind == TrianglePart::Kind::kEdge) {
    const Vec3 along = frame.x(v[j]) - frame.x(v[i]);
    const double t = std::clamp((nearest.point - frame.x(v[i])).dot(along) / along.squaredNorm(), 0.0, 1.0);
    spot = {{v[i], v[j], -1}, Vec3(1 - t, t, 0)};
  } else {
    const Vec3 a = frame.x(v[0]) - nearest.point, b = frame.x(v[1]) - nearest.point, c = frame.x(v[2]) - nearest.point;
    const Vec3& n = frame.normal(triangle);
    const Vec3 areas = Vec3(n.dot(b.cross(c)), n.dot(c.cross(a)), n.dot(a.cross(b))).cwiseMax(0);
    spot = {v, areas / areas.sum()};
  }
  return spot;
}

class TouchSearch {
 public:
  TouchSearch(const SoftFrame& frame, const PointProbe& probe, const Surroundings& near, const TouchLimits& limits,
              std::vector<SoftTouch>& out)
      : frame_(frame),
        probe_(probe),
        near_(near),
        limits_(limits),
        self_(probe.own_vertex >= 0),
        highest_(probe.travel.norm() + frame.most_travel() + probe.turn + limits.share + probe.radius),
        out_(out) {}

  void run() {
    const double reach = probe_.travel.norm() + probe_.turn + limits_.share + probe_.radius;
    if (self_) {
      const double relative = (probe_.travel - frame_.mean_travel()).norm() + limits_.share;
      gather(std::max(relative, limits_.rounding), false);
      finish();
      return;
    }
    const double far = std::max(reach + frame_.most_travel(), limits_.depth);
    const Vec3 away = probe_.x - frame_.box().min().cwiseMax(frame_.box().max().cwiseMin(probe_.x));
    if (away.squaredNorm() > far * far) return;
    const TriangleTree::Nearest nearest = frame_.nearest(near_, far);
    if (nearest.triangle >= 0) run(nearest);
  }

  void run(const TriangleTree::Nearest& nearest) {
    const double reach = probe_.travel.norm() + probe_.turn + limits_.share + probe_.radius;
    const double distance = std::sqrt(nearest.squared);
    const bool inside = frame_.inside(probe_.x, nearest), on = distance <= limits_.rounding;
    if (!inside && !on) {
      gather_outside();
    } else if (!inside) {
      gather(reach, false);
    } else {
      // The nearest way out may be one that the point does not face; others are a little further.
      gather(std::max(reach, 3 * distance), !on);
      if (out_.empty() && 3 * distance < limits_.depth) gather(limits_.depth, !on);
    }
    finish();
  }

 private:
  bool next_to_own(int triangle) const {
    const auto& v = frame_.surface().triangles()[triangle];
    return self_ && std::ranges::find(v, probe_.own_vertex) != v.end();
  }

  void gather(double reach, bool only_overlaps) {
    const Vec3 r = Vec3::Constant(reach);
    frame_.overlapping(near_, Eigen::AlignedBox3d(probe_.x - r, probe_.x + r),
                       self_ ? SoftFrame::Growth::kRelativeTravel : SoftFrame::Growth::kTravel,
                       [&](int t) { look_at(t, only_overlaps); });
  }
  // Not inlined, nor is look_at_outside: the same instructions for all ways to get here give the same rounding.
  [[gnu::noinline]] void look_at(int t, bool only_overlaps) {
    if (next_to_own(t)) return;
    const double height = frame_.normal(t).dot(probe_.x - frame_.corner(t, 0));
    if (height > highest_) return;
    const NearestOnTriangle nearest = nearest_on(t);
    SoftTouch touch;
    if (!touches(t, nearest, touch)) return;
    if (only_overlaps && touch.gap + probe_.radius > 0) return;
    out_.push_back(touch);
  }

  /// Of a point that is outside, which has no overlaps. What costs little to tell comes first: a fast point is near
  /// hundreds of triangles.
  void gather_outside() {
    const double on_top = probe_.turn + limits_.share + probe_.radius + 2 * limits_.rounding;
    frame_.within(near_, frame_.reach_of(probe_.travel, on_top), [&](int t, double far) { look_at_outside(t, far); });
  }
  [[gnu::noinline]] void look_at_outside(int t, double far) {
    const Vec3& n = frame_.normal(t);
    const double height = n.dot(probe_.x - frame_.corner(t, 0));
    // What is seen from behind counts only by edges that others share.
    if (height > far || height < -limits_.rounding) return;
    const NearestOnTriangle nearest = nearest_on(t);
    if (nearest.squared > far * far) return;
    if (nearest.part.kind != TrianglePart::Kind::kFace) {
      const Vec3 away = probe_.x - nearest.point;
      if (!over(n, away) && !probe_.stands_out(away / std::sqrt(nearest.squared))) return;
    }
    SoftTouch touch;
    if (touches(t, nearest, touch) && touch.gap + probe_.radius >= 0) out_.push_back(touch);
  }

  NearestOnTriangle nearest_on(int t) const {
    return nearest_on_triangle(probe_.x, frame_.corner(t, 0), frame_.corner(t, 1), frame_.corner(t, 2));
  }

  /// A point all but over the border of a face with normal n, as the rims of stacked blocks are, counts as over it: the
  /// direction of a tiny distance means nothing.
  bool over(const Vec3& n, const Vec3& away) const {
    return (away - n.dot(away) * n).squaredNorm() <= limits_.rounding * limits_.rounding;
  }

  /// The triangle's nearest point, if it makes a touch within the limits.
  bool touches(int t, const NearestOnTriangle& nearest, SoftTouch& touch) const {
    const Vec3 away = probe_.x - nearest.point;
    const Vec3& n = frame_.normal(t);
    touch.triangle = t;
    touch.point = nearest.point;
    touch.normal = n;
    touch.gap = n.dot(away) - probe_.radius;
    const bool is_over = over(n, away);
    if (!is_over && !beside(t, nearest, away, touch)) return false;
    if (touch.gap + probe_.radius < -limits_.depth) return false;
    if (!probe_.faces(touch.normal) || (!is_over && !probe_.stands_out(touch.normal))) return false;
    touch.spot = spot_of(frame_, t, nearest);
    for (int k = 0; k < 3 && touch.spot.vertex[k] >= 0; ++k) {
      const double close = 2 * limits_.rounding;
      if ((frame_.x(touch.spot.vertex[k]) - touch.point).squaredNorm() <= close * close) {
        touch.vertex = touch.spot.vertex[k];
      }
      touch.travel += touch.spot.weight[k] * frame_.travel(touch.spot.vertex[k]);
    }
    if (touch.gap > feature_margin(probe_.travel, touch.travel, self_) + probe_.turn + limits_.share) return false;
    return !self_ || touch.gap >= 0 || believable(touch);
  }

  /// The nearest point is on an edge or a vertex: no other triangle there may be nearer.
  bool beside(int t, const NearestOnTriangle& nearest, const Vec3& away, SoftTouch& touch) const {
    const double least = nearest.squared * (1 - 1e-9);
    const auto nearer = [&](int s) {
      return s != t &&
             nearest_on_triangle(probe_.x, frame_.corner(s, 0), frame_.corner(s, 1), frame_.corner(s, 2)).squared <
                 least;
    };
    Vec3 outward;
    if (nearest.part.kind == TrianglePart::Kind::kVertex) {
      const int v = frame_.surface().triangles()[t][nearest.part.index];
      if (std::ranges::any_of(frame_.surface().triangles_of()[v], nearer)) return false;
      outward = frame_.vertex_normal(v);
    } else {
      const auto& sides = frame_.surface().edges()[frame_.surface().edges_of()[t][nearest.part.index]].triangle;
      if (std::ranges::any_of(sides, nearer)) return false;
      outward = frame_.normal(sides[0]) + frame_.normal(sides[1]);
    }
    const double length = std::sqrt(nearest.squared), sign = outward.dot(away) < 0 ? -1 : 1;
    touch.normal = sign / length * away;
    touch.gap = sign * length - probe_.radius;
    return true;
  }

  bool believable(const SoftTouch& touch) const {
    Vec3 rest = frame_.surface().rest()[probe_.own_vertex];
    for (int k = 0; k < 3 && touch.spot.vertex[k] >= 0; ++k) {
      rest -= touch.spot.weight[k] * frame_.surface().rest()[touch.spot.vertex[k]];
    }
    return -touch.gap <= kSelfOverlap * rest.norm();
  }

  /// Both touches tell of the same place and direction. Two slopes that rise from the same valley do not.
  bool same(const SoftTouch& a, const SoftTouch& b) const {
    const double close = 2 * limits_.rounding;
    if ((a.point - b.point).squaredNorm() > close * close) return false;
    if (a.normal.dot(b.normal) > kSameNormal) return true;
    const Vec3 middle =
        (frame_.corner(b.triangle, 0) + frame_.corner(b.triangle, 1) + frame_.corner(b.triangle, 2)) / 3;
    return frame_.normal(a.triangle).dot(middle - a.point) <= 0;
  }

  void finish() {
    std::ranges::sort(out_, {}, &SoftTouch::triangle);
    for (std::size_t i = 0; i < out_.size(); ++i) {
      for (std::size_t j = i + 1; j < out_.size();) {
        if (!same(out_[i], out_[j])) {
          ++j;
          continue;
        }
        const auto rank = [&](const SoftTouch& touch) { return squareness(probe_.normals, touch.normal); };
        if (rank(out_[j]) > rank(out_[i]) + 1e-9) out_[i] = out_[j];
        out_.erase(out_.begin() + std::ptrdiff_t(j));
      }
    }
    drop_deeper_ways_out();
  }

  /// A point inside the surface goes out by the nearest way. Of the others only those count that rise from the same
  /// valley; behind a ridge the other slope lies below.
  void drop_deeper_ways_out() {
    const SoftTouch* shallowest = nullptr;
    for (const SoftTouch& touch : out_) {
      if (touch.gap + probe_.radius < 0 && (!shallowest || touch.gap > shallowest->gap)) shallowest = &touch;
    }
    if (!shallowest) return;
    const SoftTouch least = *shallowest;
    std::erase_if(out_, [&](const SoftTouch& touch) {
      if (touch.gap + probe_.radius >= 0 || touch.triangle == least.triangle) return false;
      const Vec3 across = touch.point - least.point;
      return least.normal.dot(across) < -1e-9 * across.norm();
    });
  }

  const SoftFrame& frame_;
  const PointProbe& probe_;
  const Surroundings& near_;
  const TouchLimits& limits_;
  const bool self_;
  const double highest_;  ///< over a triangle's plane that touches, m
  std::vector<SoftTouch>& out_;
};

}  // namespace

void find_touches(const SoftFrame& frame, const PointProbe& probe, const TouchLimits& limits,
                  std::vector<SoftTouch>& out) {
  find_touches(frame, probe, {probe.x, -1, {}}, limits, out);
}

void find_touches(const SoftFrame& frame, const PointProbe& probe, const Surroundings& near, const TouchLimits& limits,
                  std::vector<SoftTouch>& out) {
  out.clear();
  TouchSearch(frame, probe, near, limits, out).run();
}

void find_touches(const SoftFrame& frame, const PointProbe& probe, const Surroundings& near,
                  const TriangleTree::Nearest& nearest, const TouchLimits& limits, std::vector<SoftTouch>& out) {
  out.clear();
  TouchSearch(frame, probe, near, limits, out).run(nearest);
}

double touch_reach(const SoftFrame& frame, const Vec3& travel, const TouchLimits& limits) {
  return frame.most(frame.reach_of(travel, limits.share));
}

}  // namespace stiction
