#include "stiction/export/replay_shapes.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <type_traits>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

Json part(int shape, const Pose& pose) {
  const Quat q(pose.R);
  return {{"shape", shape}, {"position", to_json(pose.p)}, {"rotation", {q.x(), q.y(), q.z(), q.w()}}};
}

/// Eight corners of an upright box, whatever their order.
bool is_box(const ConvexPolyhedron& convex, const Eigen::AlignedBox3d& box) {
  if (convex.vertices().size() != 8 || convex.faces().size() != 6) return false;
  for (const Vec3& v : convex.vertices()) {
    for (int i = 0; i < 3; ++i)
      if (v[i] != box.min()[i] && v[i] != box.max()[i]) return false;
  }
  return true;
}

}  // namespace

ReplayShapes::ReplayShapes() : shapes_(std::make_unique<Json>(Json::array())) {}
ReplayShapes::~ReplayShapes() = default;

Json ReplayShapes::parts_of(const Shape& shape) {
  Json parts = Json::array();
  add(shape, Pose(), parts);
  return parts;
}

Json ReplayShapes::parts_of(const SoftSurface& surface) {
  return Json::array({part(triangle_shape("soft", surface.rest(), surface.triangles()), Pose())});
}

int ReplayShapes::number_of(const Json& shape) {
  const auto [place, is_new] = numbers_.emplace(shape.dump(), static_cast<int>(shapes_->size()));
  if (is_new) shapes_->push_back(shape);
  return place->second;
}

int ReplayShapes::triangle_shape(const char* type, const std::vector<Vec3>& vertices,
                                 const std::vector<std::array<int, 3>>& triangles) {
  std::string corners, faces;
  for (const Vec3& v : vertices) {
    const float xyz[3] = {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
    corners.append(reinterpret_cast<const char*>(xyz), sizeof xyz);
  }
  for (const auto& t : triangles) {
    const std::uint32_t abc[3] = {static_cast<std::uint32_t>(t[0]), static_cast<std::uint32_t>(t[1]),
                                  static_cast<std::uint32_t>(t[2])};
    faces.append(reinterpret_cast<const char*>(abc), sizeof abc);
  }
  const auto known = triangle_sets_.find(corners + faces);
  if (known != triangle_sets_.end()) return known->second;
  const int number = number_of({{"type", type},
                                {"first_vertex", vertices_.size() / 12},
                                {"vertex_count", vertices.size()},
                                {"first_triangle", triangles_.size() / 12},
                                {"triangle_count", triangles.size()}});
  triangle_sets_.emplace(corners + faces, number);
  vertices_ += corners;
  triangles_ += faces;
  return number;
}

void ReplayShapes::add_polyhedron(const ConvexPolyhedron& convex, const Pose& pose, Json& parts) {
  Eigen::AlignedBox3d box;
  for (const Vec3& v : convex.vertices()) box.extend(v);
  if (is_box(convex, box)) {
    const int number = number_of({{"type", "box"}, {"size", to_json(box.sizes())}});
    parts.push_back(part(number, {pose * box.center(), pose.R}));
    return;
  }
  std::vector<std::array<int, 3>> triangles;
  for (const ConvexPolyhedron::Face& face : convex.faces()) {
    for (std::size_t i = 2; i < face.vertices.size(); ++i)
      triangles.push_back({face.vertices[0], face.vertices[i - 1], face.vertices[i]});
  }
  parts.push_back(part(triangle_shape("hull", convex.vertices(), triangles), pose));
}

void ReplayShapes::add(const Shape& shape, const Pose& pose, Json& parts) {
  const auto add_mesh = [&](const char* type, const void* address, const TriangleMesh& mesh, const Vec3& offset) {
    const auto known = shared_meshes_.find(address);
    const int number =
        known != shared_meshes_.end() ? known->second : triangle_shape(type, mesh.vertices, mesh.triangles);
    shared_meshes_.emplace(address, number);
    parts.push_back(part(number, {pose * offset, pose.R}));
  };
  std::visit(
      [&](const auto& s) {
        using T = std::decay_t<decltype(s)>;
        if constexpr (std::is_same_v<T, HalfSpace>) {
          const Pose plane{s.offset * s.normal, Quat::FromTwoVectors(Vec3::UnitZ(), s.normal).toRotationMatrix()};
          parts.push_back(part(number_of({{"type", "half_space"}}), pose * plane));
        } else if constexpr (std::is_same_v<T, Sphere>) {
          parts.push_back(part(number_of({{"type", "sphere"}, {"radius", s.radius}}), {pose * s.centre, pose.R}));
        } else if constexpr (std::is_same_v<T, Polyhedron>) {
          add_polyhedron(*s.convex, pose, parts);
        } else if constexpr (std::is_same_v<T, Capsule> || std::is_same_v<T, Cylinder>) {
          const char* type = std::is_same_v<T, Capsule> ? "capsule" : "cylinder";
          const int number = number_of({{"type", type}, {"radius", s.radius}, {"length", 2 * s.half_length}});
          parts.push_back(part(number, pose * s.placement));
        } else if constexpr (std::is_same_v<T, Cone>) {
          const int number = number_of({{"type", "cone"}, {"radius", s.radius}, {"length", s.height}});
          parts.push_back(part(number, pose * s.placement));
        } else if constexpr (std::is_same_v<T, Compound>) {
          for (const CompoundPart& p : *s.parts) add(p.shape, pose * p.pose, parts);
        } else if constexpr (std::is_same_v<T, Mesh>) {
          add_mesh("mesh", s.solid.get(), s.solid->mesh(), s.offset);
        } else {
          static_assert(std::is_same_v<T, Terrain>);
          add_mesh("terrain", s.surface.get(), s.surface->mesh(), s.offset);
        }
      },
      shape);
}

}  // namespace stiction
