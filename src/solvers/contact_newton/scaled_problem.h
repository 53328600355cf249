// A problem in contact space, scaled so that every contact is as compliant as one and the free velocities have length
// one: r = scale s_k r', u = scale u'/s_k with s_k = 1/sqrt(d_k). Friction cones do not change. All in primed units
// here.
#pragma once

#include <vector>

#include "stiction/linalg/planar_sets.h"
#include "stiction/problem/local_problem.h"

namespace stiction {

/// Friction alone, as in a friction projection: normal impulses are zero, and the friction of every contact lies in a
/// set of given size, whatever the normal velocities.
struct FrictionDisks {
  std::vector<double> radius;  ///< of each contact, N·s
  int samples = 0;             ///< 0: disks; else regular polygons with that many corners, the first on tangent 1
};

class ScaledProblem {
 public:
  /// With `disks` their law replaces Coulomb's. Rows of joints keep theirs.
  explicit ScaledProblem(const LocalProblem& problem, const FrictionDisks* disks = nullptr);

  int size() const { return static_cast<int>(contacts.size()); }
  /// Entry e of W: 3×3, column-major, each column with a fourth number, zero.
  const double* block(int e) const { return blocks_[e].data(); }
  const Mat3& diagonal(int k) const { return diagonal_[k]; }
  /// (W x)_k.
  Vec3 product(int k, const std::vector<Vec3>& x) const;
  /// u = W r + q.
  void velocities(const std::vector<Vec3>& r, std::vector<Vec3>& u) const;
  /// y = W x.
  void multiply(const std::vector<Vec3>& x, std::vector<Vec3>& y) const;

  /// The impulses that the exact law makes of r at relative velocities u: nearest point of cone or bounds.
  Vec3 admissible(int k, const Vec3& r) const;
  /// Whether contacts have the law of FrictionDisks, and the projection on the set of contact k.
  bool friction_alone() const { return !radius_.empty(); }
  PlanarProjection project_on_set(int k, const Vec2& z) const {
    return samples_ == 0 ? project_on_disk(z, radius_[k]) : project_on_polygon(z, radius_[k], samples_);
  }
  /// The larger of Certificate::error and Certificate::error_q of r with velocities u (with friction alone: of that
  /// law's natural map). Infinite if not a number.
  double error(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const;

  /// To and from the units of the problem.
  std::vector<Vec3> to_problem(const std::vector<Vec3>& r) const;
  std::vector<Vec3> from_problem(const std::vector<Vec3>& r) const;

  std::vector<int> start, column;   ///< as in BlockRows
  std::vector<int> diagonal_entry;  ///< where W_kk lies
  std::vector<Vec3> q;
  std::vector<LocalContact> contacts;       ///< bounds and noise scaled
  std::vector<double> d_normal, d_tangent;  ///< mean diagonal entries of W_kk by direction

 private:
  std::vector<Eigen::Matrix<double, 4, 3>> blocks_;  ///< a fourth row of zeros, so that products fill a register
  std::vector<Mat3> diagonal_;
  std::vector<double> radius_;
  int samples_ = 0;
  std::vector<double> scale_;       ///< of a contact: impulses per unit here
  std::vector<double> compliance_;  ///< d_k
  double approach2_ = 0, q2_ = 0;   ///< denominators of the errors, in the problem's units
};

}  // namespace stiction
