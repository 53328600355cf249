// Solids become tetrahedra by isosurface stuffing.
#pragma once

#include <functional>
#include <limits>

#include "stiction/geometry/tet/implicit_solid.h"
#include "stiction/geometry/tet/tet_mesh.h"

namespace stiction {

struct StuffingOptions {
  double size = 0;  ///< m: longest edge of the lattice, about the edge length of the tetrahedra; required
  /// Parts that hang together with the largest by no face (thin places that the lattice cannot resolve) are dropped if
  /// all of them together have less than this share of the volume, and else refused.
  double droppable = 0.01;
  /// Called now and then from the calling thread with the share of the work that is done, 0 to 1.
  std::function<void(double)> progress = {};
};

/// What became of the solid. NaN: not known.
struct StuffingReport {
  TetQuality quality = {};
  double size = 0;  ///< m, as asked for
  /// Volume of the tetrahedra over that of the solid, less one.
  double volume_error = std::numeric_limits<double>::quiet_NaN();
  /// Greatest distance of a corner, edge middle or triangle middle of the mesh's surface from the solid's surface, m.
  double surface_distance = 0;
  /// Greatest distance of a vertex of the given triangle mesh from the mesh's surface, m: what sharp edges lost.
  double missed_distance = std::numeric_limits<double>::quiet_NaN();
  int dropped_parts = 0;
  double dropped_volume = 0;  ///< m³
  int split_pinches = 0;      ///< places where the lattice let parts of the surface touch
};

/// Isosurface stuffing (Labelle and Shewchuk, "Isosurface stuffing: fast tetrahedral meshes with good dihedral angles",
/// 2007) with a uniform lattice and the paper's parameters for the best least angle: dihedral angles between 10.7 and
/// 164.8 degrees. Vertices of the surface lie on the solid's surface; sharp edges and corners are cut off by up to
/// about 0.7 of a lattice edge, and tips thinner than the lattice are lost. Where the surface touches itself in an edge
/// or a vertex it is taken apart (see pinches.h), which may halve an angle. Same input, same bits, for any number of
/// threads. Throws InputError if the size is not positive, if the lattice would have more than kMostLatticeNodes nodes,
/// if no node of it lies inside, or if the solid falls apart at this size: then with the place.
TetMesh stuff(const ImplicitSolid& solid, const StuffingOptions& options, StuffingReport* report = nullptr);

/// A closed triangle mesh in one call: checks it (see check_meshable), then as above.
TetMesh stuff(const TriangleMesh& mesh, const StuffingOptions& options, StuffingReport* report = nullptr);

/// The same, kept on disk (see common/disk_cache.h) under the hash of mesh and options: the second call reads a file.
TetMesh stuff_cached(const TriangleMesh& mesh, const StuffingOptions& options, StuffingReport* report = nullptr);

inline constexpr double kMostLatticeNodes = 5e7;

}  // namespace stiction
