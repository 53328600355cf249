// What rays meet: placed meshes and planes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "stiction/export/picture/box_tree.h"
#include "stiction/export/surface_mesh.h"

namespace stiction {

/// A mesh ready for rays, in its own frame.
class RayMesh {
 public:
  explicit RayMesh(const SurfaceMesh& mesh);

  struct Hit {
    int triangle = -1;
    float u = 0, v = 0;  ///< weights of the triangle's second and third corner
  };
  /// The first hit before `to`, which it lowers; with `any`, some hit. `facing`: triangles seen from behind let the
  /// ray through.
  Hit hit(const Ray& ray, float& to, bool any, bool facing) const;

  Vec3f normal(const Hit& hit) const;       ///< smooth, unit
  Vec3f face_normal(const Hit& hit) const;  ///< of the triangle, unit
  const Eigen::AlignedBox3f& box() const { return tree_.box(); }
  bool empty() const { return corners_.empty(); }

 private:
  struct Corners {
    Vec3f a, ab, ac;
  };
  std::vector<Corners> corners_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  std::vector<Vec3f> normals_;
  BoxTree tree_;
};

/// A mesh in its place.
struct RayInstance {
  const RayMesh* mesh = nullptr;
  Eigen::Matrix3f R = Eigen::Matrix3f::Identity();
  Vec3f p = Vec3f::Zero();
  int item = 0;          ///< what hits report
  bool is_wall = false;  ///< seen from its front only, and casts no shadow
};

/// A plane without end, seen from its front only.
struct RayPlane {
  Vec3f normal = Vec3f::UnitZ();
  float offset = 0;
  int item = 0;
};

struct RayHit {
  float t = std::numeric_limits<float>::infinity();
  int item = -1;  ///< -1: nothing
  Vec3f normal = Vec3f::UnitZ(), face_normal = Vec3f::UnitZ();
  bool is_plane = false;
};

class RayScene {
 public:
  RayScene(std::vector<RayInstance> instances, std::vector<RayPlane> planes);

  RayHit first_hit(const Ray& ray) const;
  /// Distance of the first hit, at most `to`.
  float distance(const Ray& ray, float to) const;
  /// Whether anything that casts shadows is in the way.
  bool is_shadowed(const Ray& ray) const;

 private:
  std::vector<RayInstance> instances_;
  std::vector<RayPlane> planes_;
  BoxTree tree_;
};

}  // namespace stiction
