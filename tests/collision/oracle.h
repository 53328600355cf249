// Slow, obvious distances to judge the narrow phase by.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "stiction/geometry/penetration.h"

namespace stiction::testing {

inline double segment_distance(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1) {
  // Ends against the other segment, and the inner solution where there is one.
  auto to_segment = [](const Vec3& x, const Vec3& a, const Vec3& b) {
    const Vec3 d = b - a;
    return (x - a - std::clamp((x - a).dot(d) / d.squaredNorm(), 0.0, 1.0) * d).norm();
  };
  double best =
      std::min({to_segment(p0, q0, q1), to_segment(p1, q0, q1), to_segment(q0, p0, p1), to_segment(q1, p0, p1)});
  const Vec3 u = p1 - p0, v = q1 - q0, n = u.cross(v), w = q0 - p0;
  if (n.squaredNorm() > 1e-20 * u.squaredNorm() * v.squaredNorm()) {
    const double s = w.cross(v).dot(n) / n.squaredNorm(), t = w.cross(u).dot(n) / n.squaredNorm();
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) best = std::min(best, std::abs(w.dot(n)) / n.norm());
  }
  return best;
}

/// Distance of separated polyhedra: every vertex over every face, every edge against every edge.
inline double polyhedron_distance(const ConvexPolyhedron& a, const Pose& pose_a, const ConvexPolyhedron& b,
                                  const Pose& pose_b) {
  double best = std::numeric_limits<double>::infinity();
  auto vertices_over_faces = [&](const ConvexPolyhedron& p, const Pose& pose_p, const ConvexPolyhedron& q,
                                 const Pose& pose_q) {
    for (const Vec3& v : p.vertices()) {
      const Vec3 x = pose_q.to_local(pose_p * v);
      for (const auto& face : q.faces()) {
        const double height = face.normal.dot(x) - face.offset;
        bool over = height >= 0;
        for (std::size_t i = 0; i < face.vertices.size() && over; ++i) {
          const Vec3& c = q.vertices()[std::size_t(face.vertices[i])];
          const Vec3& d = q.vertices()[std::size_t(face.vertices[(i + 1) % face.vertices.size()])];
          over = face.normal.cross(d - c).dot(x - c) >= 0;
        }
        if (over) best = std::min(best, height);
      }
    }
  };
  vertices_over_faces(a, pose_a, b, pose_b);
  vertices_over_faces(b, pose_b, a, pose_a);
  for (const auto& e : a.edges()) {
    for (const auto& f : b.edges()) {
      best = std::min(
          best, segment_distance(pose_a * a.vertices()[std::size_t(e.v0)], pose_a * a.vertices()[std::size_t(e.v1)],
                                 pose_b * b.vertices()[std::size_t(f.v0)], pose_b * b.vertices()[std::size_t(f.v1)]));
    }
  }
  return best;
}

/// Signed distance: exact apart and in overlap.
inline double signed_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const double separation = separation_by_brute_force(a, pose_a, b, pose_b);
  const auto* p = std::get_if<Polyhedron>(&a);
  const auto* q = std::get_if<Polyhedron>(&b);
  if (separation <= 0 || !p || !q) return separation;
  return polyhedron_distance(*p->convex, pose_a, *q->convex, pose_b);
}

}  // namespace stiction::testing
