// The two projections of Staggered Projections (eqs 24, 25) as one kernel: the point of a convex impulse set nearest, in the
// kinetic metric, to what would bring every contact to rest.
//
//   min_w ½|w - p|²  subject to the impulses r_k in S_k:   w = p + Jᵀ r,   r_k = argmin over S_k
//
// with S_k a ray (contact projection), a disk or a polygon (friction projection). Method of multipliers outside, inside a
// semismooth Newton method with line search on a strongly convex function of w, so it converges from anywhere. The sets
// enter only through their projection and its derivative; primal and dual form differ only in the linear system.
#pragma once

#include <functional>
#include <vector>

#include "stiction/solvers/kernels/newton_system.h"
#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

/// Projection on S_k of contact k, and a symmetric derivative with eigenvalues in [0, 1].
struct SetProjection {
  Vec3 point;
  Mat3 derivative;
};
using ImpulseSets = std::function<SetProjection(int contact, const Vec3& x)>;

/// Normal impulses r_n >= 0, no friction.
ImpulseSets normal_rays();
/// Friction impulses within mu times the given normal impulses; samples = 0 is the exact disk, else a polygon.
ImpulseSets friction_sets(const WhitenedProblem& problem, const std::vector<double>& normal_impulses, int samples);

struct ProjectionResult {
  double error = 0;  ///< natural residual relative to the largest of impulse and approach
  int newton_steps = 0;
  bool converged = false;
};

/// `p`: whitened velocity before these impulses; `biased`: take the bias off the normal rows (contact projection).
/// `r` holds a guess on entry and the minimizer on exit; always a member of the sets.
ProjectionResult project_impulses(const WhitenedProblem& problem, NewtonSystem& system, const ImpulseSets& sets,
                                  const std::vector<Vec6>& p, bool biased, double tolerance, std::vector<Vec3>& r);

}  // namespace stiction
