// A deformable surface where it is now, ready to be asked: normals, ridges, and boxes on its tree.
#pragma once

#include <algorithm>
#include <vector>

#include "stiction/collision/soft_contact.h"
#include "stiction/geometry/mesh/triangle_tree.h"

namespace stiction {

/// What is known of the surroundings of a point: all triangles of a surface whose boxes are nearer to x than the radius
/// (m) are among these. Nothing is, with a negative radius.
struct Surroundings {
  Vec3 x = Vec3::Zero();
  double radius = -1;
  std::span<const int> triangles;
};

/// Made once a step for every deformable body. Refers to the PosedSoft, which must outlive it.
class SoftFrame {
 public:
  explicit SoftFrame(const PosedSoft& soft);

  const PosedSoft& soft() const { return *soft_; }
  const SoftSurface& surface() const { return *soft_->surface; }
  const Vec3& x(int vertex) const { return soft_->positions[vertex]; }
  const Vec3& travel(int vertex) const { return soft_->travel[vertex]; }
  const Vec3& corner(int triangle, int k) const { return x(surface().triangles()[triangle][k]); }
  const Vec3& normal(int triangle) const { return normals_[triangle]; }  ///< unit, outward
  /// By how much the surface bends away on both sides of an edge: sine of the angle; 0 or less where it is flat or
  /// hollow.
  double ridge(int edge) const { return ridges_[edge]; }
  const std::vector<double>& ridges() const { return ridges_; }  ///< of all edges
  /// Unit, in triangle `side` (0 or 1) of an edge, away from the edge into the triangle.
  Vec3 inward(int edge, int side) const;
  /// Unit normal at a vertex: mean over its triangles, weighted by angles.
  Vec3 vertex_normal(int vertex) const;

  const Eigen::AlignedBox3d& box() const { return boxes_.front(); }  ///< of the positions
  double most_travel() const { return travels_.front(); }            ///< of any vertex, m
  const Vec3& mean_travel() const { return mean_travel_; }
  double most_relative_travel() const { return relative_travels_.front(); }  ///< of any vertex relative to the mean, m

  /// Nearest point of the surface no further than `within` (m); of several triangles as near, on the first one: the
  /// answer does not depend on how it is found. `guess`: a triangle that may be near, or -1.
  TriangleTree::Nearest nearest(const Vec3& x, double within, int guess = -1) const;
  /// The same, for less where `near` tells enough.
  TriangleTree::Nearest nearest(const Surroundings& near, double within) const;
  /// Whether x is on the inner side of the surface, of which this is the nearest point.
  bool inside(const Vec3& x, const TriangleTree::Nearest& nearest) const;

  /// From how far away something that travels touches a triangle, or hits it on its way: the most that feature_margin
  /// can be between two bodies, and a distance on top.
  struct Reach {
    double alone = 0;     ///< its own travel, m
    double relative = 0;  ///< the same relative to the mean of the surface
    double on_top = 0;    ///< m
    /// Where the surface travels by no more than this, and this relative to its mean.
    double at(double travel, double relative_travel) const {
      return std::max({alone, travel, relative + relative_travel}) + on_top;
    }
  };
  Reach reach_of(const Vec3& travel, double on_top) const {
    return {travel.norm(), (travel - mean_travel_).norm(), on_top};
  }
  /// Of all of another surface.
  Reach reach_of(const SoftFrame& other, double on_top) const {
    return {other.most_travel(), (other.mean_travel_ - mean_travel_).norm() + other.relative_travels_.front(), on_top};
  }
  double most(const Reach& reach) const { return reach.at(travels_.front(), relative_travels_.front()); }
  /// Whether within() visits the triangle, with this distance. Its leaf decides: the nodes above it lie no further
  /// away and travel no less, rounding included.
  bool is_within(int triangle, const Eigen::AlignedBox3d& asked, const Reach& reach, double& far) const {
    const int leaf = surface().tree().leaf_of()[triangle];
    far = reach.at(travels_[leaf], relative_travels_[leaf]);
    return !(squared_apart(triangle_box(triangle), asked) > far * far);
  }
  /// Calls visit(triangle, distance) for all triangles whose box is no further from `asked` than the reach, which for
  /// this triangle is no more than `distance`; in the tree's order.
  template <class Visit>
  void within(const Eigen::AlignedBox3d& asked, const Reach& reach, Visit&& visit) const {
    const SurfaceTree& tree = surface().tree();
    int stack[SurfaceTree::kDepth];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const int index = stack[--top];
      const SurfaceTree::Node& node = tree.nodes()[index];
      const double far = reach.at(travels_[index], relative_travels_[index]), far2 = far * far;
      if (squared_apart(boxes_[index], asked) > far2) continue;
      if (node.right < 0) {
        for (int k = node.first; k < node.last; ++k) {
          const int t = tree.order()[k];
          if (!(squared_apart(triangle_box(t), asked) > far2)) visit(t, far);
        }
      } else {
        stack[top++] = node.right;
        stack[top++] = index + 1;
      }
    }
  }

