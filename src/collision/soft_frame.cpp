#include "stiction/collision/soft_frame.h"

#include <algorithm>
#include <cmath>

namespace stiction {

SoftFrame::SoftFrame(const PosedSoft& soft) : soft_(&soft) {
  const SoftSurface& s = surface();
  normals_.reserve(s.triangles().size());
  for (int t = 0; t < std::ssize(s.triangles()); ++t) {
    normals_.push_back((corner(t, 1) - corner(t, 0)).cross(corner(t, 2) - corner(t, 0)).normalized());
  }
  ridges_.reserve(s.edges().size());
  for (const SoftSurface::Edge& edge : s.edges()) {
    const Vec3 along = (x(edge.vertex[1]) - x(edge.vertex[0])).normalized();
    const double cosine = normal(edge.triangle[0]).dot(normal(edge.triangle[1]));
    const double sine = normal(edge.triangle[0]).cross(normal(edge.triangle[1])).dot(along);
    // A fold of more than a right angle is as sharp as can be.
    ridges_.push_back(cosine < 0 && sine > 0 ? 1 : sine);
  }
  for (const Vec3& t : soft.travel) mean_travel_ += t;
  if (!soft.travel.empty()) mean_travel_ /= double(soft.travel.size());
  refit();
}

void SoftFrame::refit() {
  const SurfaceTree& tree = surface().tree();
  boxes_.resize(tree.nodes().size());
  travels_.assign(tree.nodes().size(), 0);
  relative_travels_.assign(tree.nodes().size(), 0);
  const std::span<const Vec3> of_vertices = soft_->travel;
  std::vector<double> lengths, relative_lengths;
  lengths.reserve(of_vertices.size());
  relative_lengths.reserve(of_vertices.size());
  for (const Vec3& t : of_vertices) {
    lengths.push_back(t.norm());
    relative_lengths.push_back((t - mean_travel_).norm());
  }
  for (int i = int(tree.nodes().size()) - 1; i >= 0; --i) {
    const SurfaceTree::Node& node = tree.nodes()[i];
    if (node.right >= 0) {
      boxes_[i] = boxes_[i + 1].merged(boxes_[node.right]);
      travels_[i] = std::max(travels_[i + 1], travels_[node.right]);
      relative_travels_[i] = std::max(relative_travels_[i + 1], relative_travels_[node.right]);
      continue;
    }
    for (int k = node.first; k < node.last; ++k) {
      for (const int v : surface().triangles()[tree.order()[k]]) {
        boxes_[i].extend(x(v));
        travels_[i] = std::max(travels_[i], lengths[v]);
        relative_travels_[i] = std::max(relative_travels_[i], relative_lengths[v]);
      }
    }
  }
}

double SoftFrame::squared_apart(const Eigen::AlignedBox3d& a, const Eigen::AlignedBox3d& b) {
  return a.squaredExteriorDistance(b);
}

Vec3 SoftFrame::inward(int edge, int side) const {
  const SoftSurface::Edge& e = surface().edges()[edge];
  const Vec3 along = x(e.vertex[1]) - x(e.vertex[0]);
  return (side == 0 ? 1.0 : -1.0) * normal(e.triangle[side]).cross(along).normalized();
}

Vec3 SoftFrame::vertex_normal(int vertex) const {
  Vec3 sum = Vec3::Zero();
  for (const int t : surface().triangles_of()[vertex]) {
    const auto& corners = surface().triangles()[t];
    const int k = corners[0] == vertex ? 0 : corners[1] == vertex ? 1 : 2;
    const Vec3 u = corner(t, (k + 1) % 3) - x(vertex), v = corner(t, (k + 2) % 3) - x(vertex);
    sum += std::atan2(u.cross(v).norm(), u.dot(v)) * normal(t);
  }
  return sum.normalized();
}

/// The nearest of the triangles that were looked at. What can be told without looking leaves room for rounding, so that
/// the order does not matter.
struct SoftFrame::Closest {
  const SoftFrame& frame;
  const Vec3 x;
  const double tiny;  // the square of what rounding makes of coordinates, times 1e9: covers it together with the factor
  TriangleTree::Nearest best;
  double limit = 0;  // squared; what is further need not be looked at

