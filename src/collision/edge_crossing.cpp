#include "stiction/collision/edge_crossing.h"

namespace stiction {

bool find_crossing(const EdgeProbe& a, const EdgeProbe& b, double rounding, EdgeCrossing& out) {
  const Vec3 u = a.q - a.p, v = b.q - b.p, w = b.p - a.p, n = u.cross(v);
  const double lengths = u.squaredNorm() * v.squaredNorm(), squared = n.squaredNorm();
  if (squared <= kParallel * kParallel * lengths) return false;
  out.s = w.cross(v).dot(n) / squared;
  out.t = w.cross(u).dot(n) / squared;
  const double end_a = rounding / u.norm(), end_b = rounding / v.norm();
  if (out.s <= end_a || out.s >= 1 - end_a || out.t <= end_b || out.t >= 1 - end_b) return false;
  out.normal = n / std::sqrt(squared);
  const Vec3 apart = (a.p + out.s * u) - (b.p + out.t * v);
  const Vec3 sense = (b.has_sides ? b.outward : Vec3(Vec3::Zero())) - (a.has_sides ? a.outward : Vec3(Vec3::Zero()));
  if (sense.dot(out.normal) < 0) out.normal = -out.normal;
  // `a` meets a surface with outward normal `normal`, b one with the opposite.
  if (!a.in_cone(out.normal) || !b.in_cone(-out.normal)) return false;
  out.gap = out.normal.dot(apart) - a.radius - b.radius;
  return true;
}

}  // namespace stiction
