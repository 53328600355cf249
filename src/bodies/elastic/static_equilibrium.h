// The shape of an elastic body under given forces, at rest.
#pragma once

#include <vector>

#include "stiction/bodies/elastic/tet_forces.h"

namespace stiction {

struct EquilibriumOptions {
  int load_steps = 1;        ///< the load is applied in this many equal parts
  int most_iterations = 60;  ///< Newton steps for each part
  double tolerance = 1e-9;   ///< of the forces that are not balanced, relative to the load
};

struct Equilibrium {
  Eigen::VectorXd positions;
  double residual = 0;  ///< largest force on a free vertex that is not balanced, relative to the largest load
  int iterations = 0;   ///< Newton steps, all load steps together
  bool converged = false;
  TetDistress distress;  ///< at the end
};

/// Minimises the energy of deformation minus the work of dead loads (3 numbers for each vertex, N), starting at the
/// rest shape. Newton's method: full steps, a few of them on credit, else a line search; where the tangent stiffness is
/// not positive definite a multiple of the identity is added to it, so that the step goes downhill. Throws InputError
/// unless the fixed vertices hold the body.
Equilibrium static_equilibrium(const TetForces& forces, const Eigen::VectorXd& load,
                               const std::vector<int>& fixed_vertices, const EquilibriumOptions& options = {});

}  // namespace stiction
