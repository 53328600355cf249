// What the trials of all problems amount to.
#pragma once

#include <string>
#include <vector>

#include "trial.h"

namespace stiction::bench {

/// The error that decides: in contact space `auto` aims at both errors, with bodies at the unit-consistent one.
double deciding_error(const Verdict& verdict, bool both);

/// Whether any form of the problem misses the error.
bool misses(const Trial& trial, double error);

/// A table by kind for each form, and a line for each problem that misses the tolerance, with the error reached.
std::string to_text(const std::vector<Trial>& trials, double tolerance);

}  // namespace stiction::bench
