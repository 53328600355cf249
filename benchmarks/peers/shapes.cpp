#include "shapes.h"

namespace stiction::peers {

std::optional<PlacedBox> as_box(const ConvexPolyhedron& convex) {
  const auto& vertices = convex.vertices();
  if (vertices.size() != 8 || convex.faces().size() != 6) return std::nullopt;
  Vec3 low = vertices[0], high = vertices[0];
  for (const Vec3& v : vertices) {
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  const double tolerance = 1e-9 * (high - low).maxCoeff();
  for (const Vec3& v : vertices) {
    const Vec3 to_nearest_side = (v - low).cwiseMin(high - v);
    if (to_nearest_side.maxCoeff() > tolerance) return std::nullopt;
  }
  return PlacedBox{(high - low) / 2 + Vec3::Constant(kSkin), (high + low) / 2};
}

std::vector<Vec3> grown_corners(const ConvexPolyhedron& convex) {
  Vec3 middle = Vec3::Zero();
  for (const Vec3& v : convex.vertices()) middle += v / static_cast<double>(convex.vertices().size());
  std::vector<Vec3> corners = convex.vertices();
  // Scaled so that the thinnest direction grows by the skin.
  for (Vec3& v : corners) v += 2 * kSkin / convex.thickness() * (v - middle);
  return corners;
}

HalfSpace placed(const HalfSpace& half_space, const Pose& pose) {
  const Vec3 normal = pose.R * half_space.normal;
  return {normal, half_space.offset + normal.dot(pose.p)};
}

Pose pose_of(const BodyState& state) { return {state.position, state.rotation.toRotationMatrix()}; }

Vec3 angular_velocity_of(const RigidBody& body, const BodyState& state) {
  const Mat3 R = state.rotation.toRotationMatrix();
  return R * (body.inverse_inertia * (R.transpose() * state.angular_momentum));
}

}  // namespace stiction::peers
