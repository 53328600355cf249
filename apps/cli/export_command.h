// `stiction export`: a recording as files for other programs.
#pragma once

#include <string>

#include "stiction/export/export_job.h"

namespace stiction::cli {

struct ExportOptions {
  std::string recording, output;
  std::string table;  ///< of a .csv; empty: all
  FrameChoice frames;
};

int export_command(const ExportOptions& options);

}  // namespace stiction::cli
