// The residuals of a contact problem, computed here and nowhere else, for every solver alike.
#pragma once

#include <vector>

#include "stiction/problem/contact_problem.h"
#include "stiction/state/step_report.h"

namespace stiction {

/// Projection on the friction cone |x_t| <= mu x_n (x_n first).
Vec3 project_on_cone(const Vec3& x, double mu);

/// Judges impulses r together with the velocities v that are really applied. See docs/accuracy.md.
Certificate certify(const ContactProblem& problem, const std::vector<Vec6>& v, const std::vector<Vec3>& impulses);

/// Worst of both, entry by entry; sums where the entry is a sum. NaN wins.
Certificate worst(const Certificate& a, const Certificate& b);

}  // namespace stiction
