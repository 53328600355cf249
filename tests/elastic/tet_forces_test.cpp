// Forces of whole meshes: Taylor tests, rigid motion, patch test, reports of bad elements, threads.
#include "stiction/bodies/elastic/tet_forces.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>

#include "elastic/beam.h"
#include "stiction/common/error.h"

namespace stiction {
namespace {

constexpr ElasticLaw kLaws[] = {ElasticLaw::kLinear, ElasticLaw::kCorotational, ElasticLaw::kStVenantKirchhoff};
constexpr StrainKind kStrains[] = {StrainKind::kTetrahedra, StrainKind::kEdges};
const ElasticMaterial kRubber{.density = 1100, .youngs_modulus = 2.0, .poisson_ratio = 0.35};

TetMesh uneven_block() {
  TetMesh mesh = test::brick({1, 0.8, 0.6}, {3, 2, 2});
  const Eigen::VectorXd noise = test::scattered(3 * Eigen::Index(mesh.vertices.size()), 1);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    mesh.vertices[v] += 0.04 * noise.segment<3>(3 * Eigen::Index(v));
  }
  return mesh;
}

Eigen::VectorXd transformed(const TetMesh& mesh, const Mat3& linear, const Vec3& shift) {
  Eigen::VectorXd x(3 * Eigen::Index(mesh.vertices.size()));
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    x.segment<3>(3 * Eigen::Index(v)) = linear * mesh.vertices[v] + shift;
  }
  return x;
}

void expect_taylor(ElasticLaw law, StrainKind strain) {
  const TetForces forces(uneven_block(), kRubber, law, strain);
  const Eigen::VectorXd x = forces.rest_positions() + 0.06 * test::scattered(forces.dofs(), 2);
  const Eigen::VectorXd d = test::scattered(forces.dofs(), 3);
  const TetEvaluation at = forces.evaluate(x);
  EXPECT_DOUBLE_EQ(at.energy, forces.energy(x));
  const SparseMatrix k = forces.stiffness(x);
  EXPECT_LT((k - SparseMatrix(k.transpose())).norm(), 1e-13 * k.norm());
  // The remainders of a Taylor series fall by 8 when the step is halved.
  double last_energy = 0, last_force = 0;
  for (double h : {4e-4, 2e-4}) {
    const TetEvaluation near = forces.evaluate(x + h * d);
    const double energy = std::abs(near.energy - at.energy - h * at.force.dot(d) - 0.5 * h * h * d.dot(k * d));
    const double force = (near.force - at.force - h * (k * d)).norm();
    if (law == ElasticLaw::kLinear) {
      EXPECT_LT(energy, 1e-14);
      EXPECT_LT(force, 1e-14);
    } else if (h < 3e-4) {
      EXPECT_NEAR(last_energy / energy, 8, 1);
      EXPECT_NEAR(last_force / force, 4, 0.4);
    }
    last_energy = energy;
    last_force = force;
  }
}

TEST(TetForces, EnergyForceAndStiffnessFitTogether) {
  for (ElasticLaw law : kLaws) {
    for (StrainKind strain : kStrains) expect_taylor(law, strain);
  }
}

void expect_free_rigid_motion(ElasticLaw law, StrainKind strain) {
  const TetMesh mesh = uneven_block();
  const Mat3 r = Eigen::AngleAxisd(2.2, Vec3(1, -0.4, 0.6).normalized()).toRotationMatrix();
  const TetForces forces(mesh, kRubber, law, strain);
  const TetEvaluation moved = forces.evaluate(transformed(mesh, r, {3, -2, 1}));
  EXPECT_LT(moved.energy, 1e-25);
  EXPECT_LT(moved.force.norm(), 1e-13);
  // Deformed and turned: the forces turn with the body, and add up to no force and no torque.
  const Eigen::VectorXd x = forces.rest_positions() + 0.05 * test::scattered(forces.dofs(), 5);
  Eigen::VectorXd turned(x.size());
  const TetEvaluation at = forces.evaluate(x);
  Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
  for (int v = 0; v < forces.vertices(); ++v) {
    turned.segment<3>(3 * v) = r * x.segment<3>(3 * v);
    sum += at.force.segment<3>(3 * v);
    torque += Vec3(x.segment<3>(3 * v)).cross(Vec3(at.force.segment<3>(3 * v)));
  }
  EXPECT_LT(sum.norm() + torque.norm(), 1e-14);
  const TetEvaluation after = forces.evaluate(turned);
  for (int v = 0; v < forces.vertices(); ++v) {
    EXPECT_LT((after.force.segment<3>(3 * v) - r * at.force.segment<3>(3 * v)).norm(), 1e-13);
  }
}

