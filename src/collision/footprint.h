// Touching features of two polyhedra, seen along the contact normal, and the corners of where they overlap.
#pragma once

#include <cstdint>
#include <vector>

#include "stiction/collision/pair_frame.h"

namespace stiction {

/// The contact plane: coordinates across (x) and along (height) the normal n of the pair's frame.
struct ContactPlane {
  Vec3 t1, t2, n;

  explicit ContactPlane(const Vec3& normal);
  Vec2 across(const Vec3& p) const { return Vec2(t1.dot(p), t2.dot(p)); }
  Vec3 point(const Vec2& x, double height) const { return t1 * x.x() + t2 * x.y() + n * height; }
};

/// A vertex, edge or face of one polyhedron in contact-plane coordinates.
struct Footprint {
  std::vector<Vec2> x;         ///< corners; 1: vertex, 2: edge, more: face loop
  std::vector<double> height;  ///< of the corners along n
  std::vector<int> vertex;     ///< their vertex indices in the polyhedron
  std::vector<int> edge;       ///< edge[i] joins corners i and i+1
  Vec3 slope;                  ///< of a face: height(x) = slope.x x + slope.y y + slope.z
  double turn;                 ///< +1: the loop runs counter-clockwise seen against n, else -1

  int size() const { return int(x.size()); }
  int edge_count() const { return size() > 2 ? size() : size() - 1; }
  double height_at(const Vec2& at) const;
  /// Inside, or outside by at most `tolerance`.
  bool contains(const Vec2& at, double tolerance) const;
};

/// Which of the two polyhedra, and which way is out of it towards the other.
enum class Side { kA, kB };

/// The whole face `face`.
void take_face(const PairFrame& pair, Side side, int face, const ContactPlane& plane, Footprint& out);
/// The face most level among those at the extreme vertex, however tilted; where all stand steep, an edge.
void take_incident(const PairFrame& pair, Side side, const ContactPlane& plane, Footprint& out);
/// The largest feature at the extreme vertex whose corners all lie within the pair's feature height of it.
void take_level(const PairFrame& pair, Side side, const ContactPlane& plane, Footprint& out);

/// A corner of the overlap of two footprints.
struct Corner {
  Vec2 x;
  double height_a, height_b;
  std::uint64_t feature;
};

/// All corners of the overlap, none twice. Corners of one footprint within `tolerance` (m) of the other's edges
/// count as inside it, so that coincident outlines give stable corners.
void overlap_corners(const Footprint& a, const Footprint& b, double tolerance, std::vector<Corner>& out);

/// The place where the outlines come nearest, for footprints that do not overlap.
Corner nearest_corner(const Footprint& a, const Footprint& b);

}  // namespace stiction
