// Fischer-Newton (Silcowitz, Niebe, Erleben 2009): a generalized Newton method on the Fischer function of the contact
// problem with box-bounded friction, eqs 27-39.
//
// As printed: Newton steps with a backtracking Armijo search on the natural merit, exact or by quasi nonlinear CG, with
// the semi-staggered warm start (normals first, then all; only where there are no impulses to start from). Deviations:
// rows are scaled (fischer_function.h); where contact sets are over-determined W is singular and so is the Newton
// equation, hence the step is damped by delta = kDamping |Φ|/scale, which vanishes at the solution (the answer is not
// damped, and convergence stays quadratic where it was). If that stalls, a proximal point loop goes on, u := u + w (r -
// r⁰), whose inner problems have regular Newton equations and whose centre r⁰ moves to the solution.
#pragma once

#include <functional>
#include <vector>

#include "stiction/problem/local_problem.h"
#include "stiction/solvers/trace.h"

namespace stiction {

struct FischerNewtonOptions {
  enum class Subsystem { exact, quasi_ncg };
  Subsystem subsystem = Subsystem::exact;
  int max_newton = 10;         ///< Newton steps in a phase; limits as in the paper
  int max_subsystem = 15;      ///< iterations of the quasi nonlinear CG subsystem
  int max_line_search = 7;     ///< halvings
  double armijo = 1e-4;        ///< c of eq 37, in (0, 1/2)
  bool semi_staggered = true;  ///< from no impulses at all: normals first, without friction
  bool proximal = true;        ///< off: the paper's method alone
  int max_steps = 2000;        ///< Newton steps in all
  /// Times that tangent 1 is turned along the slip found so far and the problem solved again; 0: tangents as given.
  /// Sliding friction of the pyramid is then that of Coulomb.
  int alignments = 0;
  double tolerance = 1e-6;  ///< on the model error (pyramid)
  std::function<bool()> out_of_time;
};

/// `r` holds the start on entry, the best iterate on exit. With alignments the model error is that of the turned
/// pyramid.
LocalResult fischer_newton(const LocalProblem& problem, std::vector<Vec3>& r, const FischerNewtonOptions& options,
                           const Trace& trace = {});

/// The same with the bodies at hand, so that W is never formed and Newton equations are factored on the graph of
/// bodies.
LocalResult fischer_newton(const ContactProblem& problem, std::vector<Vec3>& r, const FischerNewtonOptions& options);

}  // namespace stiction
