// Which triangles of a mesh can be the nearest ones to points of a cell of its distance field.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stiction/geometry/mesh/distance_field.h"

namespace stiction {

/// Of the cells near the surface: a handful of triangles in place of a walk through the tree of all.
class NearTriangles {
 public:
  NearTriangles(const MeshDistance& exact, const DistanceField& field);

  /// Whatever point of the cell is asked for, the nearest triangle is among these, sorted by their distance from its
  /// centre. Empty: not known.
  std::span<const TriangleTree::Candidate> of_cell(std::size_t cell) const {
    return {candidates_.data() + first_[cell], candidates_.data() + first_[cell + 1]};
  }
  std::size_t bytes() const {
    return candidates_.size() * sizeof(TriangleTree::Candidate) + first_.size() * sizeof(std::uint32_t);
  }

 private:
  std::vector<TriangleTree::Candidate> candidates_;
  std::vector<std::uint32_t> first_;  ///< by cell
};

}  // namespace stiction
