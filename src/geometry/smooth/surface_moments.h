// Mass properties of what a smooth surface encloses.
#pragma once

#include "stiction/geometry/mesh/triangle_mesh.h"
#include "stiction/geometry/smooth/smooth_surface.h"

namespace stiction {

/// Volume, centre and second moment by integrals over the surface (divergence theorem) with Gauss quadrature: exact to
/// rounding for Loop and Bézier surfaces, to about 1e-12 for analytic ones. Around extraordinary corners the domain is
/// halved again and again, so that every piece is a polynomial. The surface must be closed; that is not checked.
MeshMoments surface_moments(const SmoothSurface& surface);

}  // namespace stiction
