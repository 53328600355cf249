// `stiction solve`: problem files through one or many solvers, judged from outside.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace stiction::cli {

struct SolveOptions {
  std::vector<std::string> problems;  ///< FCLib files
  std::vector<std::string> solvers;   ///< names, or `all`; empty: auto
  double tolerance = 1e-8;
  double time_limit = 60;         ///< s of wall time, each solve
  int max_iterations = 100000;    ///< each solve
  std::string friction = "cone";  ///< of solvers that have a choice: pyramid | cone
  int guess = 0;                  ///< which of the stored guesses to start from; 0: from no impulses
  std::string output;             ///< file for the best solution; empty: none
  std::string plot;               ///< HTML page; empty: none
  bool json = false, strict = false;
};

int solve_command(const SolveOptions& options);

}  // namespace stiction::cli
