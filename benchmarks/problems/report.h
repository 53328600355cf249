// What the trials of all problems amount to.
#pragma once

#include <string>
#include <vector>

#include "trial.h"

namespace stiction::bench {

/// Whether any form of the problem misses the error. The unit-consistent error decides.
bool misses(const Trial& trial, double error);

/// A line for each problem that misses the tolerance, with the error reached.
std::string list_missed(const std::vector<Trial>& trials, double tolerance);

/// A table by kind for each form.
std::string to_table(const std::vector<Trial>& trials, double tolerance);

}  // namespace stiction::bench
