// Surfaces of revolution about z.
#pragma once

#include <vector>

#include "stiction/export/surface_mesh.h"

namespace stiction {

/// A point of an outline: distance from the axis and height (m), and the normal there (radial, axial).
struct OutlinePoint {
  double r = 0, z = 0;
  double normal_r = 0, normal_z = 1;
};

/// Smooth stretches, from low to high z, each with its own normals: where two meet there is an edge.
using Outline = std::vector<std::vector<OutlinePoint>>;

Outline sphere_profile(double radius, int segments);
Outline capsule_profile(double radius, double half_length, int segments);
Outline cylinder_profile(double radius, double half_length);
/// Base of this radius at `low`, apex at `high`.
Outline cone_profile(double radius, double low, double high);

SurfaceMesh revolve(const Outline& outline, int segments);

}  // namespace stiction
