#include "stiction/evolution/free_flight.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "stiction/evolution/runge_kutta.h"

namespace stiction {
namespace {

Vec3 log_of(const Quat& q) {
  const double sine = q.vec().norm();
  if (sine < 1e-12) return (q.w() < 0 ? -2. : 2.) * q.vec();
  return 2 * std::atan2(q.w() < 0 ? -sine : sine, std::abs(q.w())) / sine * q.vec();
}

Quat exp_of(const Vec3& a) {
  const double angle = a.norm();
  if (angle < 1e-12) return Quat(1, a.x() / 2, a.y() / 2, a.z() / 2).normalized();
  return Quat(Eigen::AngleAxisd(angle, a / angle));
}

// Rate of the rotation vector a (turn = exp(a)) of a body whose angular velocity, in the axes that a is given in, is w.
Vec3 vector_rate(const Vec3& a, const Vec3& w) {
  const double angle = a.norm();
  const double k = angle < 1e-4 ? 1. / 12 : (1 - 0.5 * angle / std::tan(0.5 * angle)) / (angle * angle);
  return w - 0.5 * a.cross(w) + k * a.cross(a.cross(w));
}

Vec3 angular_velocity_of(const Vec3& a, const Vec3& rate) {
  const double angle = a.norm();
  const double p = angle < 1e-4 ? 0.5 : (1 - std::cos(angle)) / (angle * angle);
  const double q = angle < 1e-4 ? 1. / 6 : (angle - std::sin(angle)) / (angle * angle * angle);
  return rate + p * a.cross(rate) + q * a.cross(a.cross(rate));
}

}  // namespace

void fly(const SmoothBody& body, BodyMotion& motion, double duration, const Vec3& gravity) {
  if (body.fixed) {
    motion.position += duration * motion.velocity;
    motion.rotation = (exp_of(duration * motion.angular_velocity) * motion.rotation).normalized();
    return;
  }
  const double decay = body.linear_drag / body.mass * duration;
  if (decay > 0) {
    // v' = g - c v / m.
    const Vec3 limit = body.mass / body.linear_drag * gravity, excess = motion.velocity - limit;
    motion.position += duration * limit - std::expm1(-decay) / decay * duration * excess;
    motion.velocity = limit + std::exp(-decay) * excess;
  } else {
    motion.position += duration * (motion.velocity + 0.5 * duration * gravity);
    motion.velocity += duration * gravity;
  }
  using Vector = Eigen::Matrix<double, 7, 1>;  // attitude (wxyz), angular momentum
  const Mat3 inverse = body.inertia.inverse();
  const auto turn = [&](const Vector& y) {
    const Quat q = Quat(y[0], y[1], y[2], y[3]).normalized();
    return Vec3(q * (inverse * (q.conjugate() * Vec3(y.tail<3>()))));
  };
  const auto f = [&](const Vector& y, Vector& rate) {
    const Vec3 w = turn(y);
    const Quat change = Quat(0, w.x(), w.y(), w.z()) * Quat(y[0], y[1], y[2], y[3]);
    rate << 0.5 * change.w(), 0.5 * change.vec(), -body.angular_drag * w;
  };
  Vector y;
  y << motion.rotation.w(), motion.rotation.vec(),
      motion.rotation * (body.inertia * (motion.rotation.conjugate() * motion.angular_velocity));
  const int steps = std::max(1, static_cast<int>(std::ceil(motion.angular_velocity.norm() * duration / 0.02)));
  for (int i = 0; i < steps; ++i) {
    Vector first;
    f(y, first);
    y = runge_kutta4(y, first, duration / steps, f);
    y.head<4>().normalize();
  }
  motion.rotation = Quat(y[0], y[1], y[2], y[3]);
  motion.angular_velocity = turn(y);
}

BodyMotion interpolate(const BodyMotion& from, const BodyMotion& to, double interval, double share) {
  const double s = share, s2 = s * s, s3 = s2 * s;
  const double h01 = 3 * s2 - 2 * s3, h10 = s3 - 2 * s2 + s, h11 = s3 - s2;
  const double d01 = (6 * s - 6 * s2) / interval, d10 = 3 * s2 - 4 * s + 1, d11 = 3 * s2 - 2 * s;
  BodyMotion at;
  const Vec3 way = to.position - from.position;
  at.position = from.position + h01 * way + interval * (h10 * from.velocity + h11 * to.velocity);
  at.velocity = d01 * way + d10 * from.velocity + d11 * to.velocity;
  const Vec3 turn = log_of(to.rotation * from.rotation.conjugate());
  const Vec3 end_rate = vector_rate(turn, to.angular_velocity);
  const Vec3 a = h01 * turn + interval * (h10 * from.angular_velocity + h11 * end_rate);
  at.rotation = (exp_of(a) * from.rotation).normalized();
  at.angular_velocity = angular_velocity_of(a, d01 * turn + d10 * from.angular_velocity + d11 * end_rate);
  return at;
}

}  // namespace stiction
