#include "motion.h"

#include <algorithm>
#include <limits>

namespace stiction::peers {

Snapshot::Snapshot(const WorldModel& model, const Engine& engine) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const RigidBody& body = model.bodies[i];
    if (body.fixed) continue;
    Body entry{static_cast<int>(i), 0, {}, {}};
    if (const auto* sphere = std::get_if<Sphere>(&body.shape)) {
      entry.corners = {Vec3::Zero()};
      entry.size = 2 * sphere->radius;
    } else {
      entry.corners = std::get<Polyhedron>(body.shape).convex->vertices();
      Vec3 low = entry.corners[0], high = entry.corners[0];
      for (const Vec3& x : entry.corners) {
        low = low.cwiseMin(x);
        high = high.cwiseMax(x);
      }
      entry.size = (high - low).maxCoeff();
    }
    const Pose pose = engine.pose(entry.index);
    for (const Vec3& x : entry.corners) entry.places.push_back(pose * x);
    bodies_.push_back(std::move(entry));
  }
}

Snapshot::Motion Snapshot::motion_to(const Engine& engine) const {
  Motion worst;
  for (const Body& body : bodies_) {
    const Pose pose = engine.pose(body.index);
    for (std::size_t i = 0; i < body.corners.size(); ++i) {
      double way = (pose * body.corners[i] - body.places[i]).norm();
      if (!(way < std::numeric_limits<double>::infinity())) way = std::numeric_limits<double>::infinity();
      worst.distance = std::max(worst.distance, way);
      worst.relative = std::max(worst.relative, way / body.size);
    }
  }
  return worst;
}

}  // namespace stiction::peers
