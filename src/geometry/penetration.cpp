#include "stiction/geometry/penetration.h"

#include <algorithm>
#include <limits>

namespace stiction {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Interval {
  double low = kInfinity, high = -kInfinity;
};

Interval projection(const ConvexPolyhedron& polyhedron, const Pose& pose, const Vec3& axis) {
  const Vec3 local_axis = pose.R.transpose() * axis;
  const double shift = axis.dot(pose.p);
  Interval result;
  for (const Vec3& v : polyhedron.vertices()) {
    const double x = local_axis.dot(v) + shift;
    result.low = std::min(result.low, x);
    result.high = std::max(result.high, x);
  }
  return result;
}

double separation_along(const ConvexPolyhedron& a, const Pose& pose_a, const ConvexPolyhedron& b, const Pose& pose_b,
                        const Vec3& axis) {
  const Interval on_a = projection(a, pose_a, axis), on_b = projection(b, pose_b, axis);
  return std::max(on_a.low - on_b.high, on_b.low - on_a.high);
}

double between(const ConvexPolyhedron& a, const Pose& pose_a, const ConvexPolyhedron& b, const Pose& pose_b) {
  const double far_apart = (pose_a.p - pose_b.p).norm() - a.radius() - b.radius();
  if (far_apart > 0) return far_apart;
  double best = -kInfinity;
  auto try_axis = [&](const Vec3& axis) {
    best = std::max(best, separation_along(a, pose_a, b, pose_b, axis));
    return best > 0;  // parted: no overlap to measure
  };
  for (const auto& face : a.faces()) {
    if (try_axis(pose_a.R * face.normal)) return best;
  }
  for (const auto& face : b.faces()) {
    if (try_axis(pose_b.R * face.normal)) return best;
  }
  for (const Vec3& u : a.edge_directions()) {
    for (const Vec3& v : b.edge_directions()) {
      const Vec3 axis = (pose_a.R * u).cross(pose_b.R * v);
      const double length = axis.norm();
      // Any unit axis gives a valid bound; only a null vector has no direction.
      if (length > 1e-12 && try_axis(axis / length)) return best;
    }
  }
  return best;
}

Vec3 closest_on_segment(const Vec3& x, const Vec3& a, const Vec3& b) {
  const Vec3 d = b - a;
  return a + std::clamp((x - a).dot(d) / d.squaredNorm(), 0.0, 1.0) * d;
}

// Signed distance of a point: exact outside (nearest point of the faces) and inside (nearest face plane).
double signed_distance(const ConvexPolyhedron& polyhedron, const Vec3& x) {
  double deepest = -kInfinity, nearest = kInfinity;
  for (const auto& face : polyhedron.faces()) {
    const double height = face.normal.dot(x) - face.offset;
    deepest = std::max(deepest, height);
    if (height <= 0) continue;
    bool over_face = true;
    for (std::size_t i = 0; i < face.vertices.size(); ++i) {
      const Vec3& a = polyhedron.vertices()[std::size_t(face.vertices[i])];
      const Vec3& b = polyhedron.vertices()[std::size_t(face.vertices[(i + 1) % face.vertices.size()])];
      if (face.normal.cross(b - a).dot(x - a) < 0) over_face = false;
      nearest = std::min(nearest, (x - closest_on_segment(x, a, b)).norm());
    }
    if (over_face) nearest = std::min(nearest, height);
  }
  return deepest > 0 ? nearest : deepest;
}

double between(const Sphere& a, const Pose& pose_a, const Sphere& b, const Pose& pose_b) {
  return (pose_a * a.centre - pose_b * b.centre).norm() - a.radius - b.radius;
}

double between(const Sphere& a, const Pose& pose_a, const ConvexPolyhedron& b, const Pose& pose_b) {
  return signed_distance(b, pose_b.to_local(pose_a * a.centre)) - a.radius;
}

double between(const HalfSpace& a, const Pose& pose_a, const Sphere& b, const Pose& pose_b) {
  return a.normal.dot(pose_a.to_local(pose_b * b.centre)) - a.offset - b.radius;
}

double between(const HalfSpace& a, const Pose& pose_a, const ConvexPolyhedron& b, const Pose& pose_b) {
  return projection(b, pose_b, pose_a.R * a.normal).low - (pose_a.R * a.normal).dot(pose_a.p) - a.offset;
}

// Two half-spaces overlap without bound unless they face each other, back to back.
double between(const HalfSpace& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b) {
  const Vec3 n_a = pose_a.R * a.normal, n_b = pose_b.R * b.normal;
  if ((n_a + n_b).norm() > 1e-12) return -kInfinity;
  return -(a.offset + n_a.dot(pose_a.p)) - (b.offset + n_b.dot(pose_b.p));
}

// Meshes: the deepest surface sample of one inside the other, by exact distances. A distance changes by no more than
// the way from one point to another, so that samples beside one that is far off (they come in spatial order) need no
// look.
template <class Distance>
double deepest_sample(const Mesh& mesh, const Pose& pose, double best, Distance&& distance) {
  Vec3 seen = Vec3::Zero();
  double from_seen = -kInfinity;
  for (const SurfaceSample& sample : mesh.solid->samples().samples()) {
    const Vec3 x = pose * (sample.x + mesh.offset);
    if (from_seen - (x - seen).norm() > best) continue;
    seen = x;
    from_seen = distance(x, best);
    best = std::min(best, from_seen);
  }
  return best;
}

// A lower bound where it is no less than `best`.
double to_mesh(const Mesh& mesh, const Pose& pose, const Vec3& x, double best) {
  const Vec3 local = pose.to_local(x) - mesh.offset;
  const double to_box = mesh.solid->box().exteriorDistance(local);
  if (to_box > 0 && to_box >= best) return to_box;
  return mesh.solid->exact().at(local).distance;
}

double between(const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  const Vec3 n = pose_a.R * a.normal;
  return deepest_sample(b, pose_b, kInfinity, [&](const Vec3& x, double) { return n.dot(x - pose_a.p) - a.offset; });
}

double between(const Sphere& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  return to_mesh(b, pose_b, pose_a * a.centre, kInfinity) - a.radius;
}

double between(const ConvexPolyhedron& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  double best = kInfinity;
  for (const Vec3& v : a.vertices()) best = std::min(best, to_mesh(b, pose_b, pose_a * v, best));
  return deepest_sample(b, pose_b, best, [&](const Vec3& x, double) { return signed_distance(a, pose_a.to_local(x)); });
}

double between(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  const double one =
      deepest_sample(a, pose_a, kInfinity, [&](const Vec3& x, double best) { return to_mesh(b, pose_b, x, best); });
  return deepest_sample(b, pose_b, one, [&](const Vec3& x, double best) { return to_mesh(a, pose_a, x, best); });
}

// Terrain: the deepest vertex or sample of the body below the surface, but not beside its border and no deeper than
// half the body's thickness, and the deepest vertex of the terrain inside the body.
double to_terrain(const Terrain& terrain, const Pose& pose, const Vec3& x, double deepest) {
  const MeshDistance& exact = terrain.surface->exact();
  const SurfaceDistance d = exact.at(pose.to_local(x) - terrain.offset);
  if (d.distance >= 0) return d.distance;
  bool at_border = false;
  for (int i = 0; i < 3; ++i) {
    const TriangleMesh& mesh = terrain.surface->mesh();
    const std::size_t t = std::size_t(d.triangle);
    const Vec3 nearest = closest_on_segment(d.point, mesh.corner(t, i), mesh.corner(t, (i + 1) % 3));
    at_border = at_border || (exact.neighbour(d.triangle, i) < 0 && (nearest - d.point).norm() < 1e-12);
  }
  return at_border || d.distance < -deepest ? -d.distance : d.distance;
}

double between(const Sphere& a, const Pose& pose_a, const Terrain& b, const Pose& pose_b) {
  return to_terrain(b, pose_b, pose_a * a.centre, a.radius) - a.radius;
}

double between(const ConvexPolyhedron& a, const Pose& pose_a, const Terrain& b, const Pose& pose_b) {
  double best = kInfinity;
  for (const Vec3& v : a.vertices()) best = std::min(best, to_terrain(b, pose_b, pose_a * v, 0.5 * a.thickness()));
  for (const Vec3& v : b.surface->mesh().vertices) {
    best = std::min(best, signed_distance(a, pose_a.to_local(pose_b * (v + b.offset))));
  }
  return best;
}

double between(const Mesh& a, const Pose& pose_a, const Terrain& b, const Pose& pose_b) {
  double best = kInfinity;
  for (const Vec3& v : b.surface->mesh().vertices) {
    best = std::min(best, to_mesh(a, pose_a, pose_b * (v + b.offset), best));
  }
  const double depth = 0.5 * a.solid->thickness();  // beyond it the distance jumps: every sample is looked at
  for (const SurfaceSample& sample : a.solid->samples().samples()) {
    best = std::min(best, to_terrain(b, pose_b, pose_a * (sample.x + a.offset), depth));
  }
  return best;
}

// Terrain belongs to fixed bodies, as half-spaces do.
double between(const HalfSpace&, const Pose&, const Terrain&, const Pose&) { return kInfinity; }
double between(const Terrain&, const Pose&, const Terrain&, const Pose&) { return kInfinity; }

const Mesh& solid(const Mesh& shape) { return shape; }
const Terrain& solid(const Terrain& shape) { return shape; }
const ConvexPolyhedron& solid(const Polyhedron& shape) { return *shape.convex; }
const Sphere& solid(const Sphere& shape) { return shape; }
const HalfSpace& solid(const HalfSpace& shape) { return shape; }

bool is_round(const Shape& shape) {
  return std::holds_alternative<Capsule>(shape) || std::holds_alternative<Cylinder>(shape) ||
         std::holds_alternative<Cone>(shape);
}

// A capsule, cylinder or cone and triangles: samples and vertices of these inside the round shape.
double round_and_triangles(const Shape& round, const Pose& pose, const Shape& other, const Pose& pose_other) {
  const auto distance = [&](const Vec3& x) { return round_separation(Sphere{0}, {x}, round, pose); };
  if (const auto* mesh = std::get_if<Mesh>(&other)) {
    return deepest_sample(*mesh, pose_other, kInfinity, [&](const Vec3& x, double) { return distance(x); });
  }
  const auto& terrain = std::get<Terrain>(other);
  double best = kInfinity;
  for (const Vec3& v : terrain.surface->mesh().vertices)
    best = std::min(best, distance(pose_other * (v + terrain.offset)));
  return best;
}

}  // namespace

