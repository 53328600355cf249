// The options of `stiction run`, as the user gave them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stiction::cli {

/// Where a scene comes from, and what the user wants different in it.
struct SceneOptions {
  std::string source;            ///< gallery name or file
  std::vector<std::string> set;  ///< key=value, gallery parameters
  std::optional<std::int64_t> seed;
  std::optional<double> duration, step;  ///< s
  std::optional<std::string> solver;
  std::optional<double> tolerance;
  std::optional<int> max_iterations;
  std::optional<double> budget_ms;  ///< wall time for a step's solve
};

struct RunOptions {
  SceneOptions scene;
  std::optional<int> threads;
  std::string output;  ///< empty: the scene's name with .h5
  bool no_record = false;
  std::string resume;       ///< recording to continue; empty: start anew
  std::string final_state;  ///< file; empty: none
  std::string probes;       ///< CSV file for what the probes read; empty: none
  bool strict = false, json = false;
  std::optional<double> frames_per_second;  ///< of simulated time
  std::optional<double> checkpoint_every;   ///< s, simulated
};

}  // namespace stiction::cli
