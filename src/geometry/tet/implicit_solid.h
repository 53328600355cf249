// Solids given by a distance: what the mesher fills with tetrahedra.
#pragma once

#include <functional>
#include <limits>

#include "stiction/geometry/shape.h"

namespace stiction {

/// A solid by a function that is negative inside, positive outside, zero on the surface, and changes by no more than
/// the way that its argument moves (as distances do). The function may be called from several threads at once.
struct ImplicitSolid {
  std::function<double(const Vec3&)> distance;
  Eigen::AlignedBox3d box;                                   ///< holds the solid, m
  double volume = std::numeric_limits<double>::quiet_NaN();  ///< m³; NaN where it is not known
};

/// The solid inside a closed mesh (see check_solid), by the exact distance. Keeps a copy of the mesh.
ImplicitSolid implicit_solid(const TriangleMesh& mesh);

/// Any shape that has an inside of its own, in the body frame; compounds are the union of their parts. Throws
/// InputError for half-spaces and terrain.
ImplicitSolid implicit_solid(const Shape& shape);

}  // namespace stiction
