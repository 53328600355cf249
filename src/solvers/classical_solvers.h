// The classical solvers behind the common interface: each on a problem in contact space, alone or condensed from
// bodies.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "stiction/solvers/contact_solver.h"

namespace stiction {

/// gauss_seidel, gauss_seidel_pyramid, conjugate_gradient, combined, fischer_newton, lemke.
const std::vector<std::string>& classical_solver_names();

/// Null if there is none of that name.
std::unique_ptr<ContactSolver> make_classical_solver(const std::string& name);

}  // namespace stiction
