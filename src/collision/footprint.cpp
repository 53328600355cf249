#include "stiction/collision/footprint.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

namespace {

// Faces steeper than this (cosine to the normal) are seen too much from the side to be lifted from the plane.
constexpr double kSteep = 0.05;

// One polyhedron with its outward direction, in the pair's frame.
struct SideView {
  const PairFrame& pair;
  Side side;
  Vec3 out;  // unit, out of this polyhedron towards the other

  SideView(const PairFrame& p, Side s, const Vec3& n) : pair(p), side(s), out(s == Side::kA ? Vec3(-n) : n) {}
  const ConvexPolyhedron& polyhedron() const { return side == Side::kA ? pair.a() : pair.b(); }
  Vec3 vertex(int i) const { return side == Side::kA ? pair.vertex_a(i) : pair.vertex_b(i); }
  Vec3 normal(const ConvexPolyhedron::Face& f) const { return side == Side::kA ? pair.turned(f.normal) : f.normal; }
  double offset(const ConvexPolyhedron::Face& f, const Vec3& normal) const {
    return side == Side::kA ? pair.offset_a(f, normal) : f.offset;
  }
  int extreme() const { return side == Side::kA ? pair.lowest_vertex_a(-out) : pair.highest_vertex_b(out); }

  int most_level_face(int vertex, double& cosine) const {
    int best = -1;
    cosine = -1;
    for (int f : polyhedron().faces_of_vertex(vertex)) {
      const double c = normal(polyhedron().faces()[std::size_t(f)]).dot(out);
      if (c > cosine) {
        cosine = c;
        best = f;
      }
    }
    return best;
  }

  // The edge at `vertex` that falls least, among those whose other end lies at most `depth` below; or -1.
  int most_level_edge(int at, double depth) const {
    int best = -1;
    double best_fall = std::numeric_limits<double>::infinity();
    const Vec3 origin = vertex(at);
    for (int e : polyhedron().edges_of_vertex(at)) {
      const auto& edge = polyhedron().edges()[std::size_t(e)];
      const Vec3 d = vertex(edge.v0 == at ? edge.v1 : edge.v0) - origin;
      const double fall = -out.dot(d) / d.norm();
      if (-out.dot(d) <= depth && fall < best_fall) {
        best_fall = fall;
        best = e;
      }
    }
    return best;
  }
};

void clear(Footprint& out) {
  out.x.clear();
  out.height.clear();
  out.vertex.clear();
  out.edge.clear();
  out.slope.setZero();
  out.turn = 1;
}

void add_vertex(const SideView& view, int i, const ContactPlane& plane, Footprint& out) {
  const Vec3 p = view.vertex(i);
  out.x.push_back(plane.across(p));
  out.height.push_back(plane.n.dot(p));
  out.vertex.push_back(i);
}

void fill_face(const SideView& view, int face_index, const ContactPlane& plane, Footprint& out) {
  clear(out);
  const auto& face = view.polyhedron().faces()[std::size_t(face_index)];
  for (int v : face.vertices) add_vertex(view, v, plane, out);
  out.edge = face.edges;
  const Vec3 normal = view.normal(face);
  const double along = normal.dot(plane.n);
  out.slope = Vec3(-normal.dot(plane.t1), -normal.dot(plane.t2), view.offset(face, normal)) / along;
  out.turn = along > 0 ? 1 : -1;
}

void fill_edge(const SideView& view, int edge_index, const ContactPlane& plane, Footprint& out) {
  clear(out);
  const auto& edge = view.polyhedron().edges()[std::size_t(edge_index)];
  add_vertex(view, edge.v0, plane, out);
  add_vertex(view, edge.v1, plane, out);
  out.edge.push_back(edge_index);
}

double cross(const Vec2& u, const Vec2& v) { return u.x() * v.y() - u.y() * v.x(); }

}  // namespace

ContactPlane::ContactPlane(const Vec3& normal) : n(normal) {
  // The axis least along n is the safest to cross with.
  Eigen::Index axis = 0;
  n.cwiseAbs().minCoeff(&axis);
  t1 = n.cross(Vec3::Unit(axis)).normalized();
  t2 = n.cross(t1);
}

double Footprint::height_at(const Vec2& at) const {
  if (size() == 1) return height[0];
  if (size() == 2) {
    const Vec2 d = x[1] - x[0];
    const double length = d.squaredNorm();
    const double s = length > 0 ? std::clamp((at - x[0]).dot(d) / length, 0.0, 1.0) : 0.0;
    return height[0] + s * (height[1] - height[0]);
  }
  return slope.x() * at.x() + slope.y() * at.y() + slope.z();
}

bool Footprint::contains(const Vec2& at, double tolerance) const {
  if (size() == 1) return (at - x[0]).squaredNorm() <= tolerance * tolerance;
  if (size() == 2) {
    const Vec2 d = x[1] - x[0];
    const double length = d.squaredNorm();
    const double s = length > 0 ? std::clamp((at - x[0]).dot(d) / length, 0.0, 1.0) : 0.0;
    return (at - x[0] - s * d).squaredNorm() <= tolerance * tolerance;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Vec2 d = x[i + 1 < x.size() ? i + 1 : 0] - x[i];
    if (turn * cross(d, at - x[i]) < -tolerance * d.norm()) return false;
  }
  return true;
}

void take_face(const PairFrame& pair, Side side, int face, const ContactPlane& plane, Footprint& out) {
  fill_face(SideView(pair, side, plane.n), face, plane, out);
}

void take_incident(const PairFrame& pair, Side side, const ContactPlane& plane, Footprint& out) {
  const SideView view(pair, side, plane.n);
  const int extreme = view.extreme();
  double cosine = 0;
  const int face = view.most_level_face(extreme, cosine);
  if (cosine > kSteep) {
    fill_face(view, face, plane, out);
  } else {
    fill_edge(view, view.most_level_edge(extreme, std::numeric_limits<double>::infinity()), plane, out);
  }
}

void take_level(const PairFrame& pair, Side side, const ContactPlane& plane, Footprint& out) {
  const SideView view(pair, side, plane.n);
  const int extreme = view.extreme();
  const double top = view.out.dot(view.vertex(extreme));
  double cosine = 0;
  const int face = view.most_level_face(extreme, cosine);
  const auto& loop = view.polyhedron().faces()[std::size_t(face)].vertices;
  const bool level = cosine > kSteep && std::ranges::all_of(loop, [&](int v) {
                       return view.out.dot(view.vertex(v)) >= top - pair.feature_height;
                     });
  if (level) return fill_face(view, face, plane, out);
  const int edge = view.most_level_edge(extreme, pair.feature_height);
  if (edge >= 0) return fill_edge(view, edge, plane, out);
  clear(out);
  add_vertex(view, extreme, plane, out);
}

}  // namespace stiction
