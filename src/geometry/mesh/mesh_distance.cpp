#include "stiction/geometry/mesh/mesh_distance.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stiction {

namespace {

double angle_at(const Vec3& apex, const Vec3& p, const Vec3& q) {
  const Vec3 u = p - apex, v = q - apex;
  return std::atan2(u.cross(v).norm(), u.dot(v));
}

Vec3 unit_or(const Vec3& sum, const Vec3& otherwise) {
  const double length = sum.norm();
  return length > 1e-9 ? Vec3(sum / length) : otherwise;
}

}  // namespace

MeshDistance::MeshDistance(const TriangleMesh& mesh)
    : mesh_(&mesh),
      tree_(mesh),
      vertex_normals_(mesh.vertices.size(), Vec3::Zero()),
      edge_normals_(mesh.triangles.size()),
      rounding_(1e-10 * tree_.box().diagonal().norm()) {
  std::vector<Vec3> some_face(mesh.vertices.size(), Vec3::UnitZ());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 &a = mesh.corner(t, 0), &b = mesh.corner(t, 1), &c = mesh.corner(t, 2);
    const Vec3 n = (b - a).cross(c - a).normalized();
    face_normals_.push_back(n);
    const double angles[] = {angle_at(a, b, c), angle_at(b, c, a), angle_at(c, a, b)};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t v = std::size_t(mesh.triangles[t][i]);
      vertex_normals_[v] += angles[i] * n;
      some_face[v] = n;
    }
  }
  for (std::size_t v = 0; v < vertex_normals_.size(); ++v) {
    vertex_normals_[v] = unit_or(vertex_normals_[v], some_face[v]);
  }
  find_neighbours();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const int other = neighbours_[t][i];
      const Vec3 sum = other < 0 ? face_normals_[t] : Vec3(face_normals_[t] + face_normals_[std::size_t(other)]);
      edge_normals_[t][i] = unit_or(sum, face_normals_[t]);
    }
  }
}

void MeshDistance::find_neighbours() {
  struct Side {
    std::pair<int, int> edge;
    int triangle, index;
  };
  std::vector<Side> sides;
  for (std::size_t t = 0; t < mesh_->triangles.size(); ++t) {
    const auto& corners = mesh_->triangles[t];
    for (std::size_t i = 0; i < 3; ++i) {
      sides.push_back({std::minmax(corners[i], corners[(i + 1) % 3]), int(t), int(i)});
    }
  }
  std::sort(sides.begin(), sides.end(),
            [](const Side& a, const Side& b) { return std::pair(a.edge, a.triangle) < std::pair(b.edge, b.triangle); });
  neighbours_.assign(mesh_->triangles.size(), {-1, -1, -1});
  for (std::size_t k = 0; k + 1 < sides.size(); ++k) {
    if (sides[k].edge != sides[k + 1].edge) continue;
    neighbours_[std::size_t(sides[k].triangle)][std::size_t(sides[k].index)] = sides[k + 1].triangle;
    neighbours_[std::size_t(sides[k + 1].triangle)][std::size_t(sides[k + 1].index)] = sides[k].triangle;
  }
}

const Vec3& MeshDistance::pseudonormal(int triangle, TrianglePart part) const {
  switch (part.kind) {
    case TrianglePart::Kind::kVertex:
      return vertex_normal(mesh_->triangles[std::size_t(triangle)][std::size_t(part.index)]);
    case TrianglePart::Kind::kEdge:
      return edge_normal(triangle, part.index);
    case TrianglePart::Kind::kFace:
      break;
  }
  return face_normal(triangle);
}

SurfaceDistance MeshDistance::at(const Vec3& x, double within) const { return seen_from(x, tree_.nearest(x, within)); }

SurfaceDistance MeshDistance::at(const Vec3& x, double within, std::span<const TriangleTree::Candidate> sorted,
                                 double away) const {
  return seen_from(x, tree_.nearest_of(sorted, away, x, within));
}

SurfaceDistance MeshDistance::seen_from(const Vec3& x, const TriangleTree::Nearest& nearest) const {
  SurfaceDistance result;
  if (nearest.triangle < 0) return result;
  const Vec3& n = pseudonormal(nearest.triangle, nearest.part);
  const Vec3 away = x - nearest.point;
  const double length = std::sqrt(nearest.squared);
  const double sign = away.dot(n) < 0 ? -1 : 1;
  result.distance = sign * length;
  result.point = nearest.point;
  result.triangle = nearest.triangle;
  if (nearest.part.kind == TrianglePart::Kind::kFace || length <= rounding_) {
    result.normal = n;
  } else {
    result.normal = away * (sign / length);
  }
  return result;
}

}  // namespace stiction
