// Gauss-Seidel sweeps over the contacts, each solved as if all others were known, sliding ones too. A sweep costs a
// small part of a factorization and undoes what is wrong between neighbours; what is left are waves through the whole
// heap, which fade slowly.
#pragma once

#include <vector>

#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

class Sweeps {
 public:
  /// The problem must outlive the sweeps.
  explicit Sweeps(const WhitenedProblem& problem);
  /// Sweeps once in the order of the contacts; `w` are the velocities that `r` causes, both are kept in step.
  void sweep(std::vector<Vec3>& r, std::vector<Vec6>& w) const;

 private:
  /// Of a contact to its own impulse.
  struct Response {
    Mat3 W = Mat3::Zero();        ///< velocity per impulse
    Mat3 inverse = Mat3::Zero();  ///< of W
    double friction_step = 0;     ///< impulse per slip that never overshoots in the tangent plane
  };
  Vec3 solved(int contact, const Vec3& r, const Vec3& u) const;

  const WhitenedProblem& problem_;
  std::vector<Response> responses_;
};

}  // namespace stiction
