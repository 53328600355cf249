// LU factors of a small dense matrix in tiles of 12×12, which fill the registers. Tiles that are known to be empty are
// left out. Pivots are chosen within the diagonal tiles.
#pragma once

#include <array>
#include <cstdint>

namespace stiction {

inline constexpr int kTile = 12;
inline constexpr int kMostTiles = 16;

/// Which tiles of a matrix of symmetric pattern hold numbers: bit i of below[k], i > k, says so of tiles (i, k) and
/// (k, i) once it is factored.
struct TilePattern {
  int tiles = 0;
  std::array<std::uint32_t, kMostTiles> below = {};

  /// Tiles that are empty at first but not in the factors.
  void fill_in();
};

/// In place, column after column, `kTile * pattern.tiles` numbers each. A diagonal tile becomes its inverse X, a tile A
/// below it A X, tiles right of it stay, and the rest receives its Schur complement. False if a diagonal tile is
/// singular or not finite.
bool factor_tiles(double* a, const TilePattern& pattern);

/// Solves in place with the factors.
void solve_tiles(const double* a, const TilePattern& pattern, double* x);

}  // namespace stiction
