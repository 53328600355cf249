#include <gtest/gtest.h>

#include <random>

#include "stiction/export/picture/ray_scene.h"
#include "support/meshes.h"

namespace stiction {
namespace {

/// Every triangle, one by one, in double precision.
double brute_force(const SurfaceMesh& mesh, const Pose& pose, const Vec3& origin, const Vec3& direction) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vec3 a = pose * mesh.positions[i].cast<double>(), b = pose * mesh.positions[j].cast<double>(),
               c = pose * mesh.positions[k].cast<double>();
    Mat3 m;
    m << b - a, c - a, -direction;
    const Vec3 uvt = m.inverse() * (origin - a);
    if (uvt.x() >= 0 && uvt.y() >= 0 && uvt.x() + uvt.y() <= 1 && uvt.z() > 0) nearest = std::min(nearest, uvt.z());
  }
  return nearest;
}

TEST(Rays, TreeFindsWhatBruteForceFinds) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
  const SurfaceMesh torus = with_normals(testing::torus_mesh(0.3, 0.1, 24, 12), 0.7);
  const SurfaceMesh ball = with_normals(testing::icosphere_mesh(0.2, 2), 0.7);
  const RayMesh ray_torus(torus), ray_ball(ball);
  std::vector<RayInstance> instances;
  std::vector<std::pair<const SurfaceMesh*, Pose>> plain;
  for (int i = 0; i < 20; ++i) {
    const Pose pose{2 * vector(), Quat::UnitRandom().toRotationMatrix()};
    plain.push_back({i % 2 ? &torus : &ball, pose});
    instances.push_back({i % 2 ? &ray_torus : &ray_ball, pose.R.cast<float>(), pose.p.cast<float>(), i, false});
  }
  const RayScene scene(instances, {});
  int hits = 0, different = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 origin = 4 * vector().normalized(), direction = (vector() - origin).normalized();
    double nearest = std::numeric_limits<double>::infinity();
    int item = -1;
    for (std::size_t k = 0; k < plain.size(); ++k) {
      const double t = brute_force(*plain[k].first, plain[k].second, origin, direction);
      if (t < nearest) {
        nearest = t;
        item = int(k);
      }
    }
    const Ray ray(origin.cast<float>(), direction.cast<float>());
    const RayHit hit = scene.first_hit(ray);
    const bool same = item == hit.item && (item < 0 || std::abs(nearest - double(hit.t)) < 1e-4);
    different += !same;  // rays that graze an edge may differ
    hits += item >= 0;
    if (!same) continue;
    EXPECT_EQ(scene.is_shadowed(ray), item >= 0);
    if (item >= 0) {
      EXPECT_LT(hit.face_normal.dot(ray.direction), 0);
      EXPECT_NEAR(scene.distance(ray, 100), nearest, 1e-4);
      EXPECT_FLOAT_EQ(scene.distance(ray, 0.1f), std::min(0.1f, hit.t));
    }
  }
  EXPECT_GT(hits, 300);
  EXPECT_LE(different, 4);
}

TEST(Rays, ClosedMeshesLetNothingThrough) {
  // From inside every ray must hit, edges and corners included.
  const SurfaceMesh box = with_normals(testing::box_mesh(Vec3(1, 1, 1), 4), 0.7);
  const RayMesh mesh(box);
  const RayScene scene({{&mesh, Eigen::Matrix3f::Identity(), Vec3f::Zero(), 0, false}}, {});
  for (const Vec3f& corner : box.positions) {
    EXPECT_EQ(scene.first_hit(Ray(Vec3f::Zero(), corner.normalized())).item, 0);
    const Vec3f inside(0.1f, -0.2f, 0.05f);
    EXPECT_EQ(scene.first_hit(Ray(inside, (corner - inside).normalized())).item, 0);
  }
  for (const float side : {-1.0f, 1.0f}) {  // along an axis, and through the edges of triangles
    EXPECT_EQ(scene.first_hit(Ray(Vec3f(0, -0.25f, 0.25f), side * Vec3f::UnitX())).item, 0);
  }
}

TEST(Rays, PlanesAndWallsAreSeenFromTheirFront) {
  const RayScene floor({}, {{Vec3f::UnitZ(), 0.5f, 7}});
  const RayHit hit = floor.first_hit(Ray(Vec3f(0, 0, 2.5f), -Vec3f::UnitZ()));
  EXPECT_EQ(hit.item, 7);
  EXPECT_FLOAT_EQ(hit.t, 2);
  EXPECT_TRUE(hit.is_plane);
  EXPECT_EQ(floor.first_hit(Ray(Vec3f(0, 0, -1), Vec3f::UnitZ())).item, -1);
  EXPECT_EQ(floor.first_hit(Ray(Vec3f(0, 0, 1), Vec3f::UnitX())).item, -1);

  Tessellation how;
  how.half_space_size = 2;
  const RayMesh square(tessellate(HalfSpace{Vec3::UnitX(), 0}, how));
  const RayScene wall({{&square, Eigen::Matrix3f::Identity(), Vec3f::Zero(), 3, true}}, {});
  EXPECT_EQ(wall.first_hit(Ray(Vec3f(1, 0, 0), -Vec3f::UnitX())).item, 3);
  EXPECT_EQ(wall.first_hit(Ray(Vec3f(-1, 0, 0), Vec3f::UnitX())).item, -1);
  EXPECT_FALSE(wall.is_shadowed(Ray(Vec3f(1, 0, 0), -Vec3f::UnitX())));
}

}  // namespace
}  // namespace stiction
