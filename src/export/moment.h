// A recording at any time, between its frames too.
#pragma once

#include <vector>

#include "stiction/recording/recording.h"

namespace stiction {

struct Moment {
  double time = 0;  ///< s
  std::vector<FrameBody> bodies;
  std::vector<ContactState> contacts;               ///< of the nearest frame
  std::vector<std::vector<double>> deformations{};  ///< as in Frame
};

/// Between two frames bodies move straight, turn and deform evenly. Throws InputError for a time outside the recording.
Moment moment_at(const Recording& recording, double time);

}  // namespace stiction
