// Bodies of smooth surfaces, as in Kry and Pai, "Continuous contact simulation for smooth surfaces", 2002.
#pragma once

#include "stiction/geometry/mesh/triangle_mesh.h"

namespace stiction {

/// Control mesh (Loop) of a bowl of 14 patches: 13 cm across, 11 cm high, open upwards, lowest point at z = 0. It
/// stands in the middle of patch 0, where its radius of curvature (5.6 cm) is larger than the height of its centre of
/// mass (4.6 cm), so it rocks and comes to rest upright.
TriangleMesh bowl_control_mesh();
/// Earthenware; with it the bowl weighs just under 1 kg. kg/m³
inline constexpr double kBowlDensity = 2200;

/// Control mesh (Loop) of a table top of 60 patches, a square slab with rounded edges: 40 cm wide, 4 cm thick, its
/// upper side at z = 0. The middle of that side, two patches of 24 cm, is exactly flat.
TriangleMesh table_control_mesh();

}  // namespace stiction
