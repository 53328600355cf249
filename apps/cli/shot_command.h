// `stiction shot`: a picture of a recording, or an animated one.
#pragma once

#include <optional>
#include <string>

#include "stiction/export/shot.h"

namespace stiction::cli {

struct ShotOptions {
  std::string recording, output;
  std::optional<double> time;  ///< s; of a still picture (default: the end)
  /// Of an animated picture: any of these makes one.
  std::optional<double> from, to;  ///< s
  std::optional<int> fps;          ///< frames a second, as played
  std::optional<double> speed;     ///< simulated time over time played
  std::string size = "1280x720";
  std::string camera;  ///< "azimuth,elevation[,zoom]" in deg, or "x,y,z,x,y,z": eye and target in m
  ShotSettings settings;
};

int shot_command(const ShotOptions& options);

}  // namespace stiction::cli
