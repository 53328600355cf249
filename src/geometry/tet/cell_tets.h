// How a cell of a grid is cut into tetrahedra. Internal to the folder.
#pragma once

#include <array>

namespace stiction {

/// A regular tetrahedron in the middle and four at corners. Corners of a cell have their x, y and z as bits 0, 1 and 2.
/// Neighbouring cells must be mirror images of each other.
inline constexpr std::array<std::array<int, 4>, 5> kFiveTets{
    {{0, 5, 3, 6}, {1, 0, 5, 3}, {2, 3, 6, 0}, {4, 5, 0, 6}, {7, 6, 3, 5}}};

}  // namespace stiction
