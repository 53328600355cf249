// Eigenstructure of Loop subdivision around one extraordinary vertex: Stam, "Evaluation of Loop subdivision surfaces",
// 1998.
#pragma once

#include <memory>
#include <vector>

#include "stiction/geometry/smooth/box_spline.h"

namespace stiction {

/// Loop's weight of each of n neighbours in the new place of a vertex.
double loop_vertex_weight(int n);

/// Evaluates patches whose corner (0,0) has `valence` neighbours and whose other corners have six.
///
/// Halving the patch towards its corner gives, level after level, three regular triangles each. Their control points
/// are powers of one matrix times those of the patch. Here the modes of that matrix are known in closed form: Fourier
/// modes of the ring with eigenvalues 3/8 + cos(2πk/n)/4, and 1, 5/8 - nβ, and 1/8 (three times) and 1/16 (twice) for
/// the outer points. Where an eigenvalue of the ring equals one of the outer points the matrix may be defective (n = 3
/// and even n); then a mode that grows as m λᵐ⁻¹ belongs to it, too. Stam computes eigenvectors numerically and treats
/// n = 3 apart.
class LoopValence {
 public:
  static constexpr int kLevels = 48;  ///< of halving; nearer to the corner it is the corner itself

  /// The one for this valence; built once, shared, for any thread.
  static std::shared_ptr<const LoopValence> of(int valence);

  explicit LoopValence(int valence);

  int valence() const { return valence_; }
  int points() const { return valence_ + 6; }
  int modes() const { return modes_; }
  /// The patch in terms of the modes, from its points in the order of the lattice places (see box_spline.h).
  std::vector<Vec4> projected(const std::vector<Vec4>& points) const;
  /// Partial derivatives at (a, b) of the patch with these modes. At the corner itself: position, two tangents along
  /// the edges, of finite but arbitrary length, and NaN for all others, since derivatives are zero or infinite there.
  Partials evaluate(const Vec4* modes, double a, double b) const;

 private:
  void find_modes(const Eigen::MatrixXd& refinement);
  Partials corner(const Vec4* modes) const;

  int valence_, modes_ = 0;
  Eigen::MatrixXd to_modes_, vectors_;        // modes × points, points × modes
  std::vector<double> eigenvalues_;           // of the modes
  std::vector<bool> linear_;                  // whether the mode grows as m λᵐ⁻¹
  std::vector<double> factors_;               // level × mode
  std::array<std::vector<double>, 3> basis_;  // for each triangle: mode × 15
};

}  // namespace stiction
