// The corners and edges of a rigid shape, as deformable surfaces see them.
#pragma once

#include <deque>
#include <vector>

#include "stiction/collision/surface_probe.h"
#include "stiction/geometry/shape.h"

namespace stiction {

/// Corners (also balls that round shapes are made of, and points of round rims) and edges that stand out, in the world.
struct RigidFeatures {
  struct Point {
    PointProbe probe;
    int id;
  };
  struct Edge {
    EdgeProbe probe;
    int id;
  };
  std::vector<Point> points;
  std::vector<Edge> edges;

  /// Of one posed shape (no compound), those within `box` (world). Half-spaces have none; cylinders and cones have no
  /// edges.
  RigidFeatures(const Shape& shape, const Pose& pose, const Eigen::AlignedBox3d& box);
  RigidFeatures(const RigidFeatures&) = delete;
  RigidFeatures& operator=(const RigidFeatures&) = delete;

  /// Storage of the probes' normals and directions.
  std::span<const Vec3> keep(std::vector<Vec3> directions) { return kept_.emplace_back(std::move(directions)); }

 private:
  std::deque<std::vector<Vec3>> kept_;
};

}  // namespace stiction
