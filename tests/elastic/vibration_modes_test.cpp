// Vibrations: orthogonality, rigid motion, beams against Timoshenko's theory, frequencies that coincide.
#include "stiction/bodies/elastic/vibration_modes.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "elastic/beam.h"
#include "elastic/timoshenko.h"
#include "stiction/common/error.h"

namespace stiction {
namespace {

using test::Ends;

const ElasticMaterial kMaterial{.density = 1200, .youngs_modulus = 3e6, .poisson_ratio = 0.3};

TEST(Timoshenko, ThinBeamsAreEulers) {
  const auto free = test::beam_frequencies({}, Ends::kFree, 4);
  const auto clamped = test::beam_frequencies({}, Ends::kCantilever, 4);
  const double free_known[] = {22.3733, 61.6728, 120.9034, 199.8594};
  const double clamped_known[] = {3.5160, 22.0345, 61.6972, 120.9019};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(free[i], free_known[i], 1e-4);
    EXPECT_NEAR(clamped[i], clamped_known[i], 1e-4);
  }
}

/// Bending modes of a beam along x, in units of a slender beam's: those whose cross-sections move sideways.
std::vector<double> bending_frequencies(const TetMesh& mesh, const VibrationModes& modes, const Eigen::VectorXd& masses,
                                        double length, double height, int sections) {
  std::vector<double> found;
  for (Eigen::Index m = 0; m < modes.shapes.cols(); ++m) {
    std::vector<Vec3> momentum(std::size_t(sections) + 1, Vec3::Zero());
    std::vector<double> mass(std::size_t(sections) + 1, 0);
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
      const auto s = std::size_t(std::lround(mesh.vertices[v].x() / length * sections));
      momentum[s] += masses(Eigen::Index(v)) * modes.shapes.col(m).segment<3>(3 * Eigen::Index(v));
      mass[s] += masses(Eigen::Index(v));
    }
    double sideways = 0;
    for (std::size_t s = 0; s < mass.size(); ++s) sideways += momentum[s].tail<2>().squaredNorm() / mass[s];
    if (sideways < 0.5) continue;
    const double inertia_over_area = height * height / 12;
    found.push_back(modes.frequencies(m) * length * length *
                    std::sqrt(kMaterial.density / (kMaterial.youngs_modulus * inertia_over_area)));
  }
  return found;
}

/// Worst error of the first four bending frequencies in both planes.
double beam_error(Ends ends, int across, MassKind mass, StrainKind strain = StrainKind::kEdges) {
  const double length = 1, height = 0.1;
  const int along = 10 * across;
  const TetMesh mesh = test::brick({length, height, height}, {along, across, across});
  const std::vector<int> fixed = ends == Ends::kFree ? std::vector<int>{} : test::vertices_at(mesh, 0, 0);
  const VibrationModes modes = vibration_modes(mesh, kMaterial, 13, mass, fixed, strain);
  const Eigen::VectorXd masses = TetForces(mesh, kMaterial, ElasticLaw::kLinear).lumped_masses();
  const auto bending = bending_frequencies(mesh, modes, masses, length, height, along);
  const auto theory = test::beam_frequencies(test::square_beam(height / length, kMaterial.poisson_ratio), ends, 4);
  EXPECT_GE(bending.size(), 8u);
  double worst = 0;
  for (std::size_t i = 0; i < 8 && i < bending.size(); ++i) {
    worst = std::max(worst, std::abs(bending[i] / theory[i / 2] - 1));
  }
  return worst;
}

TEST(VibrationModes, FreeBeamConvergesToTimoshenko) {
  const double coarse = beam_error(Ends::kFree, 2, MassKind::kLumped);
  const double medium = beam_error(Ends::kFree, 4, MassKind::kLumped);
  const double fine = beam_error(Ends::kFree, 6, MassKind::kLumped);
  EXPECT_LT(medium, 0.4 * coarse);
  EXPECT_LT(fine, 0.7 * medium);
  EXPECT_LT(fine, 0.02);
}

TEST(VibrationModes, CantileverConvergesToTimoshenko) {
  const double coarse = beam_error(Ends::kCantilever, 2, MassKind::kConsistent);
  const double medium = beam_error(Ends::kCantilever, 4, MassKind::kConsistent);
  const double fine = beam_error(Ends::kCantilever, 6, MassKind::kConsistent);
  EXPECT_LT(medium, 0.4 * coarse);
  EXPECT_LT(fine, 0.7 * medium);
  EXPECT_LT(fine, 0.02);
}

TEST(VibrationModes, PlainTetrahedraLock) {
  // Four layers of them: 7 % too stiff, where strains around edges have 2 %.
  const double plain = beam_error(Ends::kFree, 4, MassKind::kLumped, StrainKind::kTetrahedra);
  EXPECT_NEAR(plain, 0.074, 0.002);
  EXPECT_LT(beam_error(Ends::kFree, 4, MassKind::kLumped), 0.3 * plain);
}

