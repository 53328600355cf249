// The surface of a deformable body as it is shown.
#pragma once

#include <memory>
#include <vector>

#include "stiction/bodies/soft/soft_body.h"
#include "stiction/export/surface_mesh.h"
#include "stiction/recording/records.h"

namespace stiction {

/// Vertices of the surface in the body's own frame, m: what is shown of rigid bodies is placed by their poses, and so
/// are these. Throws InputError for a deformation of another body.
std::vector<Vec3> soft_vertices(const SoftBody& body, const BodyState& state, const Deformation& deformation);
std::vector<Vec3> soft_vertices(const SoftBody& body, const FrameBody& pose, const std::vector<double>& q);

/// The surface with normals. It is sharp along the edges that are sharp at rest, so vertices and triangles of the
/// meshes of all deformations correspond.
class SoftSkin {
 public:
  explicit SoftSkin(std::shared_ptr<const SoftBody> body);

  SurfaceMesh rest() const { return deformed(body_->surface().rest()); }
  /// In the body frame. Throws InputError if the coordinates `q` are of another body.
  SurfaceMesh at(const FrameBody& pose, const std::vector<double>& q) const;

 private:
  SurfaceMesh deformed(const std::vector<Vec3>& vertices) const;

  std::shared_ptr<const SoftBody> body_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  std::vector<std::size_t> source_;  ///< vertex of the body's surface for each one here
};

}  // namespace stiction