  Closest(const SoftFrame& of, const Vec3& from, double within)
      : frame(of), x(from), tiny(1e-21 * from.cwiseAbs2().maxCoeff()) {
    best.squared = within * within;
    narrow();
  }
  void narrow() { limit = (1 + 1e-9) * best.squared + tiny; }
  void look_at(int t) {
    // Its plane alone may tell that it is further away.
    const double height = frame.normal(t).dot(x - frame.corner(t, 0));
    if (height * height > limit) return;
    const NearestOnTriangle found = nearest_on_triangle(x, frame.corner(t, 0), frame.corner(t, 1), frame.corner(t, 2));
    if (!(found.squared <= best.squared)) return;
    if (found.squared == best.squared && best.triangle >= 0 && best.triangle < t) return;
    static_cast<NearestOnTriangle&>(best) = found;
    best.triangle = t;
    narrow();
  }
};

TriangleTree::Nearest SoftFrame::nearest(const Surroundings& near, double within) const {
  const double told = (1 - 1e-9) * near.radius;
  if (told > 0) {
    Closest closest(*this, near.x, std::min(told, within));
    const Vec3& x = near.x;
    for (const int t : near.triangles) {
      const Vec3 &a = corner(t, 0), &b = corner(t, 1), &c = corner(t, 2);
      const Vec3 below = a.cwiseMin(b).cwiseMin(c) - x, above = x - a.cwiseMax(b).cwiseMax(c);
      if (!(below.cwiseMax(above).cwiseMax(0).squaredNorm() > closest.limit)) closest.look_at(t);
    }
    if (closest.best.triangle >= 0 || told >= within) return closest.best;
  }
  return nearest(near.x, within);
}

TriangleTree::Nearest SoftFrame::nearest(const Vec3& x, double within, int guess) const {
  Closest closest(*this, x, within);
  if (guess >= 0) closest.look_at(guess);
  const SurfaceTree& tree = surface().tree();
  struct Entry {
    int node;
    double squared;
  };
  Entry stack[2 * SurfaceTree::kDepth];
  int top = 0;
  stack[top++] = {0, boxes_[0].squaredExteriorDistance(x)};
  while (top > 0) {
    const Entry entry = stack[--top];
    if (entry.squared > closest.limit) continue;
    const SurfaceTree::Node& node = tree.nodes()[entry.node];
    if (node.right >= 0) {
      Entry near{entry.node + 1, boxes_[entry.node + 1].squaredExteriorDistance(x)};
      Entry far{node.right, boxes_[node.right].squaredExteriorDistance(x)};
      if (far.squared < near.squared) std::swap(near, far);
      stack[top++] = far;
      stack[top++] = near;
      continue;
    }
    for (int k = node.first; k < node.last; ++k) closest.look_at(tree.order()[k]);
  }
  return closest.best;
}

bool SoftFrame::inside(const Vec3& x, const TriangleTree::Nearest& nearest) const {
  // The sign of the angle-weighted pseudonormal (Bærentzen and Aanæs 2005).
  const Vec3 away = x - nearest.point;
  switch (nearest.part.kind) {
    case TrianglePart::Kind::kFace:
      return normal(nearest.triangle).dot(away) < 0;
    case TrianglePart::Kind::kEdge: {
      const auto& sides = surface().edges()[surface().edges_of()[nearest.triangle][nearest.part.index]].triangle;
      return (normal(sides[0]) + normal(sides[1])).dot(away) < 0;
    }
    case TrianglePart::Kind::kVertex:
      return vertex_normal(surface().triangles()[nearest.triangle][nearest.part.index]).dot(away) < 0;
  }
  return false;
}

}  // namespace stiction
