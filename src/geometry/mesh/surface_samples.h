// Points on the surface of a mesh, in a tree of spheres, that stand for it in collision.
#pragma once

#include <functional>
#include <vector>

#include "stiction/geometry/mesh/mesh_distance.h"

namespace stiction {

/// A point of the surface and the cone of its outward normals.
struct SurfaceSample {
  Vec3 x = Vec3::Zero();      ///< m, in the mesh's frame
  Vec3 axis = Vec3::UnitZ();  ///< unit, outward: middle of the normals of the triangles that meet here
  double least_cosine = 0;    ///< to the axis, of a direction in the cone of those normals grown by kConeSlack
  int id = 0;                 ///< stays the same however the samples are ordered

  /// How far from the normals around a sample a contact's normal may point, rad. Samples on tessellated curves need
  /// some slack; points of a face that look sideways at an edge must not pass.
  static constexpr double kConeSlack = 0.52;
};

/// An edge of a mesh, seen from the first of its triangles.
struct MeshEdge {
  Vec3 a, b;          ///< ends, m
  Vec3 axis;          ///< unit, outward: middle of the normals of its triangles
  double half_angle;  ///< rad, from the axis to either
  bool sharp;         ///< it stands out by more than 20 degrees
};

/// Every edge once, in the order of triangles.
void visit_edges(const MeshDistance& surface, const std::function<void(const MeshEdge&)>& visit);

/// Into how many equal parts, at most `spacing` (m) long, an edge is cut; bounded for the sake of huge triangles.
int edge_parts(const Vec3& a, const Vec3& b, double spacing);

/// Cosine to the axis of a direction in a cone of normals of the given half angle (rad), grown by kConeSlack.
double least_cosine(double half_angle);

/// All vertices in use, points on sharp outward edges (more than 20 degrees) at most `fine` apart, and points on other
/// edges and on triangles at most `coarse` apart along edges, all in m. Ids are 0, 1, ... in the order of vertices,
/// edges, triangles.
std::vector<SurfaceSample> surface_samples(const MeshDistance& surface, double fine, double coarse);

/// A binary tree of spheres around the samples, which it orders so that every node holds a range.
class SphereTree {
 public:
  struct Node {
    Vec3 centre;
    double radius;
    int first, last;  ///< samples()[first .. last)
    int right;        ///< the left child follows its parent; -1 for leaves
  };
  static constexpr int kDepth = 64;  ///< enough for any stack of nodes: splits are at medians

  SphereTree() = default;
  explicit SphereTree(std::vector<SurfaceSample> samples);

  const std::vector<SurfaceSample>& samples() const { return samples_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  /// No sample and no sphere's centre is further from the centre of the first sphere, m.
  double reach() const { return reach_; }

  /// Calls leaf(sample) for all samples in leaves none of whose spheres was refused by may_touch(centre, radius).
  template <class MayTouch, class Leaf>
  void visit(MayTouch&& may_touch, Leaf&& leaf) const {
    if (nodes_.empty()) return;
    int stack[kDepth];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const int index = stack[--top];
      const Node& node = nodes_[std::size_t(index)];
      if (!may_touch(node.centre, node.radius)) continue;
      if (node.right < 0) {
        for (int k = node.first; k < node.last; ++k) leaf(samples_[std::size_t(k)]);
      } else {
        stack[top++] = node.right;
        stack[top++] = index + 1;
      }
    }
  }

 private:
  int build(int first, int last);

  std::vector<SurfaceSample> samples_;
  std::vector<Node> nodes_;
  double reach_ = 0;
};

}  // namespace stiction
