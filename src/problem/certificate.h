// The residuals of a contact problem, computed here and nowhere else, for every solver alike.
#pragma once

#include <vector>

#include "stiction/problem/contact_problem.h"
#include "stiction/problem/local_problem.h"
#include "stiction/state/step_report.h"

namespace stiction {

/// Projection on the friction cone |x_t| <= mu x_n (x_n first).
Vec3 project_on_cone(const Vec3& x, double mu);

/// Where rows of a joint send z = r - rho u: the nearest impulses within their bounds.
inline Vec3 project_on_bounds(const Vec3& z, const Vec3& lower, const Vec3& upper) {
  return z.cwiseMax(lower).cwiseMin(upper);
}

/// Where rolling rows of a contact with normal impulse `push` send z: spin to its interval, roll to its disk.
Vec3 project_on_rolling(const Vec3& z, const Vec3& upper, double push);

/// Judges impulses r together with the velocities v that are really applied. See docs/accuracy.md.
Certificate certify(const ContactProblem& problem, const std::vector<Vec6>& v, const std::vector<Vec3>& impulses);

/// The same of some of its contacts alone (rolling rows with their contacts): of an independent block.
Certificate certify_part(const ContactProblem& problem, const std::vector<int>& contacts, const std::vector<Vec6>& v,
                         const std::vector<Vec3>& impulses);

/// Mean diagonal of every triple's own block of W = G M⁻¹ Gᵀ over the rows in use, 1/kg: velocity gained per unit
/// impulse.
std::vector<double> contact_compliances(const ContactProblem& problem);

double contact_compliance(const ContactProblem& problem, const ProblemContact& contact);

/// Impulse that rounding alone makes uncertain in a contact's residual: what the last bits of u = G v amount to at
/// speeds like those of free motion. Residuals below it are noise and count as zero.
double rounding_allowance(const ContactProblem& problem, const ProblemContact& contact, double compliance);

/// The same with the compliances given, for callers that judge one problem many times.
Certificate certify(const ContactProblem& problem, const std::vector<Vec6>& v, const std::vector<Vec3>& impulses,
                    const std::vector<double>& compliances);

/// The same of one triple of rows of a problem in contact space.
double contact_compliance(const LocalProblem& problem, int k);

/// Judges impulses of a problem in contact space by the same formulas, with u = W r + q.
Certificate certify(const LocalProblem& problem, const std::vector<Vec3>& impulses);

/// Worst of both, entry by entry; sums where the entry is a sum. NaN wins.
Certificate worst(const Certificate& a, const Certificate& b);

}  // namespace stiction
