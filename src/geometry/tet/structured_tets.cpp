#include "stiction/geometry/tet/structured_tets.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "stiction/common/error.h"
#include "stiction/geometry/tet/cell_tets.h"

namespace stiction {

namespace {

// Paths from corner 0 to corner 7 along the axes in every order.
constexpr std::array<std::array<int, 4>, 6> kSixTets{
    {{0, 1, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 3, 2, 7}, {0, 6, 4, 7}, {0, 5, 1, 7}}};

class Grid {
 public:
  explicit Grid(const std::array<int, 3>& cells) : cells_(cells) {}

  template <class Position>
  TetMesh mesh(CellPattern pattern, Position&& position) const {
    TetMesh out;
    for (int k = 0; k <= cells_[2]; ++k) {
      for (int j = 0; j <= cells_[1]; ++j) {
        for (int i = 0; i <= cells_[0]; ++i) out.vertices.push_back(position(i, j, k));
      }
    }
    for (int k = 0; k < cells_[2]; ++k) {
      for (int j = 0; j < cells_[1]; ++j) {
        for (int i = 0; i < cells_[0]; ++i) {
          if (pattern == CellPattern::kFive) {
            add(out, {i, j, k}, kFiveTets, (i + j + k) % 2);
          } else {
            // Mirrored in the lower half along each axis, so that the diagonals run outwards.
            add(out, {i, j, k}, kSixTets, (2 * i < cells_[0]) | (2 * j < cells_[1]) << 1 | (2 * k < cells_[2]) << 2);
          }
        }
      }
    }
    return out;
  }

 private:
  /// The tetrahedra of one cell, mirrored along the axes whose bits are set.
  template <std::size_t n>
  void add(TetMesh& out, const std::array<int, 3>& at, const std::array<std::array<int, 4>, n>& tets,
           int mirrored) const {
    const bool odd = (mirrored ^ mirrored >> 1 ^ mirrored >> 2) & 1;
    for (const auto& pattern : tets) {
      std::array<int, 4> tet;
      for (std::size_t c = 0; c < 4; ++c) {
        const int corner = pattern[c] ^ mirrored;
        const int i = at[0] + (corner & 1), j = at[1] + (corner >> 1 & 1), k = at[2] + (corner >> 2);
        tet[c] = i + (cells_[0] + 1) * (j + (cells_[1] + 1) * k);
      }
      if (odd) std::swap(tet[2], tet[3]);
      out.tets.push_back(tet);
    }
  }

  std::array<int, 3> cells_;
};

void check_cells(const std::array<int, 3>& cells, std::size_t tets_per_cell) {
  double tets = double(tets_per_cell);
  for (const int n : cells) {
    if (n < 1) throw InputError("cells", "has " + std::to_string(n), "give at least 1 along each axis");
    tets *= n;
  }
  if (tets > double(kMostTets)) {
    throw InputError("cells", "would make more than " + std::to_string(kMostTets) + " tetrahedra", "give fewer cells");
  }
}

}  // namespace

TetMesh box_tets(const Vec3& size, const std::array<int, 3>& cells, CellPattern pattern) {
  if (!(size.minCoeff() > 0) || !size.allFinite()) {
    throw InputError("size", "is not positive", "give three edge lengths above 0 m");
  }
  check_cells(cells, pattern == CellPattern::kFive ? kFiveTets.size() : kSixTets.size());
  // Both halves of an axis are computed alike, so that they are mirror images to the last bit.
  const auto along = [&](int i, int axis) {
    return size(axis) * (2 * i - cells[std::size_t(axis)]) / (2.0 * cells[std::size_t(axis)]);
  };
  return Grid(cells).mesh(pattern, [&](int i, int j, int k) { return Vec3(along(i, 0), along(j, 1), along(k, 2)); });
}

TetMesh rod_tets(double radius, double length, int across, int along) {
  if (!(radius > 0) || !(length > 0) || !std::isfinite(radius) || !std::isfinite(length)) {
    throw InputError("rod", "has a radius or length that is not positive", "give both above 0 m");
  }
  if (across < 2 || across % 2 != 0) {
    throw InputError("across", "is " + std::to_string(across), "give an even number of cells from 2");
  }
  check_cells({across, across, along}, kSixTets.size());
  // Squares about the middle become circles, ever rounder outwards: right angles inside, a circle at the surface.
  return Grid({across, across, along}).mesh(CellPattern::kSix, [&](int i, int j, int k) {
    const double x = (2 * i - across) / double(across), y = (2 * j - across) / double(across);
    const double ring = std::max(std::abs(x), std::abs(y));
    Vec3 out(radius * x, radius * y, length * (2 * k - along) / (2.0 * along));
    if (ring > 0) {
      // On the circle the points of a side are spread evenly by angle.
      const double angle = std::numbers::pi / 4 * (std::min(std::abs(x), std::abs(y)) / ring);
      const double major = radius * ring * std::cos(angle), minor = radius * ring * std::sin(angle);
      const bool steep = std::abs(y) > std::abs(x);
      const Vec2 round(std::copysign(steep ? minor : major, x), std::copysign(steep ? major : minor, y));
      // The square is drawn in a little, so that its corners stay clear of the circle around it.
      const Vec2 square = radius * (0.5 + 0.5 * std::numbers::sqrt2 / 2) * Vec2(x, y);
      out.head<2>() = ring * round + (1 - ring) * square;
    }
    return out;
  });
}

}  // namespace stiction
