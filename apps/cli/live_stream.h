// What `stiction live` and its pages say to each other; docs/viewer.md describes it.
#pragma once

#include <string>
#include <string_view>

#include "stiction/live/live_loop.h"

namespace stiction::cli {

/// The present as a page reads it. `recording`: the file's name, or empty.
std::string live_message(const LiveStatus& status, const WorldModel& model, const std::string& recording);

/// What a page wants.
struct LiveCommand {
  enum class Kind { input, pause, step, reset, record };
  Kind kind = Kind::input;
  LiveInput input;     ///< of Kind::input
  bool value = false;  ///< of pause and record
};
/// Throws InputError for what is no command.
LiveCommand live_command_of(std::string_view message);

}  // namespace stiction::cli
