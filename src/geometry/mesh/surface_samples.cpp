#include "stiction/geometry/mesh/surface_samples.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiction {

namespace {

constexpr int kLeafSize = 6;
constexpr double kSharp = 0.17;  // rad, half of the angle that an edge turns
constexpr int kMostParts = 256;  // of an edge: bounds the samples of a single huge triangle

double angle_between(const Vec3& unit_a, const Vec3& unit_b) {
  return std::atan2(unit_a.cross(unit_b).norm(), unit_a.dot(unit_b));
}

}  // namespace

void visit_edges(const MeshDistance& surface, const std::function<void(const MeshEdge&)>& visit) {
  const TriangleMesh& mesh = surface.mesh();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int i = 0; i < 3; ++i) {
      const int other = surface.neighbour(int(t), i);
      if (other >= 0 && other < int(t)) continue;  // the edge had its turn
      const Vec3 &a = mesh.corner(t, i), &b = mesh.corner(t, (i + 1) % 3);
      const Vec3& axis = surface.edge_normal(int(t), i);
      const double half_angle = angle_between(axis, surface.face_normal(int(t)));
      const bool outward = other < 0 || surface.face_normal(other).cross(surface.face_normal(int(t))).dot(b - a) < 0;
      visit({a, b, axis, half_angle, outward && half_angle > kSharp});
    }
  }
}

int edge_parts(const Vec3& a, const Vec3& b, double spacing) {
  return std::clamp(int(std::ceil((b - a).norm() / spacing - 1e-9)), 1, kMostParts);
}

double least_cosine(double half_angle) {
  return std::cos(std::min(half_angle + SurfaceSample::kConeSlack, std::numbers::pi));
}

std::vector<SurfaceSample> surface_samples(const MeshDistance& surface, double fine, double coarse) {
  const TriangleMesh& mesh = surface.mesh();
  std::vector<SurfaceSample> samples;
  const auto add = [&](const Vec3& x, const Vec3& axis, double half_angle) {
    samples.push_back({x, axis, least_cosine(half_angle), int(samples.size())});
  };
  std::vector<double> spread(mesh.vertices.size(), -1);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (const int v : mesh.triangles[t]) {
      double& widest = spread[std::size_t(v)];
      widest = std::max(widest, angle_between(surface.vertex_normal(v), surface.face_normal(int(t))));
    }
  }
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (spread[v] >= 0) add(mesh.vertices[v], surface.vertex_normal(int(v)), spread[v]);
  }
  visit_edges(surface, [&](const MeshEdge& edge) {
    const int n = edge_parts(edge.a, edge.b, edge.sharp ? fine : coarse);
    for (int k = 1; k < n; ++k) add(edge.a + double(k) / n * (edge.b - edge.a), edge.axis, edge.half_angle);
  });
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 &a = mesh.corner(t, 0), &b = mesh.corner(t, 1), &c = mesh.corner(t, 2);
    const int n = std::max({edge_parts(a, b, coarse), edge_parts(b, c, coarse), edge_parts(c, a, coarse)});
    for (int i = 1; i < n; ++i) {
      for (int j = 1; i + j < n; ++j) {
        add(a + double(i) / n * (b - a) + double(j) / n * (c - a), surface.face_normal(int(t)), 0);
      }
    }
  }
  return samples;
}

SphereTree::SphereTree(std::vector<SurfaceSample> samples) : samples_(std::move(samples)) {
  if (samples_.empty()) return;
  nodes_.reserve(samples_.size());
  build(0, int(samples_.size()));
  reach_ = nodes_.front().radius;
  for (const Node& node : nodes_) reach_ = std::max(reach_, (node.centre - nodes_.front().centre).norm());
}

int SphereTree::build(int first, int last) {
  const int index = int(nodes_.size());
  Eigen::AlignedBox3d box;
  for (int k = first; k < last; ++k) box.extend(samples_[std::size_t(k)].x);
  const Vec3 centre = box.center();
  double squared = 0;
  for (int k = first; k < last; ++k) squared = std::max(squared, (samples_[std::size_t(k)].x - centre).squaredNorm());
  nodes_.push_back({centre, std::sqrt(squared), first, last, -1});
  if (last - first <= kLeafSize) return index;
  Eigen::Index axis = 0;
  box.sizes().maxCoeff(&axis);
  const int middle = (first + last) / 2;
  std::nth_element(samples_.begin() + first, samples_.begin() + middle, samples_.begin() + last,
                   [&](const SurfaceSample& a, const SurfaceSample& b) {
                     return a.x(axis) < b.x(axis) || (a.x(axis) == b.x(axis) && a.id < b.id);
                   });
  build(first, middle);
  const int right = build(middle, last);
  nodes_[std::size_t(index)].right = right;
  return index;
}

}  // namespace stiction
