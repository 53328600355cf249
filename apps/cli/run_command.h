// `stiction run`
#pragma once

#include "run_options.h"

namespace stiction::cli {

/// Runs the scene, prints the summary and returns the exit code. Throws InputError for bad input.
int run_command(const RunOptions& options);

}  // namespace stiction::cli
