// Tetrahedral meshes of boxes and rods by formula: regular, symmetric, and the same on every machine.
#pragma once

#include <array>

#include "stiction/geometry/tet/tet_mesh.h"

namespace stiction {

/// How a cell of a grid becomes tetrahedra.
enum class CellPattern {
  kFive,  ///< a regular one in the middle, four at corners, mirrored from cell to cell
  kSix,   ///< Kuhn's around a diagonal; diagonals run outwards from the middle of the grid
};

/// The box of the given edge lengths (m) about the origin, with `cells` along each axis. Either pattern maps onto
/// itself under mirroring along every axis with an even number of cells. Throws InputError unless sizes are positive
/// and there is at least one cell along each axis and at most kMostTets tetrahedra in all.
TetMesh box_tets(const Vec3& size, const std::array<int, 3>& cells, CellPattern pattern = CellPattern::kFive);

/// A cylinder (m) along z about the origin, from a grid of `across` × `across` cells (an even number) bent into a disk
/// and `along` layers of it. Its vertices lie on the cylinder: the volume approaches the cylinder's from below.
TetMesh rod_tets(double radius, double length, int across, int along);

/// Most tetrahedra that a mesh may have.
inline constexpr std::size_t kMostTets = 20'000'000;

}  // namespace stiction
