// `stiction repeat`: simulates a recorded run again and compares, bit by bit.
#pragma once

#include <string>

namespace stiction::cli {

/// Whether the run came out the same at all of its checkpoints decides the exit code. Throws InputError.
int repeat_command(const std::string& recording);

}  // namespace stiction::cli
