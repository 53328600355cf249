// Gauss-Seidel sweeps over the contacts: what brings impulses at rest back, at the price of a few looks at each.
//
// Impulses that are carried from step to step act without regard to how the bodies move under them. A loaded body is
// then as unstable as an inverted pendulum, and rounding errors grow by half each step. The motion is that of single
// bodies between their neighbours, which sweeps undo well; what they are bad at, long waves through a pile, grows
// slowly.
#pragma once

#include <vector>

#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

/// Sweeps once in the order of the contacts; `w` are the velocities that `r` causes, both are kept in step.
void relax(const WhitenedProblem& problem, std::vector<Vec3>& r, std::vector<Vec6>& w);

/// A step of one contact towards its law with the length that suits every direction: 1 / trace is never too long.
/// `push`: see push_on.
Vec3 cautious_step(const WhitenedContact& c, const Vec3& r, const Vec3& u, double push);

}  // namespace stiction
