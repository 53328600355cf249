// From the description of a deformable body to its mesh and model.
#pragma once

#include <memory>

#include "stiction/bodies/soft/soft_body.h"
#include "stiction/geometry/tet/tet_mesh.h"
#include "stiction/scene/scene.h"

namespace stiction {

/// A deformable body at rest, relative to its centre of mass.
struct SoftModel {
  std::shared_ptr<const SoftBody> body;
  Vec3 centre = Vec3::Zero();   ///< of mass, in the body's own frame, m
  double mass = 0;              ///< kg
  Mat3 inertia = Mat3::Zero();  ///< about the centre of mass, kg m²
};

/// Tetrahedra that fill the shape, in the body's own frame. Throws InputError (place relative to the body).
TetMesh make_tets(const ShapeDescription& shape, const ElasticDescription& elastic);

/// `motion`: of the nodes that are held, or null. `density` in kg/m³,
/// used where the description states no mass. Throws InputError (place relative to the body).
SoftModel make_soft_model(const BodyDescription& description, double density,
                          std::shared_ptr<const PrescribedMotion> motion);

}  // namespace stiction
