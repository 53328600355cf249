#include "stiction/bodies/elastic/vibration_modes.h"

#include <Spectra/SymGEigsShiftSolver.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "stiction/common/error.h"

namespace stiction {

namespace {

// Below this number of unknowns a dense solution is as fast, and it cannot miss anything.
constexpr Eigen::Index kDense = 180;
constexpr int kMostIterations = 300;
constexpr double kTolerance = 1e-11;

using Map = Eigen::Map<Eigen::VectorXd>;
using ConstMap = Eigen::Map<const Eigen::VectorXd>;

/// What is known already, rigid motions and modes: kept out of the search.
struct Known {
  Eigen::MatrixXd modes, mass_modes;
  void remove_from(Eigen::VectorXd& x) const {
    if (modes.cols() > 0) x -= modes * (mass_modes.transpose() * x).eval();
  }
};

/// x -> (K + shift M)^-1 x without what is known, in the form that Spectra asks for.
class Response {
 public:
  using Scalar = double;
  Response(const StiffnessSolver& solver, const Known& known) : solver_(solver), known_(known) {}
  Eigen::Index rows() const { return solver_.unknowns(); }
  Eigen::Index cols() const { return rows(); }
  void set_shift(double) {}  // the factors have it already
  void perform_op(const double* from, double* to) const {
    Eigen::VectorXd y = solver_.shifted_solve(ConstMap(from, rows()));
    known_.remove_from(y);
    Map(to, rows()) = y;
  }

 private:
  const StiffnessSolver& solver_;
  const Known& known_;
};

class MassProduct {
 public:
  using Scalar = double;
  explicit MassProduct(const SparseMatrix& mass) : mass_(mass) {}
  Eigen::Index rows() const { return mass_.rows(); }
  Eigen::Index cols() const { return mass_.cols(); }
  void perform_op(const double* from, double* to) const { Map(to, rows()).noalias() = mass_ * ConstMap(from, rows()); }

 private:
  const SparseMatrix& mass_;
};

/// Any vector with a part along every mode will do; this one is always the same.
Eigen::VectorXd start_vector(Eigen::Index size) {
  Eigen::VectorXd x(size);
  std::uint64_t state = 0x9E3779B97F4A7C15u;
  for (Eigen::Index i = 0; i < size; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    x(i) = static_cast<double>(state >> 11) * 0x1p-53 - 0.5;
  }
  return x;
}

Eigen::MatrixXd lanczos(const StiffnessSolver& solver, const Known& known, Eigen::Index count) {
  Response response(solver, known);
  MassProduct product(solver.mass());
  const Eigen::Index space =
      std::min(solver.unknowns() - known.modes.cols(), std::max<Eigen::Index>(2 * count + 10, 30));
  Spectra::SymGEigsShiftSolver<Response, MassProduct, Spectra::GEigsMode::ShiftInvert> search(response, product, count,
                                                                                              space, -solver.shift());
  Eigen::VectorXd start = start_vector(solver.unknowns());
  known.remove_from(start);
  search.init(start.data());
  const Eigen::Index found =
      search.compute(Spectra::SortRule::LargestMagn, kMostIterations, kTolerance, Spectra::SortRule::SmallestMagn);
  if (found < count) {
    throw Error("vibration modes: only " + std::to_string(found) + " of " + std::to_string(count) +
                " converged; the mesh may have slivers or parts that hang together by a point");
  }
  return search.eigenvectors(count);
}

/// The best modes within the span of some vectors (Rayleigh and Ritz): squared frequencies ascending.
struct Ritz {
  Eigen::VectorXd squares;
  Eigen::MatrixXd shapes;
};
Ritz ritz(const StiffnessSolver& solver, Eigen::MatrixXd span) {
  for (int pass = 0; pass < 2; ++pass) solver.remove_rigid_motion(span);
  const Eigen::MatrixXd k = span.transpose() * (solver.stiffness() * span);
  const Eigen::MatrixXd m = span.transpose() * (solver.mass() * span);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(k, m);
  return {.squares = eigen.eigenvalues(), .shapes = span * eigen.eigenvectors()};
}

/// Number of modes with a squared frequency below `square`, rigid ones included.
Eigen::Index modes_below(const StiffnessSolver& solver, double square) {
  const Eigen::SimplicialLDLT<SparseMatrix> factor(solver.stiffness() - square * solver.mass());
  return factor.info() == Eigen::Success ? (factor.vectorD().array() < 0).count() : 0;
}

Ritz sparse_modes(const StiffnessSolver& solver, Eigen::Index count) {
  Known known{.modes = solver.rigid(), .mass_modes = solver.mass() * solver.rigid()};
  Ritz modes = ritz(solver, lanczos(solver, known, count));
  for (int attempt = 0; attempt < 4; ++attempt) {
    // Just below the last one, which may have a twin of its own that nobody asked for.
    const double limit = modes.squares(count - 1) * (1 - 1e-6);
    const Eigen::Index expected = modes_below(solver, limit) - solver.rigid().cols();
    const Eigen::Index missing = expected - (modes.squares.array() < limit).count();
    if (missing <= 0) break;
    known.modes.resize(solver.unknowns(), solver.rigid().cols() + modes.shapes.cols());
    known.modes << solver.rigid(), modes.shapes;
    known.mass_modes = solver.mass() * known.modes;
    Eigen::MatrixXd span(solver.unknowns(), modes.shapes.cols() + missing);
    span << modes.shapes, lanczos(solver, known, missing);
    modes = ritz(solver, span);
  }
  return modes;
}

Ritz dense_modes(const StiffnessSolver& solver) {
  // Rigid motions get a stiffness above all others, and so the last places.
  const Eigen::MatrixXd m = solver.mass(), k = solver.stiffness();
  const Eigen::MatrixXd momenta = m * solver.rigid();
  const double high = 1e3 * (k.diagonal().array() / m.diagonal().array()).maxCoeff();
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(k + high * momenta * momenta.transpose(), m);
  return ritz(solver, eigen.eigenvectors().leftCols(solver.unknowns() - solver.rigid().cols()));
}

}  // namespace

VibrationModes vibration_modes(const StiffnessSolver& solver, int count) {
  const Eigen::Index most = solver.unknowns() - solver.rigid().cols();
  if (count < 1 || count > most) {
    throw InputError("modes", "is " + std::to_string(count),
                     "the mesh has modes 1 to " + std::to_string(most) + ": give a number among these or a finer mesh");
  }
  const bool dense = solver.unknowns() <= kDense || 3 * Eigen::Index{count} > most;
  const Ritz modes = dense ? dense_modes(solver) : sparse_modes(solver, count);
  Eigen::MatrixXd shapes = modes.shapes.leftCols(count);
  fix_signs(shapes);
  return {.frequencies = modes.squares.head(count).cwiseMax(0).cwiseSqrt(), .shapes = solver.expanded(shapes)};
}

VibrationModes vibration_modes(const TetMesh& mesh, const ElasticMaterial& material, int count, MassKind mass,
                               const std::vector<int>& fixed_vertices, StrainKind strain) {
  const TetForces forces(mesh, material, ElasticLaw::kLinear, strain);
  const StiffnessSolver solver(
      forces.stiffness(forces.rest_positions()),
      mass == MassKind::kLumped ? mass_matrix(forces.lumped_masses()) : forces.consistent_mass(),
      forces.rest_positions(), fixed_vertices);
  return vibration_modes(solver, count);
}

}  // namespace stiction
