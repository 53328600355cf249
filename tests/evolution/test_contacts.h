// Contacts and starts that several tests share.
#pragma once

#include <cmath>
#include <limits>

#include "evolution/test_surfaces.h"
#include "stiction/evolution/evolve.h"

namespace stiction::test {

inline const Vec3 kGravity(0, 0, -9.81);
inline const ContactLaw kNoSlip{.mu_static = std::numeric_limits<double>::infinity()};

inline SmoothBody ball(double radius, double mass = 1) {
  return {.surface = sphere(radius), .mass = mass, .inertia = 0.4 * mass * radius * radius * Mat3::Identity()};
}
inline SmoothBody fixed(std::shared_ptr<const SmoothSurface> surface) {
  return {.surface = std::move(surface), .fixed = true};
}

/// A ball that touches body 2 with its point in (world) direction `down` from its centre, at place `at` of body 2.
inline SmoothContactState ball_at(const SmoothContact& contact, const Vec3& down, const SurfacePlace& at,
                                  const Vec3& velocity, const Vec3& angular_velocity) {
  const SurfacePoint place = dynamic_cast<const Ellipsoid&>(*contact.first().surface).place(down);
  SmoothContact::Bodies bodies;
  bodies.first.velocity = velocity;
  bodies.first.angular_velocity = angular_velocity;
  return contact.touch(bodies, {place.patch, -1, place.st}, at);
}

inline EvolutionOptions runge_kutta(double step) {
  EvolutionOptions options;
  options.method = EvolutionOptions::Method::kRungeKutta4;
  options.min_step = options.max_step = step;
  return options;
}

/// A rattleback: an elliptic paraboloid whose inertia is turned by `angle` (rad) about z.
inline SmoothContact rattleback(double angle, const ContactLaw& law = kNoSlip) {
  SmoothBody body;
  body.surface = paraboloid(1 / 0.135, 1 / 0.06, false);
  body.centre_of_mass = Vec3(0, 0, 0.03);
  const Mat3 turn = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
  body.inertia = turn * Vec3(0.00125, 0.0055, 0.0062).asDiagonal() * turn.transpose();
  return SmoothContact(body, fixed(plane()), law);
}
inline SmoothContactState spun_rattleback(const SmoothContact& contact, double spin) {
  SmoothContact::Bodies bodies;
  BodyMotion& body = bodies.first;
  body.rotation = Quat(1, 0.001, 0.011, 0).normalized();
  body.angular_velocity = Vec3(0, 0, spin);
  // The lowest point of the paraboloid: its normal (x/0.135, y/0.06, -1) points down in the world.
  const Vec3 down = body.rotation.conjugate() * Vec3(0, 0, -1);
  const Vec2 xy(-down.x() / down.z() * 0.135, -down.y() / down.z() * 0.06);
  const Vec3 lowest(xy.x(), xy.y(), 0.5 * (xy.x() * xy.x() / 0.135 + xy.y() * xy.y() / 0.06));
  const Vec3 arm = body.rotation * (lowest - contact.first().centre_of_mass);
  body.velocity = -body.angular_velocity.cross(arm);
  return contact.touch(bodies, {0, -1, Vec2(xy.y(), xy.x())}, {0, -1, Vec2::Zero()});
}

}  // namespace stiction::test
