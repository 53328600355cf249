#include "stiction/collision/rigid_touch.h"

#include <algorithm>
#include <cmath>

#include "stiction/collision/convex_points.h"
#include "stiction/collision/terrain_points.h"

namespace stiction {

namespace {

constexpr double kRounding = 1e-4;  // of the share: lengths that mean nothing
/// A face this many times deeper than the nearest one is not where a vertex came in.
constexpr double kDetour = 10;

/// Faces by which a point inside could leave: appends heights over them (negative) and normals, in the body frame.
/// Spheres and capsules have but one.
void ways_out(const Polyhedron& shape, const Vec3& x, std::vector<SurfacePoint>& out) {
  for (const auto& face : shape.convex->faces()) out.push_back({face.normal, face.normal.dot(x) - face.offset});
}

Vec3 from_axis(const Vec3& x) {
  const double rho = std::hypot(x.x(), x.y());
  return rho > 0 ? Vec3(x.x() / rho, x.y() / rho, 0) : Vec3(Vec3::UnitX());
}

void ways_out(const Cylinder& shape, const Vec3& x, std::vector<SurfacePoint>& out) {
  const Vec3 local = shape.placement.to_local(x), outward = from_axis(local), axis = shape.placement.R.col(2);
  out.push_back({shape.placement.R * outward, outward.dot(local) - shape.radius});
  out.push_back({axis, local.z() - shape.half_length});
  out.push_back({-axis, -local.z() - shape.half_length});
}

void ways_out(const Cone& shape, const Vec3& x, std::vector<SurfacePoint>& out) {
  const Vec3 local = shape.placement.to_local(x), outward = from_axis(local), apex(0, 0, 0.5 * shape.height);
  const Vec3 side = (shape.height * outward + shape.radius * Vec3::UnitZ()).normalized();
  out.push_back({shape.placement.R * side, side.dot(local - apex)});
  out.push_back({-shape.placement.R.col(2), -local.z() - 0.5 * shape.height});
}

template <class Other>
void ways_out(const Other&, const Vec3&, std::vector<SurfacePoint>&) {}

struct Touches {
  const Pose& pose;
  const PointProbe& probe;
  double margin, share, depth;
  std::vector<RigidTouch>& out;

  void add(const Vec3& n, double distance, int which = 0) const {
    if (distance > margin) return;
    if (probe.faces(n) || distance < -share) out.push_back({n, distance, which});
  }

  void operator()(const HalfSpace& plane) const {
    const Vec3 n = pose.R * plane.normal;
    add(n, n.dot(probe.x - pose.p) - plane.offset);
  }
  void operator()(const Compound&) const {}
  void operator()(const Mesh& mesh) const {
    const Vec3 local = pose.to_local(probe.x) - mesh.offset;
    if (mesh.solid->clear(local, 0, margin)) return;
    const double reach = std::max(margin, mesh.solid->thickness());
    const SurfaceDistance d = mesh.solid->exact().at(local, reach);
    if (d.triangle >= 0) add(pose.R * d.normal, d.distance);
  }
  void operator()(const Terrain& terrain) const {
    thread_local std::vector<TerrainTouch> touches;
    terrain_touches(*terrain.surface, pose.to_local(probe.x) - terrain.offset, margin, depth, touches);
    const bool one = touches.size() == 1;
    for (const TerrainTouch& touch : touches) add(pose.R * touch.normal, touch.distance, one ? 0 : touch.triangle + 1);
  }
  template <class Convex>
  void operator()(const Convex& convex) const {
    const Vec3 local = pose.to_local(probe.x);
    const SurfacePoint d = convex_distance(convex, local, margin);
    const Vec3 n = pose.R * d.normal;
    const double rounding = kRounding * share;
    if (d.distance > rounding || (d.distance < -rounding && probe.faces(n))) return add(n, d.distance);
    // On the surface the direction of the distance means nothing: the face that the point faces most squarely counts.
    // Inside it is the nearest of those that it faces.
    thread_local std::vector<SurfacePoint> ways;
    ways.clear();
    ways_out(convex, local, ways);
    const double deepest = -std::min(depth, std::max(share, -kDetour * d.distance));
    std::erase_if(ways,
                  [&](const SurfacePoint& way) { return way.distance < deepest || !probe.faces(pose.R * way.normal); });
    const auto rank = [&](const SurfacePoint& way) {
      return way.distance >= -rounding ? squareness(probe.normals, pose.R * way.normal) : way.distance / depth - 1;
    };
    const auto best = std::ranges::max_element(ways, {}, rank);
    if (best != ways.end()) return add(pose.R * best->normal, best->distance);
    add(n, d.distance);
  }
};

}  // namespace

void rigid_touches(const Shape& shape, const Pose& pose, const PointProbe& probe, double margin, double share,
                   double depth, std::vector<RigidTouch>& out) {
  std::visit(Touches{pose, probe, margin, share, depth, out}, shape);
}

}  // namespace stiction
