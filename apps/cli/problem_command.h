// `stiction problem extract`: one step of a recording as an FCLib problem.
#pragma once

#include <cstdint>
#include <string>

namespace stiction::cli {

struct ExtractOptions {
  std::string recording;
  std::int64_t step = 0;  ///< 1 is the first
  std::string output;
  bool global = false;  ///< M, H and f even where W alone would do
};

/// Replays the recording from the checkpoint before the step and writes the problem that the step solved, with its
/// solution.
int problem_extract(const ExtractOptions& options);

}  // namespace stiction::cli
