#include "stiction/geometry/mesh/sharp_edges.h"

#include <algorithm>
#include <cmath>

namespace stiction {

namespace {

constexpr double kSharp = 0.3;  // rad, half of the angle that an edge turns
constexpr int kMostParts = 8;   // of a stretch: long edges must not make the spheres of short ones large

}  // namespace

SharpEdges::SharpEdges(const MeshDistance& surface, double spacing, double shortest) {
  std::vector<SurfaceSample> middles;
  visit_edges(surface, [&](const MeshEdge& edge) {
    if (!edge.sharp || edge.half_angle < kSharp || (edge.b - edge.a).norm() < shortest) return;
    const int n = edge_parts(edge.a, edge.b, spacing);
    for (int first = 0; first < n; first += kMostParts) {
      const int parts = std::min(n - first, kMostParts);
      const Vec3 half = 0.5 * parts / n * (edge.b - edge.a);
      const Vec3 middle = edge.a + (first + 0.5 * parts) / n * (edge.b - edge.a);
      middles.push_back({middle, edge.axis, least_cosine(edge.half_angle), int(stretches_.size())});
      stretches_.push_back({half, parts, std::cos(edge.half_angle), std::sin(edge.half_angle)});
      longest_ = std::max(longest_, half.norm());
    }
  });
  middles_ = SphereTree(std::move(middles));
  const auto& nodes = middles_.nodes();
  after_.assign(nodes.size(), int(nodes.size()));
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    double& widest = radii_.emplace_back(0);
    for (int i = nodes[k].first; i < nodes[k].last; ++i)
      widest = std::max(widest, (middle(i).x - nodes[k].centre).norm() + stretch(i).half.norm());
    if (nodes[k].right < 0) {
      after_[k] = int(k) + 1;
    } else {
      after_[std::size_t(nodes[k].right)] = after_[k];
      after_[k + 1] = nodes[k].right;
    }
  }
}

std::size_t SharpEdges::bytes() const {
  return stretches_.size() * (sizeof(Stretch) + sizeof(SurfaceSample)) +
         middles_.nodes().size() * (sizeof(SphereTree::Node) + sizeof(double) + sizeof(int));
}

}  // namespace stiction
