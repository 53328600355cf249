// `stiction papers`: reproduce the papers and write a report.
#pragma once

#include <string>
#include <vector>

namespace stiction::cli {

struct PapersOptions {
  std::vector<std::string> names;  ///< papers or exhibits; none: all
  bool minimal = false, quick = false, full = false;
  bool resume = false;   ///< take over what an earlier run of the same depth found; --full does so anyway
  bool again = false;    ///< take nothing over
  std::string output;    ///< folder; empty: papers-quick or papers-full
  std::string markdown;  ///< file; empty: none
};

/// Lists papers and exhibits.
int papers_list();
int papers_command(const PapersOptions& options);

}  // namespace stiction::cli
