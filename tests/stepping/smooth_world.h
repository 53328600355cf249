// Smooth bodies and worlds that several tests share.
#pragma once

#include <memory>

#include "stiction/geometry/smooth/analytic_surfaces.h"
#include "stiction/geometry/smooth/bezier_surface.h"
#include "stiction/geometry/smooth/surface_triangulation.h"
#include "stiction/stepping/world.h"

namespace stiction::test {

inline RigidBody smooth_ball(const std::string& name, double radius, double mass = 1) {
  RigidBody body;
  body.name = name;
  const auto surface = std::make_shared<EllipsoidSurface>(EllipsoidSurface::sphere(radius));
  body.smooth = surface;
  body.shape = Mesh{SolidMesh::make(triangulated(*surface, 12).mesh, 16)};
  body.mass = mass;
  body.inertia = 0.4 * mass * radius * radius * Mat3::Identity();
  body.inverse_inertia = body.inertia.inverse();
  return body;
}

inline RigidBody smooth_plane(double half = 5) {
  RigidBody body;
  body.name = "plane";
  const auto surface = std::make_shared<PlaneSurface>(half, half);
  body.smooth = surface;
  body.shape = Terrain{std::make_shared<const TerrainSurface>(triangulated(*surface, 1).mesh)};
  body.fixed = true;
  return body;
}

inline WorldModel smooth_model(double mu, double step, double restitution = 0) {
  WorldModel model;
  model.materials.materials = {{"default", mu, restitution, 1000}};
  model.step = step;
  return model;
}

/// A ball that touches the plane, sliding along x.
inline World sliding_ball(double mu, double speed, double step, double radius = 0.1) {
  WorldModel model = smooth_model(mu, step);
  model.bodies = {smooth_plane(), smooth_ball("ball", radius)};
  WorldState state;
  state.bodies.resize(2);
  state.bodies[1].position = Vec3(0, 0, radius);
  state.bodies[1].velocity = Vec3(speed, 0, 0);
  return World(std::move(model), std::move(state));
}

inline int count_events(const StepReport& report, SmoothEventKind kind) {
  int count = 0;
  for (const SmoothEvent& event : report.smooth.events) count += event.kind == kind;
  return count;
}

}  // namespace stiction::test
