#include "stiction/export/soft_skin.h"

#include <Eigen/Geometry>
#include <utility>

#include "stiction/common/error.h"

namespace stiction {

std::vector<Vec3> soft_vertices(const SoftBody& body, const BodyState& state, const Deformation& deformation) {
  if (!body.fits(deformation))
    throw InputError("deformation", "does not belong to the body", "use the scene and the meshes that were recorded");
  std::vector<Vec3> x;
  body.positions(state, deformation, x);
  const Mat3 to_body = state.rotation.toRotationMatrix().transpose();
  for (Vec3& v : x) v = (to_body * (v - state.position)).eval();
  return x;
}

std::vector<Vec3> soft_vertices(const SoftBody& body, const FrameBody& pose, const std::vector<double>& q) {
  BodyState state;
  state.position = pose.position;
  state.rotation = pose.rotation;
  return soft_vertices(body, state, {q, std::vector<double>(q.size(), 0.0)});  // velocities move no vertex
}

SoftSkin::SoftSkin(std::shared_ptr<const SoftBody> body) : body_(std::move(body)) {
  const SoftSurface& surface = body_->surface();
  TriangleMesh rest;
  rest.vertices = surface.rest();
  rest.triangles = surface.triangles();
  const SurfaceMesh mesh = with_normals(rest, kCrease);
  triangles_ = mesh.triangles;
  source_.resize(mesh.positions.size());
  for (std::size_t t = 0; t < triangles_.size(); ++t) {  // with_normals keeps triangles and their corners in order
    for (std::size_t i = 0; i < 3; ++i) source_[triangles_[t][i]] = std::size_t(surface.triangles()[t][i]);
  }
}

SurfaceMesh SoftSkin::at(const FrameBody& pose, const std::vector<double>& q) const {
  return deformed(soft_vertices(*body_, pose, q));
}

SurfaceMesh SoftSkin::deformed(const std::vector<Vec3>& vertices) const {
  SurfaceMesh mesh;
  mesh.triangles = triangles_;
  for (const std::size_t v : source_) mesh.positions.push_back(vertices[v].cast<float>());
  std::vector<Vec3> normals(source_.size(), Vec3::Zero());
  for (const auto& [a, b, c] : triangles_) {
    const Vec3 &x = vertices[source_[a]], &y = vertices[source_[b]], &z = vertices[source_[c]];
    const Vec3 twice_area = (y - x).cross(z - x);
    for (const std::uint32_t k : {a, b, c}) normals[k] += twice_area;
  }
  for (const Vec3& n : normals) {
    const double length = n.norm();
    mesh.normals.push_back(length > 0 ? Vec3f((n / length).cast<float>()) : Vec3f::UnitZ());
  }
  return mesh;
}

}  // namespace stiction
