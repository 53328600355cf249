// Ctrl-C and polite kills end a run between two steps, with everything recorded.
#pragma once

namespace stiction::cli {

/// From here on SIGINT and SIGTERM only set a flag; a second one ends the program the hard way.
void catch_stop_signals();
bool stop_requested();

}  // namespace stiction::cli
