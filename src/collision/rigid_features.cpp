#include "stiction/collision/rigid_features.h"

#include <limits>

#include "stiction/collision/convex_points.h"

namespace stiction {

namespace {

/// An edge from p to q between two faces, the first on the left as seen from outside.
EdgeProbe edge_probe(const Vec3& p, const Vec3& q, const Vec3& left, const Vec3& right) {
  EdgeProbe probe;
  const Vec3 along = (q - p).normalized();
  probe.p = p;
  probe.q = q;
  probe.outward = left + right;
  probe.inward[0] = left.cross(along);
  probe.inward[1] = -right.cross(along);
  const double sine = left.cross(right).dot(along);
  probe.ridge = left.dot(right) < 0 && sine > 0 ? 1 : sine;
  return probe;
}

struct Gather {
  RigidFeatures& out;
  const Pose& pose;
  const Eigen::AlignedBox3d& box;

  void add(const Vec3& x, double radius, std::vector<Vec3> normals, std::vector<Vec3> around, int id) const {
    const Vec3 r = Vec3::Constant(radius);
    if (!box.intersects(Eigen::AlignedBox3d(x - r, x + r))) return;
    PointProbe probe;
    probe.x = x;
    probe.radius = radius;
    probe.normals = out.keep(std::move(normals));
    probe.around = out.keep(std::move(around));
    out.points.push_back({probe, id});
  }
  void add(const EdgeProbe& probe, int id) const {
    const Vec3 r = Vec3::Constant(probe.radius);
    const Eigen::AlignedBox3d own = probe.box();
    if (box.intersects(Eigen::AlignedBox3d(own.min() - r, own.max() + r))) out.edges.push_back({probe, id});
  }

  void operator()(const HalfSpace&) const {}
  void operator()(const Compound&) const {}
  void operator()(const Sphere& sphere) const { add(pose * sphere.centre, sphere.radius, {}, {}, 0); }
  void operator()(const Capsule& capsule) const {
    const Vec3 half(0, 0, capsule.half_length);
    EdgeProbe axis;
    axis.p = pose * (capsule.placement * -half);
    axis.q = pose * (capsule.placement * half);
    axis.radius = capsule.radius;
    axis.has_sides = false;
    add(axis.p, capsule.radius, {}, {}, 0);
    add(axis.q, capsule.radius, {}, {}, 1);
    if (capsule.half_length > 0) add(axis, 0);
  }
  void operator()(const Polyhedron& shape) const {
    const ConvexPolyhedron& convex = *shape.convex;
    for (int v = 0; v < std::ssize(convex.vertices()); ++v) {
      std::vector<Vec3> normals, around;
      for (const int f : convex.faces_of_vertex(v)) normals.push_back(pose.R * convex.faces()[f].normal);
      for (const int e : convex.edges_of_vertex(v)) {
        const auto& edge = convex.edges()[e];
        const int other = edge.v0 == v ? edge.v1 : edge.v0;
        around.push_back(pose.R * (convex.vertices()[other] - convex.vertices()[v]).normalized());
      }
      add(pose * convex.vertices()[v], 0, std::move(normals), std::move(around), v);
    }
    for (int e = 0; e < std::ssize(convex.edges()); ++e) {
      const auto& edge = convex.edges()[e];
      const Vec3 p = pose * convex.vertices()[edge.v0], q = pose * convex.vertices()[edge.v1];
      const Vec3 first = pose.R * convex.faces()[edge.f0].normal, second = pose.R * convex.faces()[edge.f1].normal;
      // Every edge of a convex body stands out, so the sense of the cross product tells which face is on the left.
      const bool in_order = first.cross(second).dot(q - p) > 0;
      add(in_order ? edge_probe(p, q, first, second) : edge_probe(p, q, second, first), e);
    }
  }
  /// Round rims and the apex of a cone.
  template <class Round>
  void operator()(const Round& round) const {
    std::vector<ConvexPoint> points;
    convex_points(round, std::numeric_limits<double>::infinity(), points);
    for (const ConvexPoint& point : points) {
      const std::size_t before = out.points.size();
      add(pose * point.x, point.radius, {}, {}, point.id);
      if (out.points.size() == before) continue;
      out.points.back().probe.axis = pose.R * point.axis;
      out.points.back().probe.least_cosine = point.least_cosine;
    }
  }
  void operator()(const Mesh& mesh) const { surface(mesh.solid->exact(), mesh.offset); }
  void operator()(const Terrain& terrain) const { surface(terrain.surface->exact(), terrain.offset); }

  /// Vertices and edges of a triangle surface near the box.
  void surface(const MeshDistance& exact, const Vec3& offset) const {
    const TriangleMesh& mesh = exact.mesh();
    const auto world = [&](int v) { return pose * (mesh.vertices[v] + offset); };
    const Vec3 centre = pose.to_local(box.center()) - offset;
    const Vec3 reach = pose.R.transpose().cwiseAbs() * (0.5 * box.sizes());
    std::vector<int> vertices, near;
    exact.tree().overlapping(Eigen::AlignedBox3d(centre - reach, centre + reach), [&](int t) {
      near.push_back(t);
      for (const int v : mesh.triangles[t]) vertices.push_back(v);
    });
    std::ranges::sort(near);
    std::ranges::sort(vertices);
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    std::vector<std::vector<Vec3>> normals(vertices.size()), around(vertices.size());
    const auto place = [&](int v) { return std::ranges::lower_bound(vertices, v) - vertices.begin(); };
    for (const int t : near) {
      const auto& corners = mesh.triangles[t];
      for (int i = 0; i < 3; ++i) {
        const int v = corners[i], next = corners[(i + 1) % 3], beyond = exact.neighbour(t, i);
        const Vec3 p = world(v), q = world(next), along = (q - p).normalized();
        normals[place(v)].push_back(pose.R * exact.face_normal(t));
        around[place(v)].push_back(along);
        // The far end sees a border from this side alone.
        if (beyond < 0) around[place(next)].push_back(-along);
        if (beyond >= 0 && beyond < t) continue;
        const Vec3 left = pose.R * exact.face_normal(t);
        // The border of a terrain ends in a wall.
        const Vec3 right = beyond >= 0 ? Vec3(pose.R * exact.face_normal(beyond)) : along.cross(left);
        const EdgeProbe probe = edge_probe(p, q, left, right);
        if (probe.ridge > kFlat) add(probe, 3 * t + i);
      }
    }
    for (std::size_t k = 0; k < vertices.size(); ++k) {
      add(world(vertices[k]), 0, std::move(normals[k]), std::move(around[k]), vertices[k]);
    }
  }
};

}  // namespace

RigidFeatures::RigidFeatures(const Shape& shape, const Pose& pose, const Eigen::AlignedBox3d& box) {
  std::visit(Gather{*this, pose, box}, shape);
}

}  // namespace stiction
