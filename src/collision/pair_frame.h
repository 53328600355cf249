// Two posed polyhedra seen from the frame of the second: where the whole polyhedron narrow phase works.
#pragma once

#include <vector>

#include "stiction/geometry/shape.h"

namespace stiction {

/// Polyhedra A and B with A's vertices expressed in B's body frame. Directions n in this frame point from B to A.
/// Borrows per-thread storage: only one may live in a thread at a time.
class PairFrame {
  template <class T>
  static auto projected(const T& table, const Vec3& n) {
    return table.col(0) * n.x() + table.col(1) * n.y() + table.col(2) * n.z();
  }

 public:
  using Table = Eigen::Map<const ConvexPolyhedron::VertexTable>;

  PairFrame(const ConvexPolyhedron& a, const Pose& pose_a, const ConvexPolyhedron& b, const Pose& pose_b);

  const ConvexPolyhedron& a() const { return a_; }
  const ConvexPolyhedron& b() const { return b_; }
  Vec3 vertex_a(int i) const { return Vec3(table_a_(i, 0), table_a_(i, 1), table_a_(i, 2)); }
  const Vec3& vertex_b(int i) const { return b_.vertices()[std::size_t(i)]; }
  /// A direction of A's body frame, turned into this frame.
  Vec3 turned(const Vec3& direction_a) const { return R_ * direction_a; }
  /// Offset of A's face in this frame: turned(normal)·x = offset.
  double offset_a(const ConvexPolyhedron::Face& face, const Vec3& turned_normal) const {
    return face.offset + turned_normal.dot(t_);
  }
  Vec3 to_world(const Vec3& x) const { return pose_b_ * x; }
  Vec3 direction_to_world(const Vec3& n) const { return pose_b_.R * n; }

  // Extremes of the projections on a direction.
  double low_a(const Vec3& n) const { return projected(table_a_, n).minCoeff(); }
  double high_a(const Vec3& n) const { return projected(table_a_, n).maxCoeff(); }
  double low_b(const Vec3& n) const { return projected(b_.vertex_table(), n).minCoeff(); }
  double high_b(const Vec3& n) const { return projected(b_.vertex_table(), n).maxCoeff(); }
  /// Separation along a unit direction: how far A's lowest point lies above B's highest.
  double separation(const Vec3& n) const { return low_a(n) - high_b(n); }
  /// First vertex of A lowest along n, first vertex of B highest along n: the ones that meet.
  int lowest_vertex_a(const Vec3& n) const;
  int highest_vertex_b(const Vec3& n) const;

  // Lengths all decisions are scaled by, m.
  double thickness;        ///< the smaller of the two
  double touch_tolerance;  ///< separations this close count as equal, gaps this small as touching
  double clip_tolerance;   ///< points this close in a contact plane are one point
  double feature_height;   ///< vertices this close to the extreme one may belong to the touching edge or face

 private:
  const ConvexPolyhedron& a_;
  const ConvexPolyhedron& b_;
  const Pose& pose_b_;
  Mat3 R_;  // A's axes in this frame
  Vec3 t_;  // A's origin in this frame
  Table table_a_;
};

}  // namespace stiction
