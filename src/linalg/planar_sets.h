// Projections on the two friction sets of a contact's tangent plane, with a generalized derivative.
#pragma once

#include <Eigen/Core>

#include "stiction/linalg/types.h"

namespace stiction {

/// Value and one element of the B-subdifferential of a projection (symmetric, eigenvalues in [0, 1]).
struct PlanarProjection {
  Vec2 point;
  Eigen::Matrix2d derivative;
};

/// On the disk of the given radius about 0. At the rim the derivative of the outside branch is taken.
PlanarProjection project_on_disk(const Vec2& x, double radius);

/// On the regular polygon with `samples` corners inscribed in the disk of the given radius, first corner on the
/// x axis: the set {T beta : beta >= 0, sum beta <= radius} of Staggered Projections, eq 7.
PlanarProjection project_on_polygon(const Vec2& x, double radius, int samples);

}  // namespace stiction
