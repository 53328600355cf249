// Dense nets of points on the surfaces of bodies, for oracles: how deep is the deepest of them inside another body?
// They share nothing with the samples that the detector uses.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "stiction/geometry/shape.h"

namespace stiction::testing {

/// Points in a tree of balls.
class PointNet {
 public:
  explicit PointNet(std::vector<Vec3> points) : points_(std::move(points)) {
    if (!points_.empty()) build(0, int(points_.size()));
  }
  std::size_t size() const { return points_.size(); }
  const std::vector<Vec3>& points() const { return points_; }

  /// The least of the signed distances of all points, or `limit` if none is less. A distance changes by no more than
  /// the way from one point to another: a ball whose centre is far enough off needs no look into it. distance(x,
  /// enough) may give any bound from below that is no less than `enough`. With a `slack` (m) the answer may be too
  /// large by as much, and takes less time.
  template <class Distance>
  double least(double limit, Distance&& distance, double slack = 0) const {
    double best = limit;
    if (!balls_.empty()) look(0, bound(0, best, distance), best, distance, slack);
    return best;
  }

 private:
  static constexpr int kLeaf = 4;
  struct Ball {
    Vec3 centre;
    double radius;
    int first, last, right;
  };

  int build(int first, int last) {
    const int index = int(balls_.size());
    Eigen::AlignedBox3d box;
    for (int k = first; k < last; ++k) box.extend(points_[std::size_t(k)]);
    const Vec3 centre = box.center();
    double radius = 0;
    for (int k = first; k < last; ++k) radius = std::max(radius, (points_[std::size_t(k)] - centre).norm());
    balls_.push_back({centre, radius, first, last, -1});
    if (last - first <= kLeaf) return index;
    Eigen::Index axis = 0;
    box.sizes().maxCoeff(&axis);
    const int middle = (first + last) / 2;
    std::nth_element(points_.begin() + first, points_.begin() + middle, points_.begin() + last,
                     [&](const Vec3& a, const Vec3& b) { return a(axis) < b(axis); });
    build(first, middle);
    const int right = build(middle, last);
    balls_[std::size_t(index)].right = right;
    return index;
  }

  template <class Distance>
  double bound(int index, double best, Distance& distance) const {
    const Ball& ball = balls_[std::size_t(index)];
    return distance(ball.centre, best + ball.radius) - ball.radius;
  }

  /// The more promising half first: it spares looks into the other.
  template <class Distance>
  void look(int index, double from_below, double& best, Distance& distance, double slack) const {
    if (from_below >= best - slack) return;
    const Ball& ball = balls_[std::size_t(index)];
    if (ball.right < 0) {
      for (int k = ball.first; k < ball.last; ++k) best = std::min(best, distance(points_[std::size_t(k)], best));
      return;
    }
    const double left = bound(index + 1, best, distance), right = bound(ball.right, best, distance);
    if (left <= right) look(index + 1, left, best, distance, slack);
    look(ball.right, right, best, distance, slack);
    if (left > right) look(index + 1, left, best, distance, slack);
  }

  std::vector<Vec3> points_;
  std::vector<Ball> balls_;
};

inline void add_segment(const Vec3& a, const Vec3& b, double spacing, std::vector<Vec3>& points) {
  const int n = 1 + static_cast<int>((b - a).norm() / spacing);
  for (int k = 0; k <= n; ++k) points.push_back(a + double(k) / n * (b - a));
}

/// Signed distance of a point of the mesh's body frame, or a bound of at least `enough` (m) from below.
inline double distance_to(const Mesh& mesh, const Vec3& x, double enough) {
  const Vec3 local = x - mesh.offset;
  const double to_box = mesh.solid->box().exteriorDistance(local);
  if (to_box > 0 && to_box >= enough) return to_box;
  return mesh.solid->exact().at(local).distance;
}

/// Points at most a quarter of a cell apart along all edges of a mesh, about a cell apart on its faces; in the body's
/// frame.
inline PointNet net_of(const Mesh& mesh) {
  const TriangleMesh& triangles = mesh.solid->mesh();
  const double cell = mesh.solid->field().cell();
  std::vector<Vec3> points;
  for (std::size_t t = 0; t < triangles.triangles.size(); ++t) {
    const Vec3 corners[] = {triangles.corner(t, 0), triangles.corner(t, 1), triangles.corner(t, 2)};
    for (std::size_t i = 0; i < 3; ++i)
      if (triangles.triangles[t][i] < triangles.triangles[t][(i + 1) % 3])  // every edge has two sides
        add_segment(corners[i], corners[(i + 1) % 3], 0.25 * cell, points);
    const int rows = static_cast<int>((corners[1] - corners[0]).norm() / cell);
    for (int k = 1; k <= rows; ++k) {
      const double s = double(k) / (rows + 1);
      add_segment(corners[0] + s * (corners[1] - corners[0]), corners[2] + s * (corners[1] - corners[2]), cell, points);
    }
  }
  for (Vec3& x : points) x += mesh.offset;
  return PointNet(std::move(points));
}

/// Points along the edges of a polyhedron.
inline PointNet net_of(const Polyhedron& polyhedron, double spacing) {
  const ConvexPolyhedron& convex = *polyhedron.convex;
  std::vector<Vec3> points;
  for (const auto& edge : convex.edges())
    add_segment(convex.vertices()[std::size_t(edge.v0)], convex.vertices()[std::size_t(edge.v1)], spacing, points);
  return PointNet(std::move(points));
}

}  // namespace stiction::testing
