// First half of isosurface stuffing: which nodes of a lattice lie inside a solid, where its edges are cut by the
// surface, and which nodes move onto the surface because a cut is too near.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "stiction/geometry/tet/bcc_lattice.h"
#include "stiction/geometry/tet/implicit_solid.h"

namespace stiction {

class WarpedLattice {
 public:
  /// `progress` as for StuffingOptions.
  WarpedLattice(const ImplicitSolid& solid, const BccLattice& lattice, const std::function<void(double)>& progress);

  /// Where the surface cuts the edge from a node inside to a node outside.
  struct Cut {
    int inside, outside;
    double part;  ///< of the edge, from the node inside
    Vec3 position;
    std::pair<int, int> key() const { return std::minmax(inside, outside); }
  };

  const BccLattice& lattice() const { return *lattice_; }
  /// 1 inside, -1 outside, 0 on the surface.
  int sign(int node) const { return signs_[std::size_t(node)]; }
  /// Of a node, moved or not.
  Vec3 position(int node) const;
  /// Index of the cut on the edge between a node inside and one outside.
  int cut(int inside, int outside) const;
  const std::vector<Cut>& cuts() const { return cuts_; }

 private:
  void find_signs(const ImplicitSolid& solid, const std::function<void(double)>& progress);
  void find_cuts(const ImplicitSolid& solid);
  void warp();

  const BccLattice* lattice_;
  std::vector<std::int8_t> signs_;
  std::vector<Cut> cuts_;                    // by key
  std::vector<std::pair<int, Vec3>> moved_;  // by node
};

}  // namespace stiction
