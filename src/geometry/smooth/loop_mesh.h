// Triangle meshes as control meshes of Loop subdivision.
#pragma once

#include <array>
#include <vector>

#include "stiction/geometry/mesh/triangle_mesh.h"

namespace stiction {

/// A triangle mesh that knows its neighbours. Two-manifold, closed or open. Edge i of a face goes from its corner i to
/// the next one.
class LoopMesh {
 public:
  struct Side {
    int face = -1;
    int edge = -1;
  };

  /// Throws InputError unless every edge has one or two faces that agree about the outside, and all faces at a vertex
  /// form one fan.
  explicit LoopMesh(TriangleMesh mesh);

  const TriangleMesh& mesh() const { return mesh_; }
  int faces() const { return int(mesh_.triangles.size()); }
  int vertex(int face, int corner) const { return mesh_.triangles[std::size_t(face)][std::size_t(corner % 3)]; }
  /// The same edge in the face beyond; face -1 at the border.
  Side beyond(int face, int edge) const { return beyond_[std::size_t(face)][std::size_t(edge)]; }
  /// Whether the vertex is surrounded by faces.
  bool interior(int vertex) const { return interior_[std::size_t(vertex)]; }
  int valence(int vertex) const { return valence_[std::size_t(vertex)]; }
  /// Neighbours of an interior vertex, counter-clockwise, beginning with the next corner of the face.
  std::vector<int> ring(int face, int corner) const;

  /// One step of Loop subdivision, with cubic B-splines along borders. Face f becomes 4f to 4f+3: those at its corners
  /// 0, 1, 2, which keep the order of corners, and the middle one, which is turned by half a turn.
  LoopMesh subdivided() const;

 private:
  void find_neighbours();
  void find_fans();
  TriangleMesh mesh_;
  std::vector<std::array<Side, 3>> beyond_;
  std::vector<bool> interior_;
  std::vector<int> valence_;
};

}  // namespace stiction
