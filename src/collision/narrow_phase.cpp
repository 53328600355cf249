#include "stiction/collision/narrow_phase.h"

#include <concepts>

#include "stiction/collision/feature_id.h"
#include "stiction/collision/mesh_contact.h"
#include "stiction/collision/surface_point.h"
#include "stiction/collision/terrain_contact.h"

namespace stiction {

namespace {

ContactPoint contact(const Vec3& position, const Vec3& normal, double gap, std::uint64_t feature) {
  ContactPoint point;
  point.feature = feature;
  point.position = position;
  point.normal = normal;
  point.gap = gap;
  return point;
}

const std::uint64_t kSphereFeature = feature_id(FeatureKind::kSphere, 0, 0);

void meet(const HalfSpace& a, const Pose& pose_a, const Polyhedron& b, const Pose& pose_b, double margin,
          std::vector<ContactPoint>& out) {
  const ConvexPolyhedron& polyhedron = *b.convex;
  const Vec3 n = pose_a.R * a.normal;
  const double plane = a.offset + n.dot(pose_a.p);
  // One local direction for all vertices; the lowest one tells whether to look further.
  const Vec3 n_local = pose_b.R.transpose() * n;
  const double shift = n.dot(pose_b.p) - plane;
  if (shift - polyhedron.radius() > margin) return;
  for (std::size_t i = 0; i < polyhedron.vertices().size(); ++i) {
    const double gap = n_local.dot(polyhedron.vertices()[i]) + shift;
    if (gap > margin) continue;
    const Vec3 position = pose_b * polyhedron.vertices()[i] - 0.5 * gap * n;
    out.push_back(contact(position, -n, gap, feature_id(FeatureKind::kPlane, 0, int(i))));
  }
}

void meet(const HalfSpace& a, const Pose& pose_a, const Sphere& b, const Pose& pose_b, double margin,
          std::vector<ContactPoint>& out) {
  const Vec3 n = pose_a.R * a.normal;
  const Vec3 centre = pose_b * b.centre;
  const double height = n.dot(centre - pose_a.p) - a.offset;
  const double gap = height - b.radius;
  if (gap > margin) return;
  out.push_back(contact(centre - (b.radius + 0.5 * gap) * n, -n, gap, kSphereFeature));
}

void meet(const Sphere& a, const Pose& pose_a, const Sphere& b, const Pose& pose_b, double margin,
          std::vector<ContactPoint>& out) {
  const Vec3 centre_a = pose_a * a.centre, centre_b = pose_b * b.centre;
  const double distance = (centre_a - centre_b).norm();
  const double gap = distance - a.radius - b.radius;
  if (gap > margin) return;
  // Concentric spheres part in any direction.
  const Vec3 n = distance > 0 ? Vec3((centre_a - centre_b) / distance) : Vec3(Vec3::UnitZ());
  out.push_back(contact(centre_b + (b.radius + 0.5 * gap) * n, n, gap, kSphereFeature));
}

void meet(const Sphere& a, const Pose& pose_a, const Polyhedron& b, const Pose& pose_b, double margin,
          std::vector<ContactPoint>& out) {
  const Vec3 centre = pose_a * a.centre;
  const SurfacePoint nearest = nearest_on_surface(*b.convex, pose_b.to_local(centre), margin + a.radius);
  const double gap = nearest.distance - a.radius;
  if (gap > margin) return;
  const Vec3 n = pose_b.R * nearest.normal;
  out.push_back(contact(centre - (a.radius + 0.5 * gap) * n, n, gap, kSphereFeature));
}

void meet(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b, const Pose& pose_b, double margin,
          std::vector<ContactPoint>& out) {
  collide_polyhedra(*a.convex, pose_a, *b.convex, pose_b, margin, out);
}

template <class Round>
concept IsRound = std::same_as<Round, Capsule> || std::same_as<Round, Cylinder> || std::same_as<Round, Cone>;

template <IsRound Round>
void meet(const HalfSpace& a, const Pose& pose_a, const Round& b, const Pose& pose_b, double margin,
          std::vector<ContactPoint>& out) {
  const Vec3 n = pose_a.R * a.normal;
  collide_plane(n, a.offset + n.dot(pose_a.p - pose_b.p), ConvexCore(b, pose_b, pose_b.p), pose_b.p, margin, out);
}

template <class First, IsRound Round>
requires(std::constructible_from<ConvexCore, const First&, const Pose&, const Vec3&>) void meet(
    const First& a, const Pose& pose_a, const Round& b, const Pose& pose_b, double margin,
    std::vector<ContactPoint>& out) {
  collide_cores(ConvexCore(a, pose_a, pose_b.p), ConvexCore(b, pose_b, pose_b.p), pose_b.p, margin, out);
}

// Half-spaces and terrain belong to fixed bodies, which do not meet each other.
void meet(const HalfSpace&, const Pose&, const HalfSpace&, const Pose&, double, std::vector<ContactPoint>&) {}
void meet(const Terrain&, const Pose&, const HalfSpace&, const Pose&, double, std::vector<ContactPoint>&) {}
void meet(const Terrain&, const Pose&, const Terrain&, const Pose&, double, std::vector<ContactPoint>&) {}

template <class Other>
requires requires(const Mesh& a, const Other& b, std::vector<ContactPoint>& out) {
  collide_mesh(a, Pose(), b, Pose(), 0.0, out);
}
void meet(const Mesh& a, const Pose& pose_a, const Other& b, const Pose& pose_b, double margin,
          std::vector<ContactPoint>& out) {
  collide_mesh(a, pose_a, b, pose_b, margin, out);
}

template <class Other>
requires requires(const Terrain& a, const Other& b, std::vector<ContactPoint>& out) {
  collide_terrain(a, Pose(), b, Pose(), 0.0, out);
}
void meet(const Terrain& a, const Pose& pose_a, const Other& b, const Pose& pose_b, double margin,
          std::vector<ContactPoint>& out) {
  collide_terrain(a, pose_a, b, pose_b, margin, out);
}

// Every part against the other body.
void collide_parts(const Compound& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                   std::vector<ContactPoint>& out) {
  for (std::size_t i = 0; i < a.parts->size(); ++i) {
    const CompoundPart& part = (*a.parts)[i];
    const std::size_t first = out.size();
    collide(part.shape, pose_a * part.pose, b, pose_b, margin, out);
    for (std::size_t k = first; k < out.size(); ++k) out[k].feature = part_feature(out[k].feature, i, 0);
  }
}

void collide_parts(const Shape& a, const Pose& pose_a, const Compound& b, const Pose& pose_b, double margin,
                   std::vector<ContactPoint>& out) {
  for (std::size_t i = 0; i < b.parts->size(); ++i) {
    const CompoundPart& part = (*b.parts)[i];
    const std::size_t first = out.size();
    collide(a, pose_a, part.shape, pose_b * part.pose, margin, out);
    for (std::size_t k = first; k < out.size(); ++k) out[k].feature = part_feature(out[k].feature, 0, i);
  }
}

}  // namespace

void collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
             std::vector<ContactPoint>& out) {
  if (const auto* compound = std::get_if<Compound>(&a)) return collide_parts(*compound, pose_a, b, pose_b, margin, out);
  if (const auto* compound = std::get_if<Compound>(&b)) return collide_parts(a, pose_a, *compound, pose_b, margin, out);
  if (a.index() > b.index()) {
    // Every case is written once: swap, then turn the normals round.
    const std::size_t first = out.size();
    collide(b, pose_b, a, pose_a, margin, out);
    for (std::size_t i = first; i < out.size(); ++i) out[i].normal = -out[i].normal;
    return;
  }
  std::visit(
      [&](const auto& x, const auto& y) {
        if constexpr (requires { meet(x, pose_a, y, pose_b, margin, out); }) {
          meet(x, pose_a, y, pose_b, margin, out);
        } else if constexpr (requires { meet(y, pose_b, x, pose_a, margin, out); }) {
          // Meshes and terrain come first in their own cases.
          const std::size_t first = out.size();
          meet(y, pose_b, x, pose_a, margin, out);
          for (std::size_t i = first; i < out.size(); ++i) out[i].normal = -out[i].normal;
        }
      },
      a, b);
}

}  // namespace stiction
