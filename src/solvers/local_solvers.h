// The solvers of the papers by name: on a problem in contact space, and behind the interface of every contact solver
// for simulations. Their answers stand, whatever their error with respect to exact friction: the certificate tells it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "stiction/problem/local_problem.h"
#include "stiction/solvers/contact_solver.h"
#include "stiction/solvers/trace.h"

namespace stiction {

/// gauss_seidel, conjugate_gradient, pcg_gauss_seidel, fischer_newton, lemke.
const std::vector<std::string>& local_solver_types();

/// Solves with the solver that the settings name, which must be one of local_solver_types(). The budget's tolerance is
/// on the solver's own model error. `r` holds the start on entry. Throws InputError where the solver cannot take the
/// problem (joints for lemke, too many unknowns) or an option needs bodies (shock_propagation).
LocalResult solve_local(const SolverSettings& settings, const LocalProblem& problem, std::vector<Vec3>& r,
                        const Budget& budget, const Trace& trace = {});

/// Null if the type names none of them.
std::unique_ptr<ContactSolver> make_local_solver(const SolverSettings& settings);

/// Throws InputError if an option was changed that the chosen type does not have, or is out of range.
void check_option_fits_type(const SolverSettings& settings);

}  // namespace stiction
