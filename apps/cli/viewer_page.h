// The viewer: one HTML page that was built from viewer/ and put into this program.
#pragma once

#include <string>
#include <string_view>

namespace stiction::cli {

/// Throws InputError, with the remedy, if the program was built without it.
std::string_view viewer_page();

/// The page with a replay inside, so that it needs nothing else: compressed, then in letters that HTML takes.
std::string viewer_page_with(const std::string& replay);

}  // namespace stiction::cli