TEST(TetForces, RigidMotionIsFree) {
  for (ElasticLaw law : {ElasticLaw::kCorotational, ElasticLaw::kStVenantKirchhoff}) {
    for (StrainKind strain : kStrains) expect_free_rigid_motion(law, strain);
  }
}

TEST(TetForces, PatchTest) {
  // A homogeneous deformation is in equilibrium within, whatever the mesh, and has the energy of its volume.
  const TetMesh mesh = uneven_block();
  Mat3 f;
  f << 1.05, 0.1, -0.02, 0.04, 0.93, 0.06, -0.03, 0.02, 1.08;
  std::vector<char> at_surface(mesh.vertices.size(), 0);
  for (const auto& triangle : surface_triangles(mesh)) {
    for (int v : triangle) at_surface[std::size_t(v)] = 1;
  }
  for (int i = 0; i < 6; ++i) {
    const ElasticLaw law = kLaws[i % 3];
    const TetForces forces(mesh, kRubber, law, kStrains[i / 3]);
    const TetEvaluation at = forces.evaluate(transformed(mesh, f, {1, 2, 3}));
    EXPECT_NEAR(at.energy, volume(mesh) * energy_density(law, lame_constants(kRubber), f), 1e-14);
    int inside = 0;
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
      if (at_surface[v]) continue;
      ++inside;
      EXPECT_LT(at.force.segment<3>(3 * Eigen::Index(v)).norm(), 1e-15);
    }
    EXPECT_GT(inside, 0);
  }
}

TEST(TetForces, UniaxialResponseOfABar) {
  // Force over the cross-section of a stretched bar without lateral contraction: P = E/2 (s³ - s).
  const TetMesh mesh = test::brick({2, 0.5, 0.4}, {4, 2, 2});
  const TetForces forces(mesh, {.youngs_modulus = 7, .poisson_ratio = 0}, ElasticLaw::kStVenantKirchhoff);
  for (double s : {0.5, 0.7, 1.2}) {
    const TetEvaluation at = forces.evaluate(transformed(mesh, Vec3(s, 1, 1).asDiagonal(), Vec3::Zero()));
    double pull = 0;
    for (int v : test::vertices_at(mesh, 0, 2)) pull += at.force(3 * v);
    EXPECT_NEAR(pull, 0.5 * 7 * (s * s * s - s) * 0.2, 1e-14);
    EXPECT_EQ(at.distress.softened, s < kStVenantKirchhoffLimit ? int(mesh.tets.size()) : 0);
    EXPECT_EQ(at.distress.inverted, 0);
    if (at.distress.any()) {
      EXPECT_NEAR(at.distress.least_stretch, s, 1e-13);
    }
  }
}

