// The contact projection of small problems, exactly: the velocities nearest to the free ones with u_n >= b and joints
// closed, by the dual active set method of Goldfarb and Idnani (1983): every row taken in or let go updates one dense
// factor, which is what a step without time left can wait for.
#pragma once

#include <vector>

#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

/// Degrees of freedom up to which dense factors pay.
constexpr int kActiveSetSize = 300;

/// Finds normal impulses and those of joints; friction of `problem` must be in its w_free already. Rows that push in
/// `r` are tried first. Returns false, and leaves `r` as it is, if rows have bounds other than none and zero, or if no
/// velocities fulfil all rows.
bool project_on_contacts(const WhitenedProblem& problem, std::vector<Vec3>& r);

}  // namespace stiction
