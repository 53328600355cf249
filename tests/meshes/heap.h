// Heaps of meshes, watched from outside: how deep bodies are in each other by exact distances of points of one surface
// from the other, and what energy is left.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/scene/gallery.h"
#include "stiction/scene/scene.h"
#include "support/full_length.h"

namespace stiction::testing {

/// Vertices of a mesh and points on its edges, and exact distances from it. Shares only the triangles with the engine.
class WatchedSurface {
 public:
  WatchedSurface(const Mesh& mesh, double spacing)
      : triangles_(moved(mesh.solid->mesh(), mesh.offset)), distance_(triangles_), points_(triangles_.vertices) {
    for (std::size_t t = 0; t < triangles_.triangles.size(); ++t) {
      for (int i = 0; i < 3; ++i) {
        const Vec3 &a = triangles_.corner(t, i), &b = triangles_.corner(t, (i + 1) % 3);
        if (distance_.neighbour(int(t), i) < int(t)) continue;  // the edge had its turn
        const int n = int(std::ceil((b - a).norm() / spacing));
        for (int k = 1; k < n; ++k) points_.push_back(a + double(k) / n * (b - a));
      }
    }
    for (const Vec3& p : points_) radius_ = std::max(radius_, p.norm());
  }
  WatchedSurface(const WatchedSurface&) = delete;
  WatchedSurface& operator=(const WatchedSurface&) = delete;

  /// How deep the deepest point of this surface is inside the other, m.
  double depth_in(const WatchedSurface& other, const Pose& pose, const Pose& other_pose) const {
    constexpr double kDeepest = 0.02;  // deeper points have neighbours that are not
    const Eigen::AlignedBox3d& box = other.distance_.tree().box();
    double deepest = 0;
    for (const Vec3& p : points_) {
      const Vec3 x = other_pose.to_local(pose * p);
      if (box.contains(x)) deepest = std::max(deepest, -other.distance_.at(x, kDeepest).distance);
    }
    return deepest;
  }
  /// The same for a half-space.
  double depth_in(const HalfSpace& plane, const Pose& pose, const Pose& other_pose) const {
    const Vec3 n = other_pose.R * plane.normal;
    double deepest = 0;
    for (const Vec3& p : points_) deepest = std::max(deepest, plane.offset - n.dot(pose * p - other_pose.p));
    return deepest;
  }
  double radius() const { return radius_; }

 private:
  static TriangleMesh moved(TriangleMesh mesh, const Vec3& offset) {
    for (Vec3& v : mesh.vertices) v += offset;
    return mesh;
  }

  TriangleMesh triangles_;
  MeshDistance distance_;
  std::vector<Vec3> points_;
  double radius_ = 0;
};

/// Deepest overlap of any two bodies of a world of meshes and half-spaces.
class OverlapWatch {
 public:
  OverlapWatch(const WorldModel& model, double spacing) : model_(model), surfaces_(model.bodies.size()) {
    std::vector<std::pair<const Mesh*, std::shared_ptr<const WatchedSurface>>> made;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
      const auto* mesh = std::get_if<Mesh>(&model.bodies[i].shape);
      if (!mesh) continue;
      for (const auto& [known, surface] : made)
        if (known->solid == mesh->solid && known->offset == mesh->offset) surfaces_[i] = surface;
      if (surfaces_[i]) continue;
      surfaces_[i] = std::make_shared<WatchedSurface>(*mesh, spacing);
      made.emplace_back(mesh, surfaces_[i]);
    }
  }

  double deepest(const WorldState& state) const {
    double worst = 0;
    for (std::size_t i = 0; i < surfaces_.size(); ++i) {
      if (!surfaces_[i]) continue;
      const Pose at = pose(state.bodies[i]);
      for (std::size_t j = 0; j < surfaces_.size(); ++j) {
        if (i == j) continue;
        const Pose other = pose(state.bodies[j]);
        if (const auto* plane = std::get_if<HalfSpace>(&model_.bodies[j].shape)) {
          worst = std::max(worst, surfaces_[i]->depth_in(*plane, at, other));
        } else if ((at.p - other.p).norm() < surfaces_[i]->radius() + surfaces_[j]->radius()) {
          worst = std::max(worst, surfaces_[i]->depth_in(*surfaces_[j], at, other));
        }
      }
    }
    return worst;
  }

 private:
  const WorldModel& model_;
  std::vector<std::shared_ptr<const WatchedSurface>> surfaces_;
};

/// Lets a gallery scene of meshes fall. At no step, nowhere are bodies deeper in each other than 1 mm; at the end
/// nothing moves any more.
inline void expect_comes_to_rest(const std::string& name, const std::map<std::string, GalleryValue>& parameters,
                                 double seconds, int every) {
  if (!find_gallery_entry(name)->is_available()) GTEST_SKIP() << "needs build/data/bunny.obj: tools/fetch_bunny.sh";
  World world = build_world(build_gallery_scene(name, parameters));
  const OverlapWatch watch(world.model(), 2e-3);
  const double start = world.potential_energy();
  const int steps = int(std::lround(seconds / world.model().step));
  int converged = 0, taken = 0;
  double deepest = 0;
  while (taken < (kFullLength ? steps : 40)) {
    converged += world.step().converged;
    ++taken;
    if (taken % every == 0 || world.report().overlap > 0) deepest = std::max(deepest, watch.deepest(world.state()));
    ASSERT_LT(deepest, 1e-3) << "step " << taken;
  }
  const double lost = start - world.potential_energy();
  std::printf("%s: %d steps, %d converged, deepest overlap %.2e m, kinetic energy %.1e of the potential energy lost\n",
              name.c_str(), taken, converged, deepest, world.kinetic_energy() / lost);
  EXPECT_EQ(converged, taken);
  if (kFullLength) {
    EXPECT_LT(world.kinetic_energy(), 1e-6 * lost);
  }
}

}  // namespace stiction::testing