TEST(VibrationModes, OrthonormalAndFreeOfRigidMotion) {
  const TetMesh mesh = test::brick({1, 0.6, 0.4}, {8, 4, 3});
  for (MassKind kind : {MassKind::kLumped, MassKind::kConsistent}) {
    const TetForces forces(mesh, kMaterial, ElasticLaw::kLinear, StrainKind::kEdges);
    const SparseMatrix mass =
        kind == MassKind::kLumped ? mass_matrix(forces.lumped_masses()) : forces.consistent_mass();
    const SparseMatrix k = forces.stiffness(forces.rest_positions());
    const VibrationModes modes = vibration_modes(mesh, kMaterial, 20, kind);
    const Eigen::MatrixXd& s = modes.shapes;
    EXPECT_LT((s.transpose() * (mass * s) - Eigen::MatrixXd::Identity(20, 20)).norm(), 1e-11);
    EXPECT_LT((rigid_modes(forces.rest_positions(), mass).transpose() * (mass * s)).norm(), 1e-11);
    for (int i = 0; i < 20; ++i) {
      const double square = modes.frequencies(i) * modes.frequencies(i);
      EXPECT_LT((k * s.col(i) - square * (mass * s.col(i))).norm(), 1e-7 * square * (mass * s.col(i)).norm());
      if (i > 0) {
        EXPECT_GE(modes.frequencies(i), modes.frequencies(i - 1));
      }
      EXPECT_GT(modes.frequencies(i), 1);
    }
    // Again, bit for bit.
    EXPECT_TRUE(vibration_modes(mesh, kMaterial, 20, kind).shapes == s);
  }
}

TEST(VibrationModes, NoneIsMissing) {
  // A cube has many modes of equal frequency. The oracle is a dense solution of the whole problem.
  const TetMesh mesh = test::brick({1, 1, 1}, {4, 4, 4});
  const TetForces forces(mesh, kMaterial, ElasticLaw::kLinear, StrainKind::kEdges);
  const Eigen::VectorXd root = forces.lumped_masses().cwiseSqrt().cwiseInverse();
  Eigen::MatrixXd k = forces.stiffness(forces.rest_positions());
  for (Eigen::Index i = 0; i < k.rows(); ++i) {
    for (Eigen::Index j = 0; j < k.cols(); ++j) k(i, j) *= root(i / 3) * root(j / 3);
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> dense(k, Eigen::EigenvaluesOnly);
  const VibrationModes modes = vibration_modes(mesh, kMaterial, 30);
  int twins = 0;
  for (int i = 0; i < 30; ++i) {
    const double expected = std::sqrt(dense.eigenvalues()(i + 6));
    EXPECT_NEAR(modes.frequencies(i), expected, 1e-8 * expected) << i;
    twins += i > 0 && modes.frequencies(i) < (1 + 1e-9) * modes.frequencies(i - 1);
  }
  EXPECT_GT(twins, 3);
}

TEST(VibrationModes, SmallMeshesGiveAllTheirModes) {
  const TetMesh tet{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .tets = {{0, 1, 2, 3}}};
  const VibrationModes modes = vibration_modes(tet, kMaterial, 6);
  EXPECT_GT(modes.frequencies(0), 1);
  EXPECT_THROW(vibration_modes(tet, kMaterial, 7), InputError);
  EXPECT_THROW(vibration_modes(tet, kMaterial, 1, MassKind::kLumped, {0, 1}), InputError);
  EXPECT_THROW(vibration_modes(tet, kMaterial, 1, MassKind::kLumped, {0, 1, 4}), InputError);
  // One vertex on three springs: K of the corner at (0, 0, 1), by hand.
  const VibrationModes held = vibration_modes(tet, kMaterial, 3, MassKind::kLumped, {0, 1, 2});
  const LameConstants lame = lame_constants(kMaterial);
  const double quarter = kMaterial.density / 4;
  EXPECT_NEAR(held.frequencies(0), std::sqrt(lame.shear / quarter), 1e-9);
  EXPECT_NEAR(held.frequencies(2), std::sqrt((lame.first + 2 * lame.shear) / quarter), 1e-9);
}

TEST(StiffnessSolver, FreeBodiesFloat) {
  const TetMesh mesh = test::brick({1, 0.6, 0.4}, {5, 3, 2});
  const TetForces forces(mesh, kMaterial, ElasticLaw::kLinear, StrainKind::kEdges);
  const SparseMatrix mass = mass_matrix(forces.lumped_masses()), k = forces.stiffness(forces.rest_positions());
  const StiffnessSolver solver(k, mass, forces.rest_positions(), {});
  const Eigen::MatrixXd rigid = rigid_modes(forces.rest_positions(), mass);
  EXPECT_LT((k * rigid).norm(), 1e-9 * k.norm() * rigid.norm());
  const Eigen::VectorXd force = test::scattered(forces.dofs(), 4);
  const Eigen::VectorXd u = solver.solve(force);
  EXPECT_LT((rigid.transpose() * (mass * u)).norm(), 1e-12 * u.norm());
  EXPECT_LT((k * u - (force - mass * (rigid * (rigid.transpose() * force)))).norm(), 1e-9 * force.norm());
}

}  // namespace
}  // namespace stiction
