// A picture in memory.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace stiction {

struct Image {
  int width = 0, height = 0;
  std::vector<std::array<std::uint8_t, 3>> pixels;  ///< sRGB, row by row from the top

  Image() = default;
  Image(int width_, int height_) : width(width_), height(height_), pixels(std::size_t(width_) * std::size_t(height_)) {}
};

}  // namespace stiction
