#include "stiction/bodies/elastic/modal_derivatives.h"

#include <tbb/parallel_for.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>

namespace stiction {

namespace {

constexpr double kLeastSingularValue = 1e-5;

}  // namespace

Eigen::VectorXd second_force_derivative(const TetForces& forces, const Eigen::Ref<const Eigen::VectorXd>& a,
                                        const Eigen::Ref<const Eigen::VectorXd>& b) {
  const LameConstants lame = lame_constants(forces.material());
  const auto hooke = [&](const Mat3& g) -> Mat3 {
    Mat3 stress = lame.shear * (g + g.transpose());
    stress.diagonal().array() += lame.first * g.trace();
    return stress;
  };
  std::vector<Mat3> stresses(forces.pieces());
  for (std::size_t e = 0; e < forces.pieces(); ++e) {
    const Mat3 ga = forces.gradient(e, a), gb = forces.gradient(e, b);
    // P = F S(E) with E = sym(G) + GᵀG/2, differentiated twice at G = 0.
    stresses[e] = hooke(ga.transpose() * gb) + ga * hooke(gb) + gb * hooke(ga);
  }
  return forces.force_of(stresses);
}

Eigen::MatrixXd modal_derivatives(const TetForces& forces, const StiffnessSolver& solver,
                                  const Eigen::MatrixXd& shapes) {
  std::vector<std::pair<Eigen::Index, Eigen::Index>> pairs;
  for (Eigen::Index i = 0; i < shapes.cols(); ++i) {
    for (Eigen::Index j = i; j < shapes.cols(); ++j) pairs.emplace_back(i, j);
  }
  Eigen::MatrixXd derivatives(shapes.rows(), static_cast<Eigen::Index>(pairs.size()));
  tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t p) {
    const auto [i, j] = pairs[p];
    derivatives.col(static_cast<Eigen::Index>(p)) =
        -solver.solve(second_force_derivative(forces, shapes.col(i), shapes.col(j)));
  });
  return derivatives;
}

Eigen::MatrixXd reduced_basis(const VibrationModes& modes, const Eigen::MatrixXd& derivatives, const SparseMatrix& mass,
                              int size) {
  const Eigen::MatrixXd& shapes = modes.shapes;
  const Eigen::VectorXd softness = (modes.frequencies / modes.frequencies(0)).array().square().inverse();
  Eigen::MatrixXd rest = derivatives;
  Eigen::Index column = 0;
  double largest = 0;
  for (Eigen::Index i = 0; i < shapes.cols(); ++i) {
    for (Eigen::Index j = i; j < shapes.cols(); ++j, ++column) {
      rest.col(column) *= softness(i) * softness(j);
      largest = std::max(largest, rest.col(column).dot(mass * rest.col(column)));
    }
  }
  for (int pass = 0; pass < 2; ++pass) rest -= shapes * (shapes.transpose() * (mass * rest)).eval();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> components(rest.transpose() * (mass * rest));
  const Eigen::VectorXd& values = components.eigenvalues();  // ascending
  const double least = kLeastSingularValue * kLeastSingularValue * largest;
  Eigen::Index more = std::min<Eigen::Index>(size - shapes.cols(), rest.cols());
  while (more > 0 && !(values(values.size() - more) > least)) --more;
  more = std::max<Eigen::Index>(more, 0);
  Eigen::MatrixXd basis(shapes.rows(), shapes.cols() + more);
  basis.leftCols(shapes.cols()) = shapes;
  for (Eigen::Index i = 0; i < more; ++i) {
    const Eigen::Index from = values.size() - 1 - i;
    basis.col(shapes.cols() + i) = rest * components.eigenvectors().col(from) / std::sqrt(values(from));
  }
  orthonormalise(basis, mass);
  fix_signs(basis);
  return basis;
}

}  // namespace stiction
