#include "stiction/geometry/tet/implicit_solid.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <type_traits>
#include <utility>

#include "stiction/common/error.h"

namespace stiction {

namespace {

Eigen::AlignedBox3d placed(const Eigen::AlignedBox3d& box, const Pose& pose) {
  Eigen::AlignedBox3d out;
  for (int i = 0; i < 8; ++i) out.extend(pose * box.corner(Eigen::AlignedBox3d::CornerType(i)));
  return out;
}

/// Of a body round about z, from its distance over (distance from the axis, height).
template <class Profile>
ImplicitSolid round_solid(const Vec3& half, const Pose& pose, Profile profile) {
  return {[pose, profile](const Vec3& x) {
            const Vec3 local = pose.to_local(x);
            return profile(local.head<2>().norm(), local.z());
          },
          placed({-half, half}, pose)};
}

ImplicitSolid solid(const Sphere& s) {
  return {[s](const Vec3& x) { return (x - s.centre).norm() - s.radius; },
          {s.centre - Vec3::Constant(s.radius), s.centre + Vec3::Constant(s.radius)}};
}

/// The greatest height above a face: the distance inside, a bound from below outside.
ImplicitSolid solid(const Polyhedron& p) {
  Eigen::AlignedBox3d box;
  for (const Vec3& v : p.convex->vertices()) box.extend(v);
  return {[convex = p.convex](const Vec3& x) {
            double height = -std::numeric_limits<double>::infinity();
            for (const auto& face : convex->faces()) height = std::max(height, face.normal.dot(x) - face.offset);
            return height;
          },
          box};
}

ImplicitSolid solid(const Capsule& c) {
  return round_solid({c.radius, c.radius, c.radius + c.half_length}, c.placement, [c](double r, double z) {
    return std::hypot(r, std::max(std::abs(z) - c.half_length, 0.0)) - c.radius;
  });
}

ImplicitSolid solid(const Cylinder& c) {
  return round_solid({c.radius, c.radius, c.half_length}, c.placement, [c](double r, double z) {
    const double side = r - c.radius, end = std::abs(z) - c.half_length;
    return std::hypot(std::max(side, 0.0), std::max(end, 0.0)) + std::min(std::max(side, end), 0.0);
  });
}

/// The greater of the heights above base and mantle, as for polyhedra.
ImplicitSolid solid(const Cone& c) {
  const double slant = std::hypot(c.radius, c.height);
  return round_solid({c.radius, c.radius, c.height / 2}, c.placement, [c, slant](double r, double z) {
    return std::max(-z - c.height / 2, (c.height * r + c.radius * (z - c.height / 2)) / slant);
  });
}

ImplicitSolid solid(const Compound& compound) {
  std::vector<std::pair<Pose, ImplicitSolid>> parts;
  Eigen::AlignedBox3d box;
  for (const CompoundPart& part : *compound.parts) {
    parts.emplace_back(part.pose, implicit_solid(part.shape));
    box.extend(placed(parts.back().second.box, part.pose));
  }
  return {[parts = std::move(parts)](const Vec3& x) {
            double least = std::numeric_limits<double>::infinity();
            for (const auto& [pose, part] : parts) least = std::min(least, part.distance(pose.to_local(x)));
            return least;
          },
          box};
}

ImplicitSolid solid(const Mesh& mesh) {
  const Eigen::AlignedBox3d& box = mesh.solid->box();
  return {[m = mesh.solid, offset = mesh.offset](const Vec3& x) { return m->exact().at(x - offset).distance; },
          {box.min() + mesh.offset, box.max() + mesh.offset}};
}

[[noreturn]] ImplicitSolid refuse() {
  throw InputError("shape", "has no inside of its own", "give a closed shape: no half-space and no terrain");
}
ImplicitSolid solid(const HalfSpace&) { refuse(); }
ImplicitSolid solid(const Terrain&) { refuse(); }

}  // namespace

ImplicitSolid implicit_solid(const TriangleMesh& mesh) {
  struct Owned {
    explicit Owned(const TriangleMesh& given) : copy(given), distance(copy) {}
    TriangleMesh copy;
    MeshDistance distance;
  };
  const auto owned = std::make_shared<const Owned>(mesh);
  return {[owned](const Vec3& x) { return owned->distance.at(x).distance; }, owned->distance.tree().box(),
          mesh_moments(mesh).volume};
}

ImplicitSolid implicit_solid(const Shape& shape) {
  ImplicitSolid out = std::visit([](const auto& s) { return solid(s); }, shape);
  // Parts of a compound may overlap, and then their volumes do not add up to that of the union.
  if (!std::holds_alternative<Compound>(shape)) out.volume = mass_properties(shape, 1).mass;
  return out;
}

}  // namespace stiction
