// The solvers of the papers behind the interface of every contact solver, for simulations. Their answers stand,
// whatever their error with respect to exact friction: the certificate tells it.
#pragma once

#include <memory>

#include "stiction/solvers/contact_solver.h"

namespace stiction {

/// Null if the type names none of them.
std::unique_ptr<ContactSolver> make_local_solver(const SolverSettings& settings);

/// Throws InputError if an option was changed that the chosen type does not have, or is out of range.
void check_option_fits_type(const SolverSettings& settings);

}  // namespace stiction
