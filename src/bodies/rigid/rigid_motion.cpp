#include "stiction/bodies/rigid/rigid_motion.h"

#include <Eigen/LU>
#include <cmath>

namespace stiction {

Pose pose(const BodyState& state) { return {state.position, state.rotation.toRotationMatrix()}; }

namespace {

Mat6 block_diagonal(double linear, const Mat3& angular) {
  Mat6 m = Mat6::Zero();
  m.topLeftCorner<3, 3>().diagonal().setConstant(linear);
  m.bottomRightCorner<3, 3>() = angular;
  return m;
}

/// Newton's method for x = P + h/2 x × I⁻¹x from x; true if it arrived.
bool solve_midpoint(const Vec3& P, const Mat3& inverse_inertia, double h, Vec3& x) {
  for (int i = 0; i < 20; ++i) {
    const Vec3 y = inverse_inertia * x;
    const Vec3 f = x - P - 0.5 * h * x.cross(y);
    const Mat3 J = Mat3::Identity() - 0.5 * h * (cross_matrix(x) * inverse_inertia - cross_matrix(y));
    const Vec3 dx = J.inverse() * f;
    x -= dx;
    if (dx.norm() <= 1e-15 * x.norm()) return true;
  }
  return (x - P - 0.5 * h * x.cross(inverse_inertia * x)).norm() <= 1e-12 * P.norm();
}

}  // namespace

Vec3 midpoint_momentum(const Vec3& P, const Mat3& inverse_inertia, double h) {
  Vec3 x = P;
  for (int parts = 1; parts <= 1024; parts *= 4) {
    x = P;
    bool arrived = true;
    for (int i = 1; i <= parts && arrived; ++i) arrived = solve_midpoint(P, inverse_inertia, h * i / parts, x);
    if (arrived) return x;
  }
  return x;
}

Mat6 mass_matrix(const RigidBody& body, const Mat3& R) {
  return block_diagonal(body.mass, R * body.inertia * R.transpose());
}

Mat6 inverse_mass_matrix(const RigidBody& body, const Mat3& R) {
  return block_diagonal(1 / body.mass, R * body.inverse_inertia * R.transpose());
}

Vec3 angular_velocity(const RigidBody& body, const BodyState& state) {
  if (body.fixed) return body.motion ? state.angular_momentum : Vec3::Zero();
  const Mat3 R = state.rotation.toRotationMatrix();
  return R * (body.inverse_inertia * (R.transpose() * state.angular_momentum));
}

Vec6 predict(const RigidBody& body, const BodyState& state, const Vec3& gravity, double h) {
  Vec6 v = Vec6::Zero();
  if (body.fixed) return v;
  v.head<3>() = state.velocity + h * gravity;
  const Mat3 R = state.rotation.toRotationMatrix();
  const Vec3 P = R.transpose() * state.angular_momentum;
  v.tail<3>() = R * (body.inverse_inertia * midpoint_momentum(P, body.inverse_inertia, h));
  return v;
}

BodyState prescribed_state(const RigidBody& body, double time, double h) {
  const auto state_at = [&](double t) {
    const Placement placement = body.motion->at(t);
    BodyState state;
    state.rotation = placement.rotation;
    state.position = placement.position - placement.rotation * body.frame_origin;
    return state;
  };
  BodyState now = state_at(time);
  const BodyState before = state_at(time - h);
  now.velocity = (now.position - before.position) / h;
  // The angular velocity that the Cayley update of a step needs to get here.
  const Quat turn = now.rotation * before.rotation.conjugate();
  now.angular_momentum = 2 / h / turn.w() * turn.vec();
  return now;
}

void integrate(const RigidBody& body, BodyState& state, const Vec6& v, const Vec6& contact_momentum, double h) {
  if (body.fixed) return;
  state.velocity = v.head<3>();
  state.angular_momentum += contact_momentum.tail<3>();
  advance(state, v, h);
}

void advance(BodyState& state, const Vec6& v, double h) {
  state.position += h * v.head<3>();
  const Vec3 half = 0.5 * h * v.tail<3>();
  state.rotation = (Quat(1, half.x(), half.y(), half.z()) * state.rotation).normalized();
}

double kinetic_energy(const RigidBody& body, const BodyState& state) {
  if (body.fixed) return 0;
  return 0.5 * (body.mass * state.velocity.squaredNorm() + state.angular_momentum.dot(angular_velocity(body, state)));
}

double travel_bound(const RigidBody& body, const Vec6& v, double h) {
  if (body.fixed && !body.motion) return 0;
  return h * (v.head<3>().norm() + v.tail<3>().norm() * bounding_radius(body.shape));
}

bool is_quiet(const RigidBody& body, const Vec6& v, double h) {
  constexpr double kQuiet = 0.01;  // the margin of ordinary detection, in thicknesses
  const double limit = kQuiet * thickness(body.shape);
  if (!body.fixed && h * v.head<3>().norm() > limit) return false;  // without looking at the whole shape
  return travel_bound(body, v, h) <= limit;
}

}  // namespace stiction
