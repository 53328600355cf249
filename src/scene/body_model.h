// From the description of a body to its shape and mass.
#pragma once

#include "stiction/geometry/shape.h"
#include "stiction/scene/scene.h"

namespace stiction {

/// The shape in the body's own frame. Throws InputError (place relative to the body, e.g. "shape.convex.points").
Shape make_shape(const ShapeDescription& description);

/// Mass, centre and inertia: of the uniform solid, with what the body states itself put in its place. An inertia
/// that is not stated scales with the mass. Not for half-spaces.
MassProperties body_mass_properties(const BodyDescription& body, const Shape& shape, double density);

/// The material of that name; "default" exists even where the scene does not define it. Null if there is none.
const MaterialDescription* find_material(const Scene& scene, const std::string& name);

}  // namespace stiction
