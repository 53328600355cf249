// One step of Newton's method on r = P(r - rho u~) with u~ = W r + q + alpha (r - centre), Alart and Curnier's
// function, reduced to what may change: three unknowns for a contact that sticks, two for one that slips (its normal
// impulse and its impulse across the slip), none for one that is open; one for each row of a joint within its bounds.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "stiction/linalg/frontal_lu.h"
#include "stiction/solvers/contact_newton/scaled_problem.h"

namespace stiction {

class ContactNewtonSystem final : public BlockSource {
 public:
  explicit ContactNewtonSystem(const ScaledProblem& problem);

  /// Newton step dr at r; `u` is u~. False if the system is singular.
  bool step(const std::vector<Vec3>& r, const std::vector<Vec3>& u, const std::vector<Vec2>& rho, double alpha,
            std::vector<Vec3>& dr);

  int factorizations() const { return factorizations_; }
  /// Operations of all factorizations so far.
  double work() const { return work_; }

  void block(int row_node, int column_node, int neighbour, double* to, int stride) const override;

 private:
  /// dr = basis y + fixed, and the equations rows (W dr) + diagonal y = rhs.
  struct Part {
    int unknowns = 0;
    bool whole = false;  ///< basis and rows are the identity
    Mat3 basis, rows;
    Vec3 diagonal, fixed, rhs;
  };
  void linearize_bounds(int k, const Vec3& r, const Vec3& u, double rho, double alpha);
  void linearize_friction(int k, const Vec3& r, const Vec3& u, double rho, double alpha);
  void linearize(int k, const Vec3& r, const Vec3& u, const Vec2& rho, double alpha);
  bool solve(Eigen::VectorXd& y);
  bool solve_dense(Eigen::VectorXd& y);

  const ScaledProblem& problem_;
  std::vector<Part> parts_;
  std::vector<int> sizes_;
  std::vector<Vec3> fixed_, moved_;
  std::optional<FrontalLu> factors_;  ///< made when first needed: finding an order takes time
  int factorizations_ = 0;
  double work_ = 0;
};

}  // namespace stiction