  /// As if asked of near.x alone; in another order.
  template <class Visit>
  void within(const Surroundings& near, const Reach& reach, Visit&& visit) const {
    const Eigen::AlignedBox3d asked(near.x);
    if (!(most(reach) < near.radius)) return within(asked, reach, visit);
    double far = 0;
    for (const int t : near.triangles)
      if (is_within(t, asked, reach, far)) visit(t, far);
  }

  enum class Growth { kTravel, kRelativeTravel };
  /// Whether overlapping() visits the triangle.
  bool overlaps(int triangle, const Eigen::AlignedBox3d& asked, Growth growth) const {
    const Vec3 g = Vec3::Constant(growths(growth)[surface().tree().leaf_of()[triangle]]);
    return Eigen::AlignedBox3d(asked.min() - g, asked.max() + g).intersects(triangle_box(triangle));
  }
  /// Calls visit(triangle) for all triangles whose box, grown by how far its vertices travel (or: travel relative to
  /// the mean of the surface), meets `asked`, in the tree's order.
  template <class Visit>
  void overlapping(const Eigen::AlignedBox3d& asked, Growth growth, Visit&& visit) const {
    overlapping(
        asked, growth, [](const Eigen::AlignedBox3d&, double) { return false; }, visit);
  }
  /// The same in another order, for less where `near` tells enough.
  template <class Visit>
  void overlapping(const Surroundings& near, const Eigen::AlignedBox3d& asked, Growth growth, Visit&& visit) const {
    const Vec3 corner = (near.x - asked.min()).cwiseMax(asked.max() - near.x).array() + growths(growth).front();
    if (!(corner.norm() < near.radius)) return overlapping(asked, growth, visit);
    for (const int t : near.triangles)
      if (overlaps(t, asked, growth)) visit(t);
  }
  /// The same, but for what lies in boxes of the tree of which apart(box, growth) says that it does not matter.
  template <class Apart, class Visit>
  void overlapping(const Eigen::AlignedBox3d& asked, Growth growth, Apart&& apart, Visit&& visit) const {
    const SurfaceTree& tree = surface().tree();
    const std::vector<double>& growths = this->growths(growth);
    int stack[SurfaceTree::kDepth];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const int index = stack[--top];
      const SurfaceTree::Node& node = tree.nodes()[index];
      const Vec3 g = Vec3::Constant(growths[index]);
      const Eigen::AlignedBox3d grown(asked.min() - g, asked.max() + g);
      if (!grown.intersects(boxes_[index]) || apart(boxes_[index], growths[index])) continue;
      if (node.right < 0) {
        for (int k = node.first; k < node.last; ++k) {
          if (grown.intersects(triangle_box(tree.order()[k]))) visit(tree.order()[k]);
        }
      } else {
        stack[top++] = node.right;
        stack[top++] = index + 1;
      }
    }
  }

 private:
  /// One function for all who ask, so that it rounds in one way.
  static double squared_apart(const Eigen::AlignedBox3d& a, const Eigen::AlignedBox3d& b);
  Eigen::AlignedBox3d triangle_box(int triangle) const {
    Eigen::AlignedBox3d box(corner(triangle, 0));
    return box.extend(corner(triangle, 1)).extend(corner(triangle, 2));
  }
  const std::vector<double>& growths(Growth growth) const {
    return growth == Growth::kTravel ? travels_ : relative_travels_;
  }
  struct Closest;
  void refit();

  const PosedSoft* soft_;
  std::vector<Vec3> normals_;
  std::vector<double> ridges_;
  // By node of the tree.
  std::vector<Eigen::AlignedBox3d> boxes_;
  std::vector<double> travels_, relative_travels_;
  Vec3 mean_travel_ = Vec3::Zero();
};

}  // namespace stiction
