// How long worlds have been solving: for benchmarks that compare solvers, not whole steps.
#pragma once

namespace stiction {

/// CPU time, s, that all worlds of this process together have spent on splitting and solving contact problems.
double solve_seconds();

}  // namespace stiction
