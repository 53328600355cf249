// The quartic box spline of the triangular lattice: what a Loop surface is where all vertices have six neighbours.
#pragma once

#include <Eigen/Core>

#include "stiction/geometry/smooth/partials.h"

namespace stiction {

/// A vector-valued polynomial of degree four in (s, t): coefficients of sⁱ tʲ, number d(d+1)/2 + j with d = i + j.
using Quartic = std::array<Vec4, 15>;

/// Position and all partial derivatives up to third order.
inline Partials partials(const Vec4* c, double s, double t) {
  const double s2 = s * s, st = s * t, t2 = t * t;
  // Third derivatives are linear, second ones quadratic and so on: each line is a few multiply-adds of registers.
  Partials d;
  d[9] = 6 * c[9] + (6 * s) * c[13] + (24 * t) * c[14];
  d[8] = 2 * c[8] + (4 * s) * c[12] + (6 * t) * c[13];
  d[7] = 2 * c[7] + (6 * s) * c[11] + (4 * t) * c[12];
  d[6] = 6 * c[6] + (24 * s) * c[10] + (6 * t) * c[11];
  d[5] = 2 * c[5] + (2 * s) * c[8] + (6 * t) * c[9] + (2 * s2) * c[12] + (6 * st) * c[13] + (12 * t2) * c[14];
  d[4] = c[4] + (2 * s) * c[7] + (2 * t) * c[8] + (3 * s2) * c[11] + (4 * st) * c[12] + (3 * t2) * c[13];
  d[3] = 2 * c[3] + (6 * s) * c[6] + (2 * t) * c[7] + (12 * s2) * c[10] + (6 * st) * c[11] + (2 * t2) * c[12];
  const double s3 = s2 * s, s2t = s2 * t, st2 = s * t2, t3 = t2 * t;
  d[2] = c[2] + s * c[4] + (2 * t) * c[5] + s2 * c[7] + (2 * st) * c[8] + (3 * t2) * c[9] + s3 * c[11] +
         (2 * s2t) * c[12] + (3 * st2) * c[13] + (4 * t3) * c[14];
  d[1] = c[1] + (2 * s) * c[3] + t * c[4] + (3 * s2) * c[6] + (2 * st) * c[7] + t2 * c[8] + (4 * s3) * c[10] +
         (3 * s2t) * c[11] + (2 * st2) * c[12] + t3 * c[13];
  d[0] = c[0] + s * c[1] + t * c[2] + s2 * c[3] + st * c[4] + t2 * c[5] + s3 * c[6] + s2t * c[7] + st2 * c[8] +
         t3 * c[9] + (s2 * s2) * c[10] + (s3 * t) * c[11] + (s2 * t2) * c[12] + (s * t3) * c[13] + (t2 * t2) * c[14];
  return d;
}

/// The places of the control points of a Loop patch in the lattice with neighbours (1,0), (0,1), (-1,1) and opposite:
/// the corner at (0,0), its neighbours counter-clockwise beginning with the corner (1,0) and the corner (0,1), and
/// five more around the other two corners: (2,-1), (2,0), (1,1), (0,2), (-1,2).
struct LatticePlace {
  int i = 0, j = 0;
};
inline constexpr std::array<LatticePlace, 5> kOuterPlaces = {{{2, -1}, {2, 0}, {1, 1}, {0, 2}, {-1, 2}}};
inline constexpr std::array<LatticePlace, 12> kRegularPlaces = {
    {{0, 0}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}, {2, -1}, {2, 0}, {1, 1}, {0, 2}, {-1, 2}}};

/// Row k: coefficients (as in Quartic) of the box spline about place k of kRegularPlaces on the triangle (0,0), (1,0),
/// (0,1).
const Eigen::Matrix<double, 12, 15>& box_spline_basis();

/// The patch of twelve control points.
Quartic box_spline_patch(const std::array<Vec4, 12>& points);

}  // namespace stiction
