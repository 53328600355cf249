// Shock propagation for Gauss-Seidel (Guendelman, Bridson, Fedkiw 2003; Erleben 2007, the stabilisation that
// Staggered Projections compares with).
//
// Bodies are layered by their distance from fixed ones along contacts. Layers are visited from the top down, and a
// contact sees the body below it as fixed: it carries all that lies above, and the layer below then carries it. Here
// the impulses found act on both bodies, so momentum is conserved (the originals push the upper body only).
// It replaces dynamics by statics from above: right for columns, wrong for impacts and leaning structures.
#pragma once

#include <vector>

#include "stiction/problem/local_problem.h"
#include "stiction/solvers/friction_set.h"

namespace stiction {

struct ShockLevels {
  std::vector<int> level;  ///< of each contact; higher levels are visited first
  LocalProblem upper;      ///< rows as seen with the lower body fixed; its W is not symmetric
};

/// Levels from the graph of bodies. Contacts between bodies of one layer see both as free.
ShockLevels shock_levels(const ContactProblem& problem);

/// From the top level down, `sweeps` Gauss-Seidel sweeps on each.
void propagate_shocks(const ShockLevels& shock, const FrictionSet& set, int sweeps, std::vector<Vec3>& r);

}  // namespace stiction
