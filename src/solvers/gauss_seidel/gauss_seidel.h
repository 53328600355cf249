// Projected Gauss-Seidel, the baseline of all four papers (eqs 14-15 of Contact regions; section 1 of Fischer-Newton).
//
// Rows are relaxed one after the other with everything newer already in place, and projected at once: the normal row on
// r_n >= 0, then friction on its set of size mu r_n. With the pyramid every tangential row has its own step 1/W_ii.
// With the cone both share the step 1/(largest eigenvalue of W_tt), so that a fixed point obeys Coulomb's law: with two
// different steps friction would not oppose slip exactly. Rolling friction follows its contact: spin on its interval,
// then both rolling rows with one step on their disk.
#pragma once

#include <functional>
#include <vector>

#include "stiction/problem/local_problem.h"
#include "stiction/solvers/friction_set.h"
#include "stiction/solvers/gauss_seidel/shock_propagation.h"
#include "stiction/solvers/trace.h"

namespace stiction {

struct GaussSeidelOptions {
  FrictionSet set = FrictionSet::pyramid();  ///< pyramid or cone
  double relaxation = 1;                     ///< 0 < omega < 2; above 1 is over-relaxation
  int max_iterations = 150;                  ///< sweeps; 150 is what the Fischer-Newton paper compares with
  double tolerance = 1e-6;                   ///< on the model error; 0: always all sweeps
  bool backwards_too = false;                ///< every second sweep in reverse order
  std::vector<int> order;                    ///< contacts in the order of a sweep; empty: as numbered
  /// Shock propagation after the sweeps, or none; must outlive the call.
  const ShockLevels* shock = nullptr;
  int shock_sweeps = 10;  ///< on each level
  std::function<bool()> out_of_time;
};

/// `r` holds the start on entry, the last iterate on exit.
LocalResult gauss_seidel(const LocalProblem& problem, std::vector<Vec3>& r, const GaussSeidelOptions& options,
                         const Trace& trace = {});

}  // namespace stiction
