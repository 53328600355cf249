// Few colours in place of many.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "stiction/export/picture/image.h"

namespace stiction {

using Colour = std::array<std::uint8_t, 3>;

/// Up to `count` colours that stand for all of these images', by median cut: the box of colours with the largest spread
/// times its number of pixels is halved until there are enough.
std::vector<Colour> colour_table(const std::vector<Image>& images, int count);

/// Finds the nearest colour of a table, and remembers what it found.
class NearestColour {
 public:
  explicit NearestColour(const std::vector<Colour>& table);
  int operator()(const Colour& colour);

 private:
  const std::vector<Colour>& table_;
  std::vector<std::int16_t> known_;  ///< by six bits of each channel; -1: not yet
};

}  // namespace stiction
