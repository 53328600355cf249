// Reduced bodies: modal derivatives, basis, and the polynomial against the whole mesh.
#include "stiction/bodies/elastic/reduced_stvk.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>

#include "elastic/beam.h"
#include "stiction/bodies/elastic/modal_derivatives.h"
#include "stiction/common/error.h"

namespace stiction {
namespace {

const ElasticMaterial kRubber{.density = 900, .youngs_modulus = 4e5, .poisson_ratio = 0.4};

struct Body {
  explicit Body(const std::vector<int>& fixed = {})
      : forces(test::brick({0.5, 0.2, 0.1}, {6, 3, 2}), kRubber, ElasticLaw::kStVenantKirchhoff, StrainKind::kEdges),
        mass(mass_matrix(forces.lumped_masses())),
        solver(forces.stiffness(forces.rest_positions()), mass, forces.rest_positions(), fixed) {}
  TetForces forces;
  SparseMatrix mass;
  StiffnessSolver solver;
};

TEST(ModalDerivatives, SecondForceDerivativeByDifferences) {
  const Body body;
  const Eigen::VectorXd a = test::scattered(body.forces.dofs(), 1), b = test::scattered(body.forces.dofs(), 2);
  const Eigen::VectorXd x = body.forces.rest_positions();
  const double h = 1e-4;
  const Eigen::VectorXd ahead = body.forces.stiffness(x + h * a) * b, behind = body.forces.stiffness(x - h * a) * b;
  const Eigen::VectorXd exact = second_force_derivative(body.forces, a, b);
  // The stiffness is quadratic in displacements, so central differences leave nothing but rounding.
  EXPECT_LT(((ahead - behind) / (2 * h) - exact).norm(), 1e-9 * exact.norm());
  EXPECT_LT((second_force_derivative(body.forces, b, a) - exact).norm(), 1e-13 * exact.norm());
}

TEST(ModalDerivatives, FollowTheStaticSolution) {
  // A clamped body held by the forces K s q deforms along s q + d q²/2 + O(q³).
  const TetMesh mesh = test::brick({0.5, 0.2, 0.1}, {6, 3, 2});
  const Body body(test::vertices_at(mesh, 0, 0));
  const VibrationModes modes = vibration_modes(body.solver, 2);
  const Eigen::MatrixXd derivatives = modal_derivatives(body.forces, body.solver, modes.shapes);
  ASSERT_EQ(derivatives.cols(), 3);
  const Eigen::VectorXd s = modes.shapes.col(0) + modes.shapes.col(1);
  const Eigen::VectorXd d = derivatives.col(0) + 2 * derivatives.col(1) + derivatives.col(2);
  const SparseMatrix k = body.forces.stiffness(body.forces.rest_positions());
  double last = 0;
  for (double q : {2e-4, 1e-4}) {
    const Eigen::VectorXd x = body.forces.rest_positions() + q * s + 0.5 * q * q * d;
    Eigen::VectorXd rest = body.forces.evaluate(x).force - q * (k * s);
    for (int v : test::vertices_at(mesh, 0, 0)) rest.segment<3>(3 * v).setZero();
    if (last > 0) {
      EXPECT_NEAR(last / rest.norm(), 8, 1);
    }
    last = rest.norm();
  }
}

TEST(ReducedBasis, IsOrthonormalAndRevealsItsRank) {
  const Body body;
  const VibrationModes modes = vibration_modes(body.solver, 4);
  const Eigen::MatrixXd derivatives = modal_derivatives(body.forces, body.solver, modes.shapes);
  const Eigen::MatrixXd rigid = rigid_modes(body.forces.rest_positions(), body.mass);
  EXPECT_LT((rigid.transpose() * (body.mass * derivatives)).norm(), 1e-9 * derivatives.norm());
  const Eigen::MatrixXd basis = reduced_basis(modes, derivatives, body.mass, 10);
  ASSERT_EQ(basis.cols(), 10);
  EXPECT_LT((basis.transpose() * (body.mass * basis) - Eigen::MatrixXd::Identity(10, 10)).norm(), 1e-11);
  EXPECT_LT((rigid.transpose() * (body.mass * basis)).norm(), 1e-9);
  EXPECT_LT((basis.leftCols(4) - modes.shapes).norm(), 1e-11);
  // All ten derivatives lie in the span of all columns; one that is given twice adds nothing.
  const Eigen::MatrixXd all = reduced_basis(modes, derivatives, body.mass, 100);
  EXPECT_LE(all.cols(), 14);
  const Eigen::MatrixXd left = derivatives - all * (all.transpose() * (body.mass * derivatives));
  EXPECT_LT(std::sqrt(left.col(0).dot(body.mass * left.col(0))),
            1e-4 * std::sqrt(derivatives.col(0).dot(body.mass * derivatives.col(0))));
  Eigen::MatrixXd repeated = derivatives;
  for (Eigen::Index i = 0; i < repeated.cols(); ++i) repeated.col(i) = derivatives.col(0);
  EXPECT_EQ(reduced_basis(modes, repeated, body.mass, 14).cols(), 5);
}

TEST(ReducedStVenantKirchhoff, EqualsTheProjectedForcesOfTheMesh) {
  const Body body;
  const Eigen::Index size = 7;
  Eigen::MatrixXd basis(body.forces.dofs(), size);
  for (Eigen::Index i = 0; i < size; ++i) basis.col(i) = test::scattered(basis.rows(), 10 + unsigned(i));
  const ReducedStVenantKirchhoff reduced(body.forces, basis);
  for (unsigned seed : {1u, 2u, 3u}) {
    // Far beyond small strains: all three degrees matter.
    const Eigen::VectorXd q = 0.03 * test::scattered(size, seed);
    const Eigen::VectorXd x = body.forces.rest_positions() + basis * q;
    const TetEvaluation full = body.forces.evaluate(x);
    const Eigen::VectorXd expected = basis.transpose() * full.force;
    Eigen::VectorXd force, again;
    Eigen::MatrixXd stiffness;
    EXPECT_NEAR(reduced.evaluate(q, force), full.energy, 1e-12 * full.energy);
    EXPECT_LT((force - expected).norm(), 1e-12 * expected.norm());
    EXPECT_NEAR(reduced.evaluate(q, again, stiffness), full.energy, 1e-12 * full.energy);
    EXPECT_LT((again - expected).norm(), 1e-12 * expected.norm());
    const Eigen::MatrixXd tangent = basis.transpose() * (body.forces.stiffness(x) * basis);
    EXPECT_LT((stiffness - tangent).norm(), 1e-12 * tangent.norm());
  }
}

TEST(ReducedStVenantKirchhoff, TaylorTest) {
  const Body body;
  const VibrationModes modes = vibration_modes(body.solver, 5);
  const Eigen::MatrixXd basis =
      reduced_basis(modes, modal_derivatives(body.forces, body.solver, modes.shapes), body.mass, 12);
  const ReducedStVenantKirchhoff reduced(body.forces, basis);
  const Eigen::VectorXd q = 0.05 * test::scattered(12, 1), d = test::scattered(12, 2);
  Eigen::VectorXd force, near;
  Eigen::MatrixXd stiffness;
  const double energy = reduced.evaluate(q, force, stiffness);
  double last_energy = 0, last_force = 0;
  for (double h : {2e-3, 1e-3}) {
    const double there = reduced.evaluate(q + h * d, near);
    const double energy_rest = std::abs(there - energy - h * force.dot(d) - 0.5 * h * h * d.dot(stiffness * d));
    const double force_rest = (near - force - h * (stiffness * d)).norm();
    if (h < 1.5e-3) {
      EXPECT_NEAR(last_energy / energy_rest, 8, 0.5);
      EXPECT_NEAR(last_force / force_rest, 4, 0.2);
    }
    last_energy = energy_rest;
    last_force = force_rest;
  }
  // At rest the stiffness of the modes is their squared frequencies.
  reduced.evaluate(Eigen::VectorXd::Zero(12), force, stiffness);
  EXPECT_EQ(force.norm(), 0);
  for (int i = 0; i < 5; ++i) {
    const double square = modes.frequencies(i) * modes.frequencies(i);
    EXPECT_NEAR(stiffness(i, i), square, 1e-8 * square);
  }
}

TEST(ReducedStVenantKirchhoff, SameBitsForAnyNumberOfThreads) {
  const Body body;
  Eigen::MatrixXd basis(body.forces.dofs(), 12);
  for (Eigen::Index i = 0; i < 12; ++i) basis.col(i) = test::scattered(basis.rows(), 30 + unsigned(i));
  const auto run = [&](std::size_t threads) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
    return ReducedStVenantKirchhoff(body.forces, basis).coefficients();
  };
  const Eigen::VectorXd one = run(1);
  EXPECT_EQ(one.size(), ReducedStVenantKirchhoff::coefficient_count(12));
  EXPECT_TRUE(run(3) == one);
  EXPECT_THROW(ReducedStVenantKirchhoff(11, one), InputError);
}

}  // namespace
}  // namespace stiction
