// The body-centred cubic lattice: corners and centres of cubes, and tetrahedra between them that are all alike.
#pragma once

#include <array>
#include <cstddef>

#include "stiction/linalg/types.h"

namespace stiction {

/// Nodes are numbered: first the corners of the cubes, then their centres. A node's place is given in half edges of the
/// cubes: all even for corners, all odd for centres. Nodes have up to 6 neighbours along the axes (long edges, `size`)
/// and 8 along the diagonals (short edges, √3/2 `size`).
class BccLattice {
 public:
  using Place = std::array<int, 3>;

  /// Corners around `centre`, itself a corner, `reach` cubes to either side along each axis.
  BccLattice(const Vec3& centre, double size, const std::array<int, 3>& reach)
      : size_(size), corners_{2 * reach[0] + 1, 2 * reach[1] + 1, 2 * reach[2] + 1} {
    low_ = centre - size * Vec3(reach[0], reach[1], reach[2]);
    corner_count_ = count(corners_);
  }

  double size() const { return size_; }
  int nodes() const { return corner_count_ + count(cubes()); }
  std::array<int, 3> cubes() const { return {corners_[0] - 1, corners_[1] - 1, corners_[2] - 1}; }

  int node(const Place& p) const {
    const bool odd = p[0] & 1;
    const int nx = corners_[0] - odd, ny = corners_[1] - odd;
    return (odd ? corner_count_ : 0) + (p[0] >> 1) + nx * ((p[1] >> 1) + ny * (p[2] >> 1));
  }
  Place place(int node) const {
    const int odd = node >= corner_count_;
    if (odd) node -= corner_count_;
    const int nx = corners_[0] - odd, ny = corners_[1] - odd;
    return {2 * (node % nx) + odd, 2 * (node / nx % ny) + odd, 2 * (node / nx / ny) + odd};
  }
  bool inside(const Place& p) const {
    for (std::size_t i = 0; i < 3; ++i) {
      if (p[i] < 0 || p[i] > 2 * (corners_[i] - 1)) return false;
    }
    return true;
  }
  Vec3 position(const Place& p) const { return low_ + 0.5 * size_ * Vec3(p[0], p[1], p[2]); }
  Vec3 position(int node) const { return position(place(node)); }

  /// Corner or centre alike: neighbours along the axes have different parities.
  int parity(int node) const {
    const Place p = place(node);
    return ((p[0] >> 1) + (p[1] >> 1) + (p[2] >> 1)) & 1;
  }
  bool is_long(int a, int b) const { return (a < corner_count_) == (b < corner_count_); }

  /// Calls visit(neighbour) in a fixed order.
  template <class Visit>
  void neighbours(int node, Visit&& visit) const {
    const Place p = place(node);
    const auto try_place = [&](const Place& q) {
      if (inside(q)) visit(this->node(q));
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const int step : {-2, 2}) {
        Place q = p;
        q[axis] += step;
        try_place(q);
      }
    }
    for (int i = 0; i < 8; ++i) {
      try_place({p[0] + (i & 1 ? 1 : -1), p[1] + (i & 2 ? 1 : -1), p[2] + (i & 4 ? 1 : -1)});
    }
  }

  /// Calls visit({centre, centre, corner, corner}) for the tetrahedra, which have positive volume: four around every
  /// edge between the centres of two cubes, one for each edge of the face that the cubes share.
  template <class Visit>
  void tets(Visit&& visit) const {
    const std::array<int, 3> n = cubes();
    for (int k = 0; k < n[2]; ++k) {
      for (int j = 0; j < n[1]; ++j) {
        for (int i = 0; i < n[0]; ++i) {
          const Place centre{2 * i + 1, 2 * j + 1, 2 * k + 1};
          for (std::size_t axis = 0; axis < 3; ++axis) {
            Place next = centre;
            next[axis] += 2;
            if (!inside(next)) continue;
            const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
            std::array<int, 4> ring;
            for (std::size_t c = 0; c < 4; ++c) {
              Place corner = centre;
              corner[axis] += 1;
              corner[u] += c == 1 || c == 2 ? 1 : -1;
              corner[v] += c >= 2 ? 1 : -1;
              ring[c] = node(corner);
            }
            for (std::size_t c = 0; c < 4; ++c) {
              visit(std::array<int, 4>{node(centre), node(next), ring[c], ring[(c + 1) % 4]});
            }
          }
        }
      }
    }
  }

 private:
  static int count(const std::array<int, 3>& n) { return n[0] * n[1] * n[2]; }

  Vec3 low_;
  double size_;
  std::array<int, 3> corners_;
  int corner_count_;
};

}  // namespace stiction
