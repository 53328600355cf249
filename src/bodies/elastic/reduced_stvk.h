// Elastic energy of a St.Venant-Kirchhoff body whose vertices move along a few given shapes: an exact polynomial.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "stiction/bodies/elastic/tet_forces.h"

namespace stiction {

/// Told now and then, from the calling thread: what is being done and the fraction of it that is done, 0 to 1.
using Progress = std::function<void(const char* stage, double fraction)>;

/// Energy of the displacement U q as a polynomial of degree four in q, so that forces are cubic (Barbič and James 2005,
/// section 3). Equal to that of the whole mesh up to rounding, whatever its size.
///
/// Every monomial is stored once, sorted so that those which begin with the same one or two coordinates lie in one run
/// and multiply one run of products q_l q_m. For 20 coordinates these are 10 605 numbers. The second derivative is
/// evaluated from a symmetric matrix over pairs of coordinates, of which one half is kept.
class ReducedStVenantKirchhoff {
 public:
  /// `forces` gives mesh and material, whatever its law; `basis` has a column for each coordinate.
  ReducedStVenantKirchhoff(const TetForces& forces, const Eigen::MatrixXd& basis, const Progress& progress = {});
  /// From what coefficients() gave. Throws InputError if their number does not fit.
  ReducedStVenantKirchhoff(int size, Eigen::VectorXd coefficients);

  int size() const { return size_; }
  /// Of all monomials of degree 2, 3 and 4.
  const Eigen::VectorXd& coefficients() const { return coefficients_; }
  static Eigen::Index coefficient_count(int size);

  /// Energy, J. Writes its derivative with respect to q (the force that holds q), and its second derivative.
  double evaluate(const Eigen::VectorXd& q, Eigen::VectorXd& force) const;
  double evaluate(const Eigen::VectorXd& q, Eigen::VectorXd& force, Eigen::MatrixXd& stiffness) const;

 private:
  Eigen::Index pair(Eigen::Index i, Eigen::Index j) const { return i * size_ - i * (i - 1) / 2 + (j - i); }
  Eigen::Index place3(Eigen::Index i, Eigen::Index j, Eigen::Index l) const;
  Eigen::Index place4(Eigen::Index i, Eigen::Index j, Eigen::Index l, Eigen::Index m) const;
  void lay_out();
  void sort_products(const Eigen::MatrixXd& gram);
  void fill_tangent();
  Eigen::VectorXd products(const Eigen::VectorXd& q) const;

  int size_;
  Eigen::Index pairs_ = 0;
  std::vector<Eigen::Index> begin3_, begin4_;  ///< of the run of a coordinate, and of a pair, in coefficients_
  Eigen::VectorXd coefficients_;
  Eigen::VectorXd tangent2_;  ///< derivatives of order 2, 3 and 4, by pair of coordinates
  Eigen::MatrixXd tangent3_;
  Eigen::VectorXd tangent4_;  ///< upper triangle by rows
};

}  // namespace stiction
