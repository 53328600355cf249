// A closed mesh with all that collision needs of it, built once and shared between bodies.
#pragma once

#include <memory>
#include <vector>

#include "stiction/geometry/mesh/distance_field.h"
#include "stiction/geometry/mesh/mesh_distance.h"
#include "stiction/geometry/mesh/near_triangles.h"
#include "stiction/geometry/mesh/sharp_edges.h"
#include "stiction/geometry/mesh/surface_samples.h"
#include "stiction/geometry/mesh/triangle_mesh.h"

namespace stiction {

/// Immutable closed mesh of any shape. Lengths in m.
class SolidMesh {
 public:
  static constexpr int kDefaultCells = 64, kLeastCells = 8, kMostCells = 512;

  /// Checks the mesh (see check_solid) and builds it, or hands out the one built before from the same content while
  /// any body still uses it. `cells`: of the distance field along the longest side. Throws InputError.
  static std::shared_ptr<const SolidMesh> make(const TriangleMesh& mesh, int cells = kDefaultCells);

  SolidMesh(const SolidMesh&) = delete;
  SolidMesh& operator=(const SolidMesh&) = delete;

  const TriangleMesh& mesh() const { return mesh_; }
  const MeshDistance& exact() const { return exact_; }
  const DistanceField& field() const { return field_; }
  const SphereTree& samples() const { return samples_; }
  const SharpEdges& sharp_edges() const { return sharp_edges_; }
  const MeshMoments& moments() const { return moments_; }
  /// Corners of the convex hull: enough for bounds and for the lowest point.
  const std::vector<Vec3>& hull_vertices() const { return hull_vertices_; }
  const Eigen::AlignedBox3d& box() const { return exact_.tree().box(); }
  int cells() const { return cells_; }
  /// Diameter of about the largest ball inside: how thick the solid is where it is thickest.
  double thickness() const { return thickness_; }

  /// No point within `radius` of x is nearer to the solid than `limit`, for certain. False says nothing.
  bool clear(const Vec3& x, double radius, double limit) const;

  /// Signed distance and unit normal at x by the field, exact where the surface is too sharp for it, approximate
  /// beyond the field's grid. Distances of more than `limit` come out as infinity.
  SurfaceDistance distance(const Vec3& x, double limit) const;

  /// Memory of field, samples and trees, bytes.
  std::size_t bytes() const;

 private:
  SolidMesh(const TriangleMesh& mesh, int cells);

  TriangleMesh mesh_;
  int cells_;
  MeshMoments moments_;
  MeshDistance exact_;
  DistanceField field_;
  NearTriangles near_;
  SphereTree samples_;
  SharpEdges sharp_edges_;
  std::vector<Vec3> hull_vertices_;
  double thickness_;
};

}  // namespace stiction
