// One contact alone, solved exactly: u = D r + b under its law. What Gauss-Seidel sweeps are made of.
#pragma once

#include "stiction/problem/local_problem.h"

namespace stiction {

/// Impulses of the contact. `drag` >= 0 is the slip speed per friction impulse found (0: sticks or open); the last
/// one is a good start for the next search. `r` is the impulse before, which bounded rows start from.
Vec3 solve_one_contact(const LocalContact& contact, const Mat3& D, const Vec3& b, const Vec3& r, double& drag);

}  // namespace stiction