double separation_by_brute_force(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  for (const bool swap : {false, true}) {
    const auto* compound = std::get_if<Compound>(swap ? &b : &a);
    if (!compound) continue;
    double least = kInfinity;
    for (const CompoundPart& part : *compound->parts) {
      least = std::min(least, swap ? separation_by_brute_force(a, pose_a, part.shape, pose_b * part.pose)
                                   : separation_by_brute_force(part.shape, pose_a * part.pose, b, pose_b));
    }
    return least;
  }
  const auto of_triangles = [](const Shape& shape) {
    return std::holds_alternative<Mesh>(shape) || std::holds_alternative<Terrain>(shape);
  };
  if (is_round(a) && of_triangles(b)) return round_and_triangles(a, pose_a, b, pose_b);
  if (of_triangles(a) && is_round(b)) return round_and_triangles(b, pose_b, a, pose_a);
  if (is_round(a) || is_round(b)) return round_separation(a, pose_a, b, pose_b);
  // The variant's order is also the order in which the cases above take their arguments, but for sphere and
  // polyhedron, which agree with it: half-space, sphere, polyhedron, mesh, terrain.
  if (a.index() > b.index()) return separation_by_brute_force(b, pose_b, a, pose_a);
  return std::visit(
      [&](const auto& x, const auto& y) -> double {
        if constexpr (requires { between(solid(x), pose_a, solid(y), pose_b); }) {
          return between(solid(x), pose_a, solid(y), pose_b);
        } else {
          return kInfinity;  // never reached: indices are ordered, and other shapes are dealt with above
        }
      },
      a, b);
}

}  // namespace stiction
