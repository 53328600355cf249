#pragma once

#include <string>

namespace stiction::cli {

/// Opens the page where there is a desktop to open it on; elsewhere the printed address must do.
void open_browser(const std::string& url);

}  // namespace stiction::cli
