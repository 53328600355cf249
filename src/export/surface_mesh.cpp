#include "stiction/export/surface_mesh.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "stiction/export/revolve.h"

namespace stiction {
namespace {

void append(SurfaceMesh& mesh, const SurfaceMesh& part, const Pose& pose) {
  const auto offset = static_cast<std::uint32_t>(mesh.positions.size());
  for (const Vec3f& x : part.positions) mesh.positions.push_back((pose * x.cast<double>()).cast<float>());
  for (const Vec3f& n : part.normals) mesh.normals.push_back((pose.R * n.cast<double>()).cast<float>());
  for (const auto& [a, b, c] : part.triangles) mesh.triangles.push_back({a + offset, b + offset, c + offset});
}

SurfaceMesh placed(const SurfaceMesh& mesh, const Pose& pose) {
  SurfaceMesh result;
  append(result, mesh, pose);
  return result;
}

/// A flat polygon, counter-clockwise seen against its normal.
void add_polygon(SurfaceMesh& mesh, const std::vector<Vec3>& corners, const Vec3& normal) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  for (const Vec3& x : corners) {
    mesh.positions.push_back(x.cast<float>());
    mesh.normals.push_back(normal.cast<float>().normalized());
  }
  for (std::uint32_t i = 2; i < corners.size(); ++i) mesh.triangles.push_back({first, first + i - 1, first + i});
}

/// What of a convex polygon is not solid in `plane`.
std::vector<Vec3> clipped(const std::vector<Vec3>& polygon, const HalfSpace& plane) {
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double da = plane.normal.dot(a) - plane.offset, db = plane.normal.dot(b) - plane.offset;
    if (da >= 0) kept.push_back(a);
    if ((da > 0 && db < 0) || (da < 0 && db > 0)) kept.push_back(a + da / (da - db) * (b - a));
  }
  return kept;
}

SurfaceMesh half_space_square(const HalfSpace& plane, const Tessellation& how) {
  const Vec3 n = plane.normal;
  const Vec3 middle = how.half_space_centre - (n.dot(how.half_space_centre) - plane.offset) * n;
  // Edges along the axes where the plane allows it: the square then lies like everything else in the scene.
  const Vec3 u = (std::abs(n.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY());
  const Vec3 e1 = (u - n.dot(u) * n).normalized() * how.half_space_size / 2, e2 = n.cross(e1);
  std::vector<Vec3> corners = {middle - e1 - e2, middle + e1 - e2, middle + e1 + e2, middle - e1 + e2};
  for (const HalfSpace& other : how.hidden) corners = clipped(corners, other);
  SurfaceMesh mesh;
  if (corners.size() >= 3) add_polygon(mesh, corners, n);
  return mesh;
}

SurfaceMesh polyhedron(const ConvexPolyhedron& convex) {
  SurfaceMesh mesh;
  for (const ConvexPolyhedron::Face& face : convex.faces()) {
    std::vector<Vec3> corners;
    for (const int v : face.vertices) corners.push_back(convex.vertices()[std::size_t(v)]);
    add_polygon(mesh, corners, face.normal);
  }
  return mesh;
}

struct Tessellator {
  const Tessellation& how;

  SurfaceMesh operator()(const HalfSpace& plane) const { return half_space_square(plane, how); }
  SurfaceMesh operator()(const Sphere& sphere) const {
    return placed(revolve(sphere_profile(sphere.radius, how.segments), how.segments),
                  {sphere.centre, Mat3::Identity()});
  }
  SurfaceMesh operator()(const Polyhedron& shape) const { return polyhedron(*shape.convex); }
  SurfaceMesh operator()(const Capsule& shape) const {
    return placed(revolve(capsule_profile(shape.radius, shape.half_length, how.segments), how.segments),
                  shape.placement);
  }
  SurfaceMesh operator()(const Cylinder& shape) const {
    return placed(revolve(cylinder_profile(shape.radius, shape.half_length), how.segments), shape.placement);
  }
  SurfaceMesh operator()(const Cone& shape) const {
    return placed(revolve(cone_profile(shape.radius, -shape.height / 2, shape.height / 2), how.segments),
                  shape.placement);
  }
  SurfaceMesh operator()(const Compound& compound) const {
    SurfaceMesh mesh;
    for (const CompoundPart& part : *compound.parts) append(mesh, tessellate(part.shape, how), part.pose);
    return mesh;
  }
  SurfaceMesh operator()(const Mesh& mesh) const {
    return placed(with_normals(mesh.solid->mesh(), kCrease), {mesh.offset, Mat3::Identity()});
  }
  SurfaceMesh operator()(const Terrain& terrain) const {
    return placed(with_normals(terrain.surface->mesh(), kCrease), {terrain.offset, Mat3::Identity()});
  }
};

}  // namespace

SurfaceMesh tessellate(const Shape& shape, const Tessellation& how) { return std::visit(Tessellator{how}, shape); }

SurfaceMesh with_normals(const TriangleMesh& mesh, double crease) {
  const std::size_t count = mesh.triangles.size();
  std::vector<Vec3> face_normal(count);
  std::vector<std::vector<std::pair<std::size_t, double>>> around(mesh.vertices.size());  // triangle, angle there
  for (std::size_t t = 0; t < count; ++t) {
    const Vec3 &a = mesh.corner(t, 0), &b = mesh.corner(t, 1), &c = mesh.corner(t, 2);
    face_normal[t] = (b - a).cross(c - a).normalized();
    for (int i = 0; i < 3; ++i) {
      const Vec3 e = mesh.corner(t, (i + 1) % 3) - mesh.corner(t, i),
                 f = mesh.corner(t, (i + 2) % 3) - mesh.corner(t, i);
      around[std::size_t(mesh.triangles[t][std::size_t(i)])].push_back({t, std::atan2(e.cross(f).norm(), e.dot(f))});
    }
  }
  SurfaceMesh result;
  const double limit = std::cos(crease);
  std::vector<std::vector<std::uint32_t>> made(mesh.vertices.size());  // the copies of a vertex, by normal
  for (std::size_t t = 0; t < count; ++t) {
    std::array<std::uint32_t, 3> triangle;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto v = std::size_t(mesh.triangles[t][i]);
      Vec3 normal = Vec3::Zero();
      for (const auto& [other, angle] : around[v]) {
        if (face_normal[other].dot(face_normal[t]) >= limit) normal += angle * face_normal[other];
      }
      const Vec3f n = normal.normalized().cast<float>();
      const auto same = std::find_if(made[v].begin(), made[v].end(),
                                     [&](std::uint32_t k) { return (result.normals[k] - n).squaredNorm() < 1e-10f; });
      if (same != made[v].end()) {
        triangle[i] = *same;
        continue;
      }
      triangle[i] = static_cast<std::uint32_t>(result.positions.size());
      made[v].push_back(triangle[i]);
      result.positions.push_back(mesh.vertices[v].cast<float>());
      result.normals.push_back(n);
    }
    result.triangles.push_back(triangle);
  }
  return result;
}

SurfaceMesh arrow_mesh(double length, double radius, int segments) {
  const double head = std::min(0.5 * length, 7 * radius), shaft = length - head;
  SurfaceMesh mesh = revolve(cone_profile(std::min(2.8 * radius, 0.4 * head), shaft, length), segments);
  append(mesh, revolve(cylinder_profile(std::min(radius, 0.15 * head), shaft / 2), segments),
         {Vec3(0, 0, shaft / 2), Mat3::Identity()});
  return mesh;
}

}  // namespace stiction
