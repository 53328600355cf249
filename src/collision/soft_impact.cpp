#include "stiction/collision/soft_impact.h"

#include <cmath>
#include <limits>

#include "stiction/collision/impact_time.h"

namespace stiction {

namespace {

constexpr double kTurned = 0.5;      // sine: how far edges may turn before they meet
constexpr double kSamePlane = 0.99;  // cosine
constexpr double kOutside = 1e-9;    // weights this much below 0 still count: impacts on edges belong to both sides

struct Impact {
  double time = std::numeric_limits<double>::infinity();
  Vec3 normal, weights;
  double gap = 0;
};

using Box = Eigen::AlignedBox3d;

/// The first time at which the probe goes through triangle t, which it faces, from its outer side. Not inlined: the
/// same instructions for all ways to get here give the same rounding.
[[gnu::noinline]] bool impact_with(const SoftFrame& frame, int t, const PointProbe& probe, Impact& out) {
  const auto& v = frame.surface().triangles()[t];
  const Vec3 &a = frame.x(v[0]), &b = frame.x(v[1]), &c = frame.x(v[2]);
  const Vec3 &da = frame.travel(v[0]), &db = frame.travel(v[1]), &dc = frame.travel(v[2]);
  // Seen from a: what stays apart then never meets, which tells nearly all pairs apart.
  const Box swept_probe = Box(probe.x).extend(Vec3(probe.x + probe.travel - da));
  if (!swept_probe.intersects(Box(a).extend(b).extend(c).extend(Vec3(b + db - da)).extend(Vec3(c + dc - da))))
    return false;
  const CubicRoots roots =
      roots_within_step(triple_product({b - a, c - a, probe.x - a}, {db - da, dc - da, probe.travel - da}));
  for (int k = 0; k < roots.count; ++k) {
    const double time = roots.at[k];
    const Vec3 p = a + time * da, q = b + time * db, r = c + time * dc, x = probe.x + time * probe.travel;
    const Vec3 n = (q - p).cross(r - p);
    const double squared = n.squaredNorm();
    if (!(squared > 0)) continue;
    const Vec3 w =
        Vec3(n.dot((q - x).cross(r - x)), n.dot((r - x).cross(p - x)), n.dot((p - x).cross(q - x))) / squared;
    if (w.minCoeff() < -kOutside) continue;
    Vec3 weights = w.cwiseMax(0);
    weights /= weights.sum();
    const Vec3 on_start = weights[0] * a + weights[1] * b + weights[2] * c;
    out = {time, n / std::sqrt(squared), weights, 0};
    out.gap = out.normal.dot(probe.x - on_start);
    return out.gap > 0 && probe.faces(out.normal);
  }
  return false;
}

}  // namespace

void find_impact(const SoftFrame& frame, const PointProbe& probe, const Surroundings& near, const TouchLimits& limits,
                 std::vector<SoftTouch>& touches) {
  if (probe.radius > 0 || probe.travel.norm() + frame.most_travel() <= limits.share) return;
  const Vec3 r = Vec3::Constant(limits.share);
  const Vec3 end = probe.x + probe.travel;
  Impact first;
  int hit = -1;
  frame.overlapping(near, Eigen::AlignedBox3d(probe.x.cwiseMin(end) - r, probe.x.cwiseMax(end) + r),
                    SoftFrame::Growth::kTravel, [&](int t) {
                      Impact impact;
                      if (!impact_with(frame, t, probe, impact)) return;
                      if (impact.time > first.time || (impact.time == first.time && t > hit)) return;
                      first = impact;
                      hit = t;
                    });
  if (hit < 0) return;
  SoftTouch touch;
  touch.triangle = hit;
  touch.normal = first.normal;
  touch.gap = first.gap;
  for (int k = 0, used = 0; k < 3; ++k) {
    const int v = frame.surface().triangles()[hit][k];
    touch.point += first.weights[k] * frame.x(v);
    touch.travel += first.weights[k] * frame.travel(v);
    if (first.weights[k] == 0) continue;
    touch.spot.vertex[used] = v;
    touch.spot.weight[used++] = first.weights[k];
  }
  for (const SoftTouch& known : touches) {
    const bool same_plane = known.normal.dot(touch.normal) > kSamePlane &&
                            std::abs(known.normal.dot(touch.point - known.point)) <= limits.share;
    if (known.triangle == hit || same_plane) return;
  }
  touches.push_back(touch);
}

bool find_edge_impact(const EdgeProbe& a, const EdgeProbe& b, EdgeCrossing& out) {
  // Seen from an end of b, as above.
  const Vec3 p = a.p + a.travel_p - b.travel_p, q = a.q + a.travel_q - b.travel_p;
  if (!a.box().extend(p).extend(q).intersects(b.box().extend(Vec3(b.q + b.travel_q - b.travel_p)))) return false;
  const CubicRoots roots = roots_within_step(triple_product(
      {a.q - a.p, b.q - b.p, b.p - a.p}, {a.travel_q - a.travel_p, b.travel_q - b.travel_p, b.travel_p - a.travel_p}));
  for (int k = 0; k < roots.count; ++k) {
    const double time = roots.at[k];
    const Vec3 on_a = a.p + time * a.travel_p, on_b = b.p + time * b.travel_p;
    const Vec3 u = a.q + time * a.travel_q - on_a, v = b.q + time * b.travel_q - on_b, w = on_b - on_a, n = u.cross(v);
    const double squared = n.squaredNorm();
    if (squared <= kParallel * kParallel * u.squaredNorm() * v.squaredNorm()) continue;
    out.s = w.cross(v).dot(n) / squared;
    out.t = w.cross(u).dot(n) / squared;
    if (out.s < 0 || out.s > 1 || out.t < 0 || out.t > 1) continue;
    out.normal = n / std::sqrt(squared);
    if ((b.outward - a.outward).dot(out.normal) < 0) out.normal = -out.normal;
    if (!a.in_cone(out.normal, kTurned) || !b.in_cone(-out.normal, kTurned)) return false;
    out.gap = out.normal.dot((a.p + out.s * (a.q - a.p)) - (b.p + out.t * (b.q - b.p)));
    return out.gap > 0;
  }
  return false;
}

}  // namespace stiction
