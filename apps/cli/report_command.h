// `stiction report`: a run as one page that needs no program and no network.
#pragma once

#include <string>

namespace stiction::cli {

struct ReportOptions {
  std::string recording;
  std::string output;     ///< HTML file
  double megabytes = 48;  ///< of frames, before compression; beyond that only every n-th frame is kept
  bool force = false;     ///< replace a file that is no report
};

int report_command(const ReportOptions& options);

}  // namespace stiction::cli