TEST(TetForces, BadElementsAreReported) {
  const TetMesh mesh = test::brick({1, 1, 1}, {2, 2, 2});
  for (ElasticLaw law : kLaws) {
    const TetForces forces(mesh, kRubber, law);
    EXPECT_FALSE(forces.evaluate(forces.rest_positions()).distress.any());
    // Pulls one corner of the block through to the other side.
    Eigen::VectorXd x = forces.rest_positions();
    x.segment<3>(0) = Vec3(1.5, 1.5, 1.5);
    const TetDistress distress = forces.evaluate(x).distress;
    int inverted = 0;
    double least = 1;
    for (std::size_t e = 0; e < forces.pieces(); ++e) {
      if (forces.gradient(e, x).determinant() <= 0) ++inverted;
      least = std::min(least, least_stretch(forces.gradient(e, x)));
    }
    EXPECT_GT(inverted, 0);
    EXPECT_EQ(distress.inverted, inverted);
    EXPECT_DOUBLE_EQ(distress.least_stretch, least);
    EXPECT_DOUBLE_EQ(least_stretch(forces.gradient(std::size_t(distress.worst), x)), least);
    EXPECT_EQ(forces.distress(x).worst, distress.worst);
    x(0) = std::nan("");
    EXPECT_TRUE(std::isnan(forces.evaluate(x).distress.least_stretch));
  }
}

TEST(TetForces, MassesAddUp) {
  const TetMesh mesh = uneven_block();
  const TetForces forces(mesh, kRubber, ElasticLaw::kLinear);
  const double total = kRubber.density * volume(mesh);
  EXPECT_NEAR(forces.lumped_masses().sum(), total, 1e-12 * total);
  const SparseMatrix mass = forces.consistent_mass();
  // The kinetic energy of a linear velocity field is exact: compared with a quadrature of degree two.
  Mat3 gradient;
  gradient << 0.3, -1, 0.2, 0.7, 0.4, -0.6, 0.1, 0.9, -0.5;
  const Eigen::VectorXd v = transformed(mesh, gradient, {1, -2, 0.5});
  double energy = 0;
  const double near = (5 + 3 * std::sqrt(5.0)) / 20, far = (5 - std::sqrt(5.0)) / 20;
  for (std::size_t e = 0; e < mesh.tets.size(); ++e) {
    for (int i = 0; i < 4; ++i) {
      Vec3 p = Vec3::Zero();
      for (int j = 0; j < 4; ++j) p += (i == j ? near : far) * mesh.corner(e, j);
      energy += 0.5 * kRubber.density * volume(mesh, e) / 4 * (gradient * p + Vec3(1, -2, 0.5)).squaredNorm();
    }
  }
  EXPECT_NEAR(0.5 * v.dot(mass * v), energy, 1e-12 * energy);
}

TEST(TetForces, SameBitsForAnyNumberOfThreads) {
  const TetMesh mesh = test::brick({1, 1, 1}, {8, 8, 8});
  const TetForces forces(mesh, kRubber, ElasticLaw::kCorotational, StrainKind::kEdges);
  const Eigen::VectorXd x = forces.rest_positions() + 0.02 * test::scattered(forces.dofs(), 9);
  const auto run = [&](std::size_t threads) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
    return std::make_pair(forces.evaluate(x), forces.stiffness(x));
  };
  const auto one = run(1);
  for (std::size_t threads : {2, 4}) {
    const auto many = run(threads);
    EXPECT_EQ(one.first.energy, many.first.energy);
    EXPECT_TRUE(one.first.force == many.first.force);
    EXPECT_TRUE(one.second.coeffs().matrix() == many.second.coeffs().matrix());
  }
}

TEST(TetForces, RefillsOnlyItsOwnPattern) {
  const TetForces one(test::brick({1, 1, 1}, {1, 1, 1}), kRubber, ElasticLaw::kStVenantKirchhoff);
  const TetForces other(test::brick({1, 1, 1}, {2, 1, 1}), kRubber, ElasticLaw::kStVenantKirchhoff);
  SparseMatrix k = one.stiffness(one.rest_positions());
  EXPECT_THROW(other.refill_stiffness(other.rest_positions(), k), InputError);
  EXPECT_THROW(other.evaluate(one.rest_positions()), InputError);
  TetMesh flipped = test::brick({1, 1, 1}, {1, 1, 1});
  std::swap(flipped.tets[3][0], flipped.tets[3][1]);
  EXPECT_THROW(TetForces(flipped, kRubber, ElasticLaw::kLinear), InputError);
}

}  // namespace
}  // namespace stiction
