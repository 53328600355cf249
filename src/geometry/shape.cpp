#include "stiction/geometry/shape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "stiction/common/error.h"
#include "stiction/geometry/round_shapes.h"

namespace stiction {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class... Cases>
struct Overload : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overload(Cases...) -> Overload<Cases...>;

MassProperties sphere_mass(const Sphere& sphere, double density) {
  const double r = sphere.radius;
  const double mass = density * 4.0 / 3.0 * std::numbers::pi * r * r * r;
  return {mass, sphere.centre, 0.4 * mass * r * r * Mat3::Identity()};
}

// Exact integrals over the tetrahedra that join an inner point to the fans of the faces:
// volume det/6, first moment det/24 (a+b+c), second moment det/120 (ssᵀ + aaᵀ + bbᵀ + ccᵀ) with s = a+b+c.
MassProperties polyhedron_mass(const ConvexPolyhedron& polyhedron, double density) {
  const auto& vertices = polyhedron.vertices();
  Vec3 inner = Vec3::Zero();
  for (const Vec3& v : vertices) inner += v / double(vertices.size());
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const auto& face : polyhedron.faces()) {
    const Vec3 a = vertices[std::size_t(face.vertices[0])] - inner;
    for (std::size_t i = 1; i + 1 < face.vertices.size(); ++i) {
      const Vec3 b = vertices[std::size_t(face.vertices[i])] - inner;
      const Vec3 c = vertices[std::size_t(face.vertices[i + 1])] - inner;
      const double det = a.dot(b.cross(c));
      const Vec3 sum = a + b + c;
      volume += det / 6;
      first += det / 24 * sum;
      second += det / 120 * (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
    }
  }
  const Vec3 offset = first / volume;
  const Mat3 covariance = second - volume * offset * offset.transpose();
  return {density * volume, inner + offset, density * (covariance.trace() * Mat3::Identity() - covariance)};
}

MassProperties mesh_mass(const Mesh& mesh, double density) {
  const MeshMoments& m = mesh.solid->moments();
  return {density * m.volume, m.centre + mesh.offset, density * (m.second.trace() * Mat3::Identity() - m.second)};
}

double farthest(const std::vector<Vec3>& points, const Vec3& offset) {
  double squared = 0;
  for (const Vec3& p : points) squared = std::max(squared, (p + offset).squaredNorm());
  return std::sqrt(squared);
}

}  // namespace

bool is_fixed_only(const Shape& shape) {
  return std::holds_alternative<HalfSpace>(shape) || std::holds_alternative<Terrain>(shape);
}

MassProperties mass_properties(const Shape& shape, double density) {
  return std::visit(Overload{[](const HalfSpace&) -> MassProperties {
                               throw InputError("shape", "is a half-space, which has no mass",
                                                "fix the body or give it another shape");
                             },
                             [&](const Sphere& sphere) { return sphere_mass(sphere, density); },
                             [&](const Polyhedron& polyhedron) { return polyhedron_mass(*polyhedron.convex, density); },
                             [](const Terrain&) -> MassProperties {
                               throw InputError("shape", "is terrain, which has no mass",
                                                "fix the body or give it another shape");
                             },
                             [&](const Mesh& mesh) { return mesh_mass(mesh, density); },
                             [&](const auto& round) { return round_mass(round, density); }},
                    shape);
}

Shape recentred(const Shape& shape, const Vec3& origin) {
  return std::visit(Overload{[&](const HalfSpace& half_space) -> Shape {
                               return HalfSpace{half_space.normal, half_space.offset - half_space.normal.dot(origin)};
                             },
                             [&](const Sphere& sphere) -> Shape {
                               return Sphere{sphere.radius, sphere.centre - origin};
                             },
                             [&](const Mesh& mesh) -> Shape {
                               return Mesh{mesh.solid, mesh.offset - origin};
                             },
                             [&](const Terrain& terrain) -> Shape {
                               return Terrain{terrain.surface, terrain.offset - origin};
                             },
                             [&](const Polyhedron& polyhedron) -> Shape {
                               return Polyhedron{polyhedron.convex->translated(-origin)};
                             },
                             [&](const auto& round) -> Shape { return round_recentred(round, origin); }},
                    shape);
}

double bounding_radius(const Shape& shape) {
  return std::visit(
      Overload{[](const HalfSpace&) { return kInfinity; },
               [](const Sphere& sphere) { return sphere.centre.norm() + sphere.radius; },
               [](const Mesh& mesh) { return farthest(mesh.solid->hull_vertices(), mesh.offset); },
               [](const Terrain& terrain) { return farthest(terrain.surface->mesh().vertices, terrain.offset); },
               [](const Polyhedron& polyhedron) { return polyhedron.convex->radius(); },
               [](const auto& round) { return round_radius(round); }},
      shape);
}

double thickness(const Shape& shape) {
  return std::visit(
      Overload{[](const HalfSpace&) { return kInfinity; }, [](const Sphere& sphere) { return 2 * sphere.radius; },
               [](const Terrain&) { return kInfinity; }, [](const Mesh& mesh) { return mesh.solid->thickness(); },
               [](const Polyhedron& polyhedron) { return polyhedron.convex->thickness(); },
               [](const auto& round) { return round_thickness(round); }},
      shape);
}

}  // namespace stiction
