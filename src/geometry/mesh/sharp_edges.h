// Sharp edges of a mesh, in a tree: what may cross another body between two samples.
#pragma once

#include "stiction/geometry/mesh/surface_samples.h"

namespace stiction {

/// All edges that stand out by more than 35 degrees; long ones in several stretches. Lengths in m. What crosses a
/// blunter edge overlaps by no more than the surface falls off over half the spacing of its own samples, or curves away
/// over half the spacing of those on the edge: a sixth of it.
class SharpEdges {
 public:
  struct Stretch {
    Vec3 half;            ///< from its middle to its end
    int parts;            ///< into which samples cut it, ends included
    double cosine, sine;  ///< of the angle from the middle's axis to the normals of both faces
  };

  SharpEdges() = default;
  /// With the `spacing` of the samples. Edges shorter than `shortest` are left out.
  SharpEdges(const MeshDistance& surface, double spacing, double shortest);

  /// Calls leaf(middle, stretch) for all stretches in leaves none of whose spheres was refused by
  /// may_touch(centre, radius). A middle has the cone of normals of its edge, and an id.
  template <class MayTouch, class Leaf>
  void visit(MayTouch&& may_touch, Leaf&& leaf) const {
    middles_.visit([&](const Vec3& centre, double radius) { return may_touch(centre, radius + longest_); },
                   [&](const SurfaceSample& middle) { leaf(middle, stretches_[std::size_t(middle.id)]); });
  }

  /// Calls leaf(i) for all stretches none of whose spheres was refused by may_touch(centre, radius), in which they lie
  /// to their ends; always in the same order.
  template <class MayTouch, class Leaf>
  void visit_whole(MayTouch&& may_touch, Leaf&& leaf) const {
    for (int index = 0; index < int(radii_.size());) {
      const SphereTree::Node& node = middles_.nodes()[std::size_t(index)];
      if (!may_touch(node.centre, radii_[std::size_t(index)])) {
        index = after_[std::size_t(index)];
        continue;
      }
      if (node.right < 0)
        for (int k = node.first; k < node.last; ++k) leaf(k);
      ++index;
    }
  }

  const SurfaceSample& middle(int i) const { return middles_.samples()[std::size_t(i)]; }
  const Stretch& stretch(int i) const { return stretches_[std::size_t(middle(i).id)]; }
  std::size_t size() const { return stretches_.size(); }
  std::size_t bytes() const;

 private:
  SphereTree middles_;
  std::vector<Stretch> stretches_;  // by id
  std::vector<double> radii_;       // by node, of the sphere that holds its stretches to their ends
  std::vector<int> after_;          // by node: the next one that is not below it
  double longest_ = 0;              // half of one
};

}  // namespace stiction
