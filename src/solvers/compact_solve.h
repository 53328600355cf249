// What the default solver does with a small block of many contacts that moves: all of it in dense form.
#pragma once

#include <cstddef>
#include <vector>

#include "stiction/problem/contact_problem.h"
#include "stiction/problem/decomposition.h"
#include "stiction/solvers/contact_solver.h"

namespace stiction {

/// Improves the impulses `r` of a block that suits CompactProblem, unless few of its contacts push or they are so good
/// that the block seems to be at rest: that wants more accuracy than this gives. True if they are solved; `report`
/// tells the work either way.
bool solve_compact(const ContactProblem& problem, const Decomposition& decomposition, std::size_t block,
                   std::vector<Vec3>& r, const Budget& budget, SolveReport& report);

}  // namespace stiction
