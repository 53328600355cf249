// From the description of a smooth surface to the surface itself, its triangulation and its mass.
#pragma once

#include "stiction/geometry/shape.h"
#include "stiction/scene/smooth_description.h"

namespace stiction {

/// Makes surface and triangulation. An open surface of a body that moves gets a flat lid for the general path: a fan of
/// triangles from its border to the middle of that. Throws InputError (place relative to the shape, e.g. "sphere").
void complete(SmoothDescription& smooth, bool fixed);

/// Planes and bowls: surfaces that only fixed bodies can have.
bool has_no_inside(const SmoothDescription& smooth);

/// Of what a closed surface encloses, by integrals over the surface.
MassProperties smooth_mass(const SmoothDescription& smooth, double density);

}  // namespace stiction
