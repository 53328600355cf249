// What W is like: eigenvalues and pattern, for reports and plots.
#pragma once

#include <optional>
#include <vector>

#include "stiction/problem/local_problem.h"

namespace stiction {

/// Rows up to which all eigenvalues are computed without being asked for: under a second of work.
inline constexpr int kSpectrumRows = 900;

/// Eigenvalues of the symmetric part of W over the rows in use, ascending. Dense: the cube of the rows in operations.
std::vector<double> eigenvalues(const LocalProblem& problem);

/// Rows of all triples that are in use.
int rows_in_use(const LocalProblem& problem);

}  // namespace stiction
