#include "stiction/collision/core_footprint.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace stiction {

namespace {

// Features steeper than this (cosine of the angle to the plane's normal, or part of a line seen across) are seen too
// much from the side to be lifted from the plane.
constexpr double kSteep = 0.05;
// Tilt (part of the thickness by which the rim rises) below which the corners of a cap stand for its rim.
constexpr double kLeastTilt = 2e-5;

// Edge names: those of the caps are their first corner's; a rim point halves one and the second half has its own name.
constexpr int kSecondHalf = 2 * kCapCorners;
constexpr int kSideLine = 4 * kCapCorners;

struct Taker {
  const ConvexCore& core;
  const Vec3& out;
  const ContactPlane& plane;
  Footprint& result;

  void clear() const {
    result.x.clear();
    result.height.clear();
    result.vertex.clear();
    result.edge.clear();
    result.slope.setZero();
    result.turn = 1;
  }
  void add(const Vec3& p, int name) const {
    result.x.push_back(plane.across(p));
    result.height.push_back(plane.n.dot(p + core.rounding * out));
    result.vertex.push_back(name);
  }
  void single(const Vec3& p, int name) const {
    clear();
    add(p, name);
  }
  void line(const Vec3& p, int name_p, const Vec3& q, int name_q, int edge) const {
    clear();
    add(p, name_p);
    add(q, name_q);
    result.edge.push_back(edge);
  }
  void lift(const Vec3& normal, double offset) const {
    const double along = normal.dot(plane.n);
    result.slope = Vec3(-normal.dot(plane.t1), -normal.dot(plane.t2), offset) / along;
    result.turn = along > 0 ? 1 : -1;
  }

  void cap(int side) const {
    clear();
    const int name = cap_name(side);
    int halved = -1;
    Vec3 lowest = Vec3::Zero();
    if (rim_point_counts(core, out)) {
      lowest = core.rim_point(side, out);
      const Vec3 d = lowest - core.end(side);
      const double turns = std::atan2(d.dot(core.R.col(1)), d.dot(core.R.col(0))) / (2 * std::numbers::pi);
      halved = std::clamp(int(std::floor((turns < 0 ? turns + 1 : turns) * kCapCorners)), 0, kCapCorners - 1);
    }
    for (int i = 0; i < kCapCorners; ++i) {
      add(cap_corner(core, side, i), name + i);
      result.edge.push_back(name + i);
      if (i != halved) continue;
      add(lowest, rim_name(side));
      result.edge.push_back(kSecondHalf + name + i);
    }
    lift(core.axis(), core.axis().dot(core.end(side)));
  }

  // The line from p to q where the role calls for it, else the end that is further out.
  void line_or_end(const Vec3& p, int name_p, const Vec3& q, int name_q, int edge, Role role, double height) const {
    const Vec3 d = q - p;
    const double fall = out.dot(d);
    const bool lies = role == Role::kIncident ? (d - fall * out).norm() > kSteep * d.norm() : std::abs(fall) <= height;
    if (lies) return line(p, name_p, q, name_q, edge);
    fall > 0 ? single(q, name_q) : single(p, name_p);
  }

  void face(int index) const {
    clear();
    const auto& f = core.polyhedron->faces()[std::size_t(index)];
    for (int v : f.vertices) add(core.vertex(v), v);
    result.edge = f.edges;
    const Vec3 normal = core.R * f.normal;
    lift(normal, f.offset + normal.dot(core.centre));
  }

  void polyhedron(Role role, double height) const {
    const ConvexPolyhedron& body = *core.polyhedron;
    const int top = core.support_vertex(out);
    const Vec3 highest = core.vertex(top);
    auto depth = [&](int v) { return out.dot(highest - core.vertex(v)); };
    int level_face = -1;
    double cosine = kSteep;
    for (int f : body.faces_of_vertex(top)) {
      const double c = out.dot(core.R * body.faces()[std::size_t(f)].normal);
      if (c > cosine) cosine = c, level_face = f;
    }
    const double allowed = role == Role::kIncident ? std::numeric_limits<double>::infinity() : height;
    if (level_face >= 0 &&
        std::ranges::all_of(body.faces()[std::size_t(level_face)].vertices, [&](int v) { return depth(v) <= allowed; }))
      return face(level_face);
    int level_edge = -1;
    double least = std::numeric_limits<double>::infinity();
    for (int e : body.edges_of_vertex(top)) {
      const auto& edge = body.edges()[std::size_t(e)];
      const int other = edge.v0 == top ? edge.v1 : edge.v0;
      const double fall = depth(other) / (core.vertex(other) - highest).norm();
      if (depth(other) <= allowed && fall < least) least = fall, level_edge = e;
    }
    if (level_edge < 0) return single(highest, top);
    const auto& edge = body.edges()[std::size_t(level_edge)];
    line(core.vertex(edge.v0), edge.v0, core.vertex(edge.v1), edge.v1, level_edge);
  }
};

}  // namespace

Vec3 cap_corner(const ConvexCore& core, int side, int i) {
  const double angle = 2 * std::numbers::pi * i / kCapCorners;
  return core.end(side) + core.radius * (std::cos(angle) * core.R.col(0) + std::sin(angle) * core.R.col(1));
}

bool cap_is_level(const ConvexCore& core, const Vec3& out, double feature_height) {
  const Vec3 axis = core.axis();
  if (core.kind == ConvexCore::Kind::kCone && out.dot(axis) > 0) return false;
  return 2 * core.radius * out.cross(axis).norm() <= feature_height;
}

bool rim_point_counts(const ConvexCore& core, const Vec3& out) {
  return core.radius * out.cross(core.axis()).norm() > kLeastTilt * core.thickness;
}

void take_core(const ConvexCore& core, const Vec3& out, Role role, int flat, double feature_height,
               const ContactPlane& plane, Footprint& result) {
  const Taker taker{core, out, plane, result};
  switch (core.kind) {
    case ConvexCore::Kind::kPoint:
      return taker.single(core.centre, 0);
    case ConvexCore::Kind::kSegment:
      return taker.line_or_end(core.end(-1), 0, core.end(1), 1, 0, role, feature_height);
    case ConvexCore::Kind::kCylinder:
    case ConvexCore::Kind::kCone: {
      if (role == Role::kFlat) return taker.cap(flat);
      if (cap_is_level(core, out, feature_height)) return taker.cap(out.dot(core.axis()) > 0 ? 1 : -1);
      const bool cone = core.kind == ConvexCore::Kind::kCone;
      return taker.line_or_end(core.rim_point(-1, out), rim_name(-1), cone ? core.end(1) : core.rim_point(1, out),
                               cone ? kApex : rim_name(1), kSideLine, role, feature_height);
    }
    case ConvexCore::Kind::kPolyhedron:
      return role == Role::kFlat ? taker.face(flat) : taker.polyhedron(role, feature_height);
  }
}

}  // namespace stiction
