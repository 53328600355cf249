// Loop subdivision surfaces, evaluated exactly.
#pragma once

#include <memory>
#include <vector>

#include "stiction/geometry/smooth/loop_mesh.h"
#include "stiction/geometry/smooth/loop_valence.h"
#include "stiction/geometry/smooth/patch_network.h"

namespace stiction {

/// The limit surface of Loop subdivision (Loop, "Smooth subdivision surfaces based on triangles", 1987) of a triangle
/// mesh, one patch for each triangle, with corners (0,0), (1,0), (0,1) in the triangle's own order.
///
/// Triangles whose corners have six neighbours each are quartic box splines. One extraordinary corner: Stam's method,
/// see LoopValence. Several of them: the triangle is subdivided once, and its four parts are of the first two kinds;
/// the parameters stay those of the triangle, and third derivatives jump between the parts.
///
/// Open meshes: a triangle with a corner at the border has no patch. The outermost triangles only shape the others, so
/// the surface ends one ring of triangles before the mesh does.
///
/// At an extraordinary corner itself jet() gives the position and two tangents along the edges, of arbitrary length;
/// other derivatives are NaN. Close to it first derivatives behave as r^(-log2(2λ)), λ = 3/8 + cos(2π/n)/4: they vanish
/// for fewer than six neighbours and grow without bound for more. Curvature stays bounded for four, five and six
/// neighbours, and grows without bound for three and for seven and more.
class LoopSurface final : public PatchNetwork {
 public:
  /// Throws InputError for meshes that are not two-manifold, and where no triangle has a patch.
  explicit LoopSurface(TriangleMesh control);
  explicit LoopSurface(const LoopMesh& control);

  SurfaceJet jet(const SurfacePoint& at) const override;
  bool extraordinary(int patch, int corner) const override { return valence(patch, corner) != 6; }
  /// Neighbours of a corner in the control mesh.
  int valence(int patch, int corner) const;
  /// The triangle of the control mesh.
  int face(int patch) const { return patches_[std::size_t(patch)].face; }

 private:
  // A polynomial or an extraordinary corner, with its own parameters (a, b) = map (s, t) + origin.
  struct Piece {
    std::shared_ptr<const LoopValence> valence;  // none: regular
    std::size_t first = 0;                       // of its vectors in data_
    Eigen::Matrix2d map = Eigen::Matrix2d::Identity();
    Vec2 origin = Vec2::Zero();
    bool own = true;  // the map is the identity
  };
  struct Patch {
    int face = 0;
    std::array<int, 3> valence{};
    std::size_t first = 0;  // of its pieces
    bool split = false;
  };
  void add_piece(const LoopMesh& mesh, int face, const Eigen::Matrix2d& map, const Vec2& origin);

  std::vector<Patch> patches_;
  std::vector<Piece> pieces_;
  std::vector<Vec4> data_;
};

}  // namespace stiction
