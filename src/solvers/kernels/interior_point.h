// An interior point method on the live Coulomb conditions, whole friction cones, rolling rows and joint rows included.
//
// Every contact has a normal impulse n > 0, a separation speed s > 0, a slip speed g > 0 and a direction |w| < 1, with
// r = (n, mu n w), and the conditions
//   u_n = s,   n s = tau,   u_t + g w = 0,   mu n g (1 - |w|^2) / 2 = tau,   tau -> 0.
// Rolling rows have a g and a w of their own for the roll and for the spin, with the n of their contact.
// The factor n in the last keeps the friction of opening contacts tame. A Newton step of these has a 3×3 weight for
// every contact and is solved on the graph of bodies (NewtonSystem), as are the proximal kernel's. Where impulses are
// not unique the path leads to the middle of all solutions: no contact is at the rim of its cone without need.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "stiction/solvers/kernels/newton_system.h"

namespace stiction {

struct InteriorPointOptions {
  double target = 1e-5;     ///< on WhitenedProblem::errors
  int max_iterations = 60;  ///< one factorization each
  int patience = 6;         ///< iterations without a tenth less error before giving up
  /// Of the impulses at hand. The smaller it is, the further down the path begins, near these impulses; else in the
  /// middle of the cones.
  double start_error = std::numeric_limits<double>::infinity();
  std::function<bool()> out_of_time;
};

struct InteriorPointResult {
  double error = 0;  ///< of the impulses returned
  int iterations = 0;
};

/// `r`: impulses to begin near, looked at only if `start_error` tells how good they are; the best iterate on exit.
InteriorPointResult interior_point(const WhitenedProblem& problem, NewtonSystem& system,
                                   const InteriorPointOptions& options, std::vector<Vec3>& r);

}  // namespace stiction
