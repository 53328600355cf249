// The Fischer function of one contact's rows, eqs 27-29 of Fischer-Newton (Silcowitz, Niebe, Erleben 2009), with an
// element of its B-subdifferential.
//
//   Φ(λ) = φ(λ - l, φ(-y, u - λ)),  φ(a, b) = √(a² + b²) - a - b,  -l = u = mu λ_n for friction, φ(λ_n, y_n) for
//   normals
//
// At the kink a = b = 0 the element taken is the limit along a = b > 0: both derivatives are 1/√2 - 1.
// λ and y come scaled, so that both are roots of energies: λ √d and y/√d with the contact's compliance d. The roots
// of Φ do not depend on it, and large mass ratios no longer make one argument vanish beside the other.
#pragma once

#include "stiction/problem/local_problem.h"

namespace stiction {

struct FischerLaw {
  RowLaw law = RowLaw::coulomb;
  double mu = 0;
  Vec3 lower = Vec3::Zero(), upper = Vec3::Zero();  ///< bounded rows, scaled like λ
};

/// A contact's law for impulses times √compliance.
FischerLaw scaled_law(const LocalContact& contact, double compliance);

/// Value and derivative: dΦ = E dλ + diag(B) dy. Diagonals of E and all of B are at most 0 and never both 0.
struct FischerRows {
  Vec3 phi;
  Mat3 E;
  Vec3 B;
};

FischerRows fischer_rows(const FischerLaw& law, const Vec3& lambda, const Vec3& y);

}  // namespace stiction
