// Projected conjugate gradients and their combination with Gauss-Seidel (Lazarevych, Székely, Harders: Decomposing the
// contact LCP into separate contact regions), eqs 16-21 and Algorithm 2.
//
// As printed, with alpha = r·r / d·A d (line 4 read as lambda + alpha d) and the residual recomputed from the projected
// impulses: the printed recurrence forgets the projection (it is an option). The projected residual (eq 19) keeps r_n >
// 0 alone where lambda_n = 0, and drops what points out of the friction set at its bound. Deviations: rows are scaled
// by the root of the contact's compliance, so that norms are roots of energies and masses may differ; the
// direction starts anew from the residual where that has grown or is not descended: with the printed loop even two
// sliding contacts may cycle.
#pragma once

#include <functional>
#include <vector>

#include "stiction/problem/local_problem.h"
#include "stiction/solvers/friction_set.h"
#include "stiction/solvers/trace.h"

namespace stiction {

enum class ConjugateDirection { fletcher_reeves, polak_ribiere };

/// Where a phase ends: either the change of the impulses or the projected residual is small, each in both norms (the
/// Euclidean one and eqs 20-21). Relative to the norms of the impulses and of the free velocities, in scaled rows.
struct PhaseThresholds {
  double change = 0, residual = 0;                  ///< epsilon, delta; 0: this test never ends the phase
  double largest_change = 1, largest_residual = 1;  ///< epsilon and delta of the maximum norm
};

struct ConjugateGradientOptions {
  FrictionSet set = FrictionSet::pyramid();  ///< pyramid or cone
  ConjugateDirection direction = ConjugateDirection::fletcher_reeves;
  bool printed_recurrence = false;  ///< residual as in Algorithm 2, line 5
  int max_iterations = 0;           ///< 0: twice the number of unknowns, as in the paper
  PhaseThresholds thresholds = {};
  double tolerance = 1e-6;  ///< on the model error; ends the solve
  std::function<bool()> out_of_time = {};
};

/// `r` holds the start on entry, on exit the iterate with the smallest projected residual.
LocalResult conjugate_gradient(const LocalProblem& problem, std::vector<Vec3>& r,
                               const ConjugateGradientOptions& options, const Trace& trace = {});

struct CombinedOptions {
  /// The first phase. Its thresholds hand over to Gauss-Seidel; its tolerance ends the whole.
  ConjugateGradientOptions gradient{.thresholds = {1e-3, 1e-3}};
  PhaseThresholds gauss_seidel{1e-12, 0};  ///< of the second phase
  int max_sweeps = 1000;                   ///< N_max
  double relaxation = 1;
};

/// Conjugate gradients first, Gauss-Seidel from their best iterate; the best iterate of all is returned.
/// `iterations` counts both.
LocalResult pcg_gauss_seidel(const LocalProblem& problem, std::vector<Vec3>& r, const CombinedOptions& options,
                             const Trace& trace = {});

}  // namespace stiction
