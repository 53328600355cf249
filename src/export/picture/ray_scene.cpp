#include "stiction/export/picture/ray_scene.h"

#include <utility>

namespace stiction {
namespace {

std::vector<Eigen::AlignedBox3f> boxes_of(const SurfaceMesh& mesh) {
  std::vector<Eigen::AlignedBox3f> boxes;
  for (const auto& triangle : mesh.triangles) {
    Eigen::AlignedBox3f& box = boxes.emplace_back();
    for (const std::uint32_t v : triangle) box.extend(mesh.positions[v]);
  }
  return boxes;
}

std::vector<Eigen::AlignedBox3f> boxes_of(const std::vector<RayInstance>& instances) {
  std::vector<Eigen::AlignedBox3f> boxes;
  for (const RayInstance& instance : instances) {
    Eigen::AlignedBox3f& box = boxes.emplace_back();
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3f x = instance.mesh->box().corner(Eigen::AlignedBox3f::CornerType(corner));
      box.extend(Vec3f(instance.R * x + instance.p));
    }
  }
  return boxes;
}

std::vector<RayInstance> without_empty(std::vector<RayInstance> instances) {
  std::erase_if(instances, [](const RayInstance& instance) { return instance.mesh->empty(); });
  return instances;
}

Ray local(const Ray& ray, const RayInstance& instance) {
  return Ray(instance.R.transpose() * (ray.origin - instance.p), instance.R.transpose() * ray.direction, ray.from);
}

}  // namespace

RayMesh::RayMesh(const SurfaceMesh& mesh)
    : triangles_(mesh.triangles), normals_(mesh.normals), tree_(boxes_of(mesh), 4) {
  for (const auto& [a, b, c] : mesh.triangles) {
    corners_.push_back(
        {mesh.positions[a], mesh.positions[b] - mesh.positions[a], mesh.positions[c] - mesh.positions[a]});
  }
}

RayMesh::Hit RayMesh::hit(const Ray& ray, float& to, bool any, bool facing) const {
  Hit found;
  tree_.visit(ray, to, [&](int i, float& limit) {
    const Corners& c = corners_[std::size_t(i)];
    // Moeller and Trumbore: the ray in the triangle's own coordinates.
    const Vec3f p = ray.direction.cross(c.ac);
    const float determinant = c.ab.dot(p);
    if (facing ? determinant <= 0 : determinant == 0) return false;
    const float inverse = 1 / determinant;
    const Vec3f s = ray.origin - c.a;
    const float u = inverse * s.dot(p);
    constexpr float slack = 1e-5f;  // neighbours overlap by this, so that no ray slips between them
    if (u < -slack || u > 1 + slack) return false;
    const Vec3f q = s.cross(c.ab);
    const float v = inverse * ray.direction.dot(q);
    if (v < -slack || u + v > 1 + slack) return false;
    const float t = inverse * c.ac.dot(q);
    if (!(t > ray.from && t < limit)) return false;
    limit = t;
    found = {i, u, v};
    return any;
  });
  return found;
}

Vec3f RayMesh::normal(const Hit& hit) const {
  const auto& [a, b, c] = triangles_[std::size_t(hit.triangle)];
  return ((1 - hit.u - hit.v) * normals_[a] + hit.u * normals_[b] + hit.v * normals_[c]).normalized();
}

Vec3f RayMesh::face_normal(const Hit& hit) const {
  const Corners& c = corners_[std::size_t(hit.triangle)];
  return c.ab.cross(c.ac).normalized();
}

RayScene::RayScene(std::vector<RayInstance> instances, std::vector<RayPlane> planes)
    : instances_(without_empty(std::move(instances))), planes_(std::move(planes)), tree_(boxes_of(instances_), 2) {}

RayHit RayScene::first_hit(const Ray& ray) const {
  RayHit hit;
  for (const RayPlane& plane : planes_) {
    const float speed = plane.normal.dot(ray.direction);
    if (speed >= 0) continue;
    const float t = (plane.offset - plane.normal.dot(ray.origin)) / speed;
    if (t > ray.from && t < hit.t) hit = {t, plane.item, plane.normal, plane.normal, true};
  }
  RayMesh::Hit on_mesh;
  int index = -1;
  tree_.visit(ray, hit.t, [&](int i, float& to) {
    const RayInstance& instance = instances_[std::size_t(i)];
    const RayMesh::Hit candidate = instance.mesh->hit(local(ray, instance), to, false, instance.is_wall);
    if (candidate.triangle >= 0) {
      on_mesh = candidate;
      index = i;
    }
    return false;
  });
  if (index < 0) return hit;
  const RayInstance& instance = instances_[std::size_t(index)];
  hit.item = instance.item;
  hit.normal = instance.R * instance.mesh->normal(on_mesh);
  hit.face_normal = instance.R * instance.mesh->face_normal(on_mesh);
  hit.is_plane = false;
  // Open surfaces may be seen from behind.
  if (hit.face_normal.dot(ray.direction) > 0) {
    hit.face_normal = -hit.face_normal;
    hit.normal = -hit.normal;
  }
  return hit;
}

float RayScene::distance(const Ray& ray, float to) const {
  for (const RayPlane& plane : planes_) {
    const float speed = plane.normal.dot(ray.direction);
    if (speed >= 0) continue;
    const float t = (plane.offset - plane.normal.dot(ray.origin)) / speed;
    if (t > ray.from && t < to) to = t;
  }
  tree_.visit(ray, to, [&](int i, float& limit) {
    const RayInstance& instance = instances_[std::size_t(i)];
    instance.mesh->hit(local(ray, instance), limit, false, instance.is_wall);
    return false;
  });
  return to;
}

bool RayScene::is_shadowed(const Ray& ray) const {
  bool found = false;
  float to = std::numeric_limits<float>::infinity();
  tree_.visit(ray, to, [&](int i, float& limit) {
    const RayInstance& instance = instances_[std::size_t(i)];
    if (instance.is_wall) return false;
    found = instance.mesh->hit(local(ray, instance), limit, true, false).triangle >= 0;
    return found;
  });
  return found;
}

}  // namespace stiction
