// Siconos' solvers on a contact problem, each run in a process of its own: they know no time limit, and some abort.
#pragma once

#include <string>
#include <vector>

#include "stiction/problem/local_problem.h"

namespace stiction::bench {

/// One of Siconos' methods and the form of W that suits it.
struct SiconosSolver {
  std::string name;
  int id = 0;           ///< Siconos' number of the method
  bool blocks = false;  ///< W in 3×3 blocks, else as compressed columns
};

/// NSGS, EG, PROX, NSN_AC, NSN_FB and ADMM.
const std::vector<SiconosSolver>& siconos_solvers();

struct Run {
  bool ended = false;  ///< within the time limit and without a crash
  double cpu_s = 0;    ///< of the solve alone: the matrix is built before; best of three if short
  std::vector<Vec3> r;
};

/// Solves from zero with Siconos' own tolerance set to `tolerance`, for at most `limit_s` of CPU time. Coulomb contacts
/// only.
Run run_siconos(const SiconosSolver& solver, const LocalProblem& problem, double tolerance, double limit_s);

}  // namespace stiction::bench
