// What `view` and `live` share: where a page is served, and how it is opened.
#pragma once

#include <string>

#include "stiction/serve/server.h"

namespace stiction::cli {

/// An address that others can reach gets a token. Throws InputError for a port that cannot be.
ServerOptions server_options(const std::string& address, int port);

/// Opens the page where there is a desktop to open it on; elsewhere the printed address must do.
void open_browser(const std::string& url);

}  // namespace stiction::cli
