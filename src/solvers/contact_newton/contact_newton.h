// A proximal point loop around a semismooth Newton method, in contact space: the default solver for problems that come
// without bodies.
//
// Outer loop: u~ = W r + q + alpha (r - centre), with alpha falling while Newton's method copes. Inside: Newton steps
// on Alart and Curnier's function with a line search that tolerates some growth. Before that, a few Gauss-Seidel sweeps
// with exact local solves, which many small problems need nothing more than.
#pragma once

#include <functional>
#include <vector>

#include "stiction/problem/local_problem.h"
#include "stiction/solvers/contact_newton/scaled_problem.h"
#include "stiction/solvers/trace.h"

namespace stiction {

struct ContactNewtonOptions {
  double target = 1e-8;   ///< on both natural-map errors, see docs/accuracy.md
  int max_rounds = 5000;  ///< of the proximal loop
  int max_sweeps = 8;     ///< of Gauss-Seidel at the start, a multiple of 4; more where they are about to suffice
  int patience = 60;      ///< rounds without a tenth less error before another attempt
  const FrictionDisks* disks = nullptr;  ///< solve for friction in these sets in place of Coulomb's law
  std::function<bool()> out_of_time;
  Trace trace;  ///< called after every sweep and Newton step
};

struct ContactNewtonResult {
  double error = 0;  ///< the larger of both errors
  int sweeps = 0, rounds = 0, factorizations = 0;
  double cost = 0;  ///< of all, in Gauss-Seidel sweeps
  int iterations() const { return sweeps + factorizations; }
};

/// `r` holds the start on entry, the best impulses found on exit.
ContactNewtonResult contact_newton(const LocalProblem& problem, std::vector<Vec3>& r,
                                   const ContactNewtonOptions& options);

}  // namespace stiction
