// A proximal point loop around a semismooth Newton method, the one kernel behind every exact solve here: Coulomb
// friction whole, and the contact and friction projections of Staggered Projections.
//
// Inner problem with centre r⁰ and weight alpha: r = P(r - rho u~), u~ = u + alpha d_k (r - r⁰), d_k the contact's
// compliance. Every contact contributes a 3×3 weight, and the bodies' system I + Jᵀ C J is solved (NewtonSystem), so
// redundant contacts do no harm. As alpha shrinks the centre moves to the solution.
//
// Exact friction makes inner problems that have no solution near the centre, nearly always for the sake of one contact
// or a few: between its neighbours as they are it can neither stick nor slip. Such contacts get a larger alpha of their
// own until they are past that; all others go on with the small one.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "stiction/solvers/kernels/local_law.h"
#include "stiction/solvers/kernels/newton_system.h"

namespace stiction {

struct ProximalNewtonOptions {
  double target = 1e-7;            ///< on LocalLaw::error
  double start_weight = 0.1;       ///< alpha of the first round; small ones suit good starts
  int max_rounds = 200;            ///< outer iterations
  int patience = 200;              ///< rounds without a tenth less error before giving up
  double good_enough = 0;          ///< with an error this low, a few such rounds are enough
  int max_newton = 25;             ///< Newton steps in a round
  int max_firmings = 6;            ///< times in a round that the few contacts that block it are held more firmly
  bool at_least_one_step = false;  ///< even if the start already meets the target
  double polish = 1;               ///< once the target is met, go on with the factors at hand to this part of it
  int max_factorizations = std::numeric_limits<int>::max();
  std::function<bool()> out_of_time;
};

struct ProximalNewtonResult {
  double error = 0;  ///< of the impulses returned
  int rounds = 0;
  int factorizations = 0;
  bool content = false;  ///< left at what is good enough
};

/// Improves `r` for bodies whose whitened velocity without these impulses is `p`; returns the best admissible iterate.
ProximalNewtonResult proximal_newton(const WhitenedProblem& problem, const LocalLaw& law, const std::vector<Vec6>& p,
                                     NewtonSystem& system, const ProximalNewtonOptions& options, std::vector<Vec3>& r);

}  // namespace stiction
