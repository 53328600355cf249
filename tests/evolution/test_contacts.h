// Contacts and starts that several tests share.
#pragma once

#include <cmath>
#include <limits>

#include "evolution/test_surfaces.h"
#include "stiction/evolution/evolve.h"

namespace stiction::test {

inline const Vec3 kGravity(0, 0, -9.81);
inline const SmoothContactLaw kNoSlip{.mu_static = std::numeric_limits<double>::infinity()};

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

}  // namespace stiction::test
