// `stiction live`: a scene in real time, in the browser, to be pushed around.
#pragma once

#include <string>

#include "scene_source.h"

namespace stiction::cli {

struct LiveOptions {
  SceneOptions scene;
  int port = 0;
  std::string bind = "127.0.0.1";
  bool no_browser = false;
  std::string output;    ///< records from the start; empty: when a page asks for it
  double budget_ms = 0;  ///< of a step; 0: four fifths of the simulated step
  double speed = 1;
  bool paused = false;
};

/// Runs until it is stopped. Returns the exit code; throws InputError for options that make no sense.
int live_command(const LiveOptions& options);

}  // namespace stiction::cli
