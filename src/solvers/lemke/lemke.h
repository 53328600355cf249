// The direct LCP of Stewart and Trinkle (1996), eqs 1-8 of Fischer-Newton: friction in a polygonal cone with a slip
// speed for each contact, solved by Lemke's pivoting. One of the two baselines that Staggered Projections compares
// with.
//
// Exact for its friction set up to rounding, whatever the masses, but dense: (2 + directions) unknowns for each
// contact, their square in memory and for every pivot. It starts from nothing: a warm start does not help it.
#pragma once

#include <functional>
#include <vector>

#include "stiction/problem/local_problem.h"
#include "stiction/solvers/lemke/lemke_tableau.h"
#include "stiction/solvers/trace.h"

namespace stiction {

struct LemkeOptions {
  int directions = 4;       ///< of friction, at least 3; the first along tangent 1
  int max_unknowns = 4000;  ///< 128 MB of dictionary; larger problems are refused
  int max_pivots = 0;       ///< of each of two attempts; 0: 5 for each unknown
  double tolerance = 1e-6;  ///< on the model error, for `converged` alone
  std::function<bool()> out_of_time = {};
};

struct LemkeResult : LocalResult {
  LemkeStatus status = LemkeStatus::solved;
  int pivots = 0;
  int unknowns = 0;
};

/// `r` is overwritten. Throws InputError for the rows of joints and for problems with more unknowns than allowed.
LemkeResult lemke(const LocalProblem& problem, std::vector<Vec3>& r, const LemkeOptions& options,
                  const Trace& trace = {});

}  // namespace stiction
