#include "stiction/geometry/mesh/triangle_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "stiction/geometry/mesh/box_distance.h"

namespace stiction {

namespace {

constexpr int kLeafSize = 4;

NearestOnTriangle nearest_on_edge(const Vec3& x, const Vec3& a, const Vec3& b, int index) {
  const Vec3 d = b - a;
  const double t = (x - a).dot(d) / d.squaredNorm();
  NearestOnTriangle result;
  if (t <= 0) {
    result.point = a;
    result.part = {TrianglePart::Kind::kVertex, index};
  } else if (t >= 1) {
    result.point = b;
    result.part = {TrianglePart::Kind::kVertex, (index + 1) % 3};
  } else {
    result.point = a + t * d;
    result.part = {TrianglePart::Kind::kEdge, index};
  }
  result.squared = (x - result.point).squaredNorm();
  return result;
}

/// Whether already the plane of a triangle is further than this, by more than rounding could make it seem.
bool plane_is_further(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c, double squared) {
  constexpr double kRounding = 1e-6, kSliver = 1e-8;
  const Vec3 n = (b - a).cross(c - a);
  const double height = n.dot(x - a), square = n.squaredNorm();
  return height * height * (1 - kRounding) > squared * square &&
         // Of slivers, and of planes seen from the side, the height is not known as well as that.
         height * height > kSliver * square * (x - a).squaredNorm() &&
         square > kSliver * (b - a).squaredNorm() * (c - a).squaredNorm();
}

}  // namespace

NearestOnTriangle nearest_on_triangle(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = (b - a).cross(c - a);
  // On the inner side of an edge when this is positive; all three: the foot of the perpendicular lies inside.
  const double ab = n.cross(b - a).dot(x - a), bc = n.cross(c - b).dot(x - b), ca = n.cross(a - c).dot(x - c);
  NearestOnTriangle best;
  if (ab > 0 && bc > 0 && ca > 0) {
    const double height = n.dot(x - a), squared = n.squaredNorm();
    best.point = x - height / squared * n;
    best.squared = height * height / squared;
    return best;
  }
  // An edge with the point on its inner side may still be nearest at an obtuse corner, so all three compete.
  best = nearest_on_edge(x, a, b, 0);
  const NearestOnTriangle second = nearest_on_edge(x, b, c, 1), third = nearest_on_edge(x, c, a, 2);
  if (second.squared < best.squared) best = second;
  if (third.squared < best.squared) best = third;
  return best;
}

TriangleTree::TriangleTree(const TriangleMesh& mesh)
    : mesh_(&mesh), order_(mesh.triangles.size()), boxes_(mesh.triangles.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  for (std::size_t t = 0; t < boxes_.size(); ++t) {
    for (int i = 0; i < 3; ++i) boxes_[t].extend(mesh.corner(t, i));
  }
  nodes_.reserve(boxes_.size());
  build(0, int(order_.size()));
}

int TriangleTree::build(int first, int last) {
  const int index = int(nodes_.size());
  Eigen::AlignedBox3d all;
  for (int k = first; k < last; ++k) all.extend(boxes_[std::size_t(order_[std::size_t(k)])]);
  nodes_.push_back({all, first, last, -1});
  if (last - first <= kLeafSize) return index;
  Eigen::Index axis = 0;
  all.sizes().maxCoeff(&axis);
  const auto centre = [&](int t) { return boxes_[std::size_t(t)].min()(axis) + boxes_[std::size_t(t)].max()(axis); };
  const int middle = (first + last) / 2;
  std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last,
                   [&](int s, int t) { return std::pair(centre(s), s) < std::pair(centre(t), t); });
  build(first, middle);
  const int right = build(middle, last);
  nodes_[std::size_t(index)].right = right;
  return index;
}

/// Whether a box is too far to hold the nearest point, or one as near: what rounding adds must not decide.
static bool is_further(double box_squared, double best_squared) { return box_squared > best_squared * (1 + 1e-12); }

void TriangleTree::try_triangle(int t, const Vec3& x, Nearest& best) const {
  if (is_further(squared_distance(boxes_[std::size_t(t)], x), best.squared)) return;
  const Vec3 &a = mesh_->corner(std::size_t(t), 0), &b = mesh_->corner(std::size_t(t), 1),
             &c = mesh_->corner(std::size_t(t), 2);
  if (plane_is_further(x, a, b, c, best.squared)) return;
  const NearestOnTriangle found = nearest_on_triangle(x, a, b, c);
  if (found.squared < best.squared || (found.squared == best.squared && (best.triangle < 0 || t < best.triangle))) {
    static_cast<NearestOnTriangle&>(best) = found;
    best.triangle = t;
  }
}

TriangleTree::Nearest TriangleTree::nearest(const Vec3& x, double within) const {
  Nearest best;
  best.squared = within * within;
  std::pair<int, double> stack[kDepth];  // node and squared distance of its box
  int top = 0;
  stack[top++] = {0, squared_distance(nodes_[0].box, x)};
  while (top > 0) {
    const auto [index, squared] = stack[--top];
    if (is_further(squared, best.squared)) continue;
    const Node& node = nodes_[std::size_t(index)];
    if (node.right < 0) {
      for (int k = node.first; k < node.last; ++k) try_triangle(order_[std::size_t(k)], x, best);
      continue;
    }
    const double left = squared_distance(nodes_[std::size_t(index) + 1].box, x);
    const double right = squared_distance(nodes_[std::size_t(node.right)].box, x);
    // The nearer child on top: it is looked at first and tightens the bound for the other.
    const bool left_first = left <= right;
    const double near = left_first ? left : right, far = left_first ? right : left;
    if (!is_further(far, best.squared)) stack[top++] = {left_first ? node.right : index + 1, far};
    if (!is_further(near, best.squared)) stack[top++] = {left_first ? index + 1 : node.right, near};
  }
  return best;
}

TriangleTree::Nearest TriangleTree::nearest_of(std::span<const Candidate> sorted, double away, const Vec3& x,
                                               double within) const {
  Nearest best;
  best.squared = within * within;
  for (const Candidate& c : sorted) {
    const double least = c.distance - away;
    if (least > 0 && is_further(least * least, best.squared)) break;
    try_triangle(c.triangle, x, best);
  }
  return best;
}

}  // namespace stiction
