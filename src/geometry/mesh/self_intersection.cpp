#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "stiction/geometry/mesh/mesh_checks.h"
#include "stiction/geometry/mesh/triangle_tree.h"

namespace stiction {

namespace {

using Corners = std::array<Vec3, 3>;

/// A triangle with its plane and the inward directions of its edges, all unit.
struct Plate {
  Plate(const TriangleMesh& mesh, std::size_t t) : corners{mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)} {
    normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    for (std::size_t i = 0; i < 3; ++i) inward[i] = normal.cross(corners[(i + 1) % 3] - corners[i]).normalized();
  }
  /// Over the plane, from the corner nearest to x: rounding must not make a common corner look distant.
  double height(const Vec3& x) const {
    double best = normal.dot(x - corners[0]);
    for (std::size_t i = 1; i < 3; ++i) {
      const double other = normal.dot(x - corners[i]);
      if (std::abs(other) < std::abs(best)) best = other;
    }
    return best;
  }
  bool holds(const Vec3& x, double slack) const {
    for (std::size_t i = 0; i < 3; ++i) {
      if (inward[i].dot(x - corners[i]) < -slack) return false;
    }
    return true;
  }

  Corners corners;
  Vec3 normal;
  std::array<Vec3, 3> inward;
};

/// An edge of `b` passes through `a`.
bool pierces(const Plate& a, const Plate& b, double slack, Vec3& point) {
  std::array<double, 3> heights;
  for (std::size_t i = 0; i < 3; ++i) heights[i] = a.height(b.corners[i]);
  for (std::size_t i = 0; i < 3; ++i) {
    const double h = heights[i], k = heights[(i + 1) % 3];
    if (!((h > slack && k < -slack) || (h < -slack && k > slack))) continue;
    const Vec3 x = b.corners[i] + h / (h - k) * (b.corners[(i + 1) % 3] - b.corners[i]);
    if (!a.holds(x, slack)) continue;
    point = x;
    return true;
  }
  return false;
}

/// Both lie in one plane and have more than a seam in common: what is left of `b` cut down to `a` has a width.
bool overlaps(const Plate& a, const Plate& b, double slack, Vec3& point) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (std::abs(a.height(b.corners[i])) > slack || std::abs(b.height(a.corners[i])) > slack) return false;
  }
  std::vector<Vec3> polygon(b.corners.begin(), b.corners.end());
  for (std::size_t side = 0; side < 3 && !polygon.empty(); ++side) {
    std::vector<Vec3> left;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec3 &x = polygon[i], &y = polygon[(i + 1) % polygon.size()];
      const double h = a.inward[side].dot(x - a.corners[side]) - slack,
                   k = a.inward[side].dot(y - a.corners[side]) - slack;
      if (h > 0) left.push_back(x);
      if ((h > 0) != (k > 0)) left.push_back(x + h / (h - k) * (y - x));
    }
    polygon = std::move(left);
  }
  if (polygon.size() < 3) return false;
  point = Vec3::Zero();
  for (const Vec3& x : polygon) point += x / double(polygon.size());
  double reach = 0, area = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 x = polygon[i] - point, y = polygon[(i + 1) % polygon.size()] - point;
    reach = std::max(reach, x.norm());
    area += 0.5 * std::abs(a.normal.dot(x.cross(y)));
  }
  return area > slack * reach;
}

}  // namespace

std::optional<TriangleCrossing> find_self_intersection(const TriangleMesh& mesh) {
  const TriangleTree tree(mesh);
  const double slack = 1e-12 * tree.box().diagonal().norm();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Plate a(mesh, t);
    Eigen::AlignedBox3d box;
    for (const Vec3& x : a.corners) box.extend(x);
    std::vector<int> others;
    tree.overlapping(box, [&](int s) {
      if (s > int(t)) others.push_back(s);
    });
    std::sort(others.begin(), others.end());
    for (const int s : others) {
      const Plate b(mesh, std::size_t(s));
      TriangleCrossing found{int(t), s, Vec3::Zero(), false};
      if (pierces(a, b, slack, found.point) || pierces(b, a, slack, found.point)) return found;
      found.coplanar = overlaps(a, b, slack, found.point);
      if (found.coplanar) return found;
    }
  }
  return std::nullopt;
}

}  // namespace stiction
