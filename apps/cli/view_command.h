// `stiction view`: a recording in the browser.
#pragma once

#include <string>

namespace stiction::cli {

struct ViewOptions {
  std::string recording;
  int port = 0;  ///< 0: any free one
  std::string bind = "127.0.0.1";
  bool no_browser = false;
};

/// Serves until Ctrl-C.
int view_command(const ViewOptions& options);

}  // namespace stiction::cli
