// Large static deflections against the elastica, and what the search does with hard cases.
#include "stiction/bodies/elastic/static_equilibrium.h"

#include <gtest/gtest.h>

#include <cmath>

#include "elastic/beam.h"
#include "stiction/common/error.h"

namespace stiction {
namespace {

/// Tip of a cantilever of length 1 and height 0.1 under a force P at its end with P L² / E I = 1.
Vec3 tip_motion(ElasticLaw law) {
  const ElasticMaterial material{.youngs_modulus = 1e6, .poisson_ratio = 0};
  const double width = 0.1, height = 0.1;  // a narrow one would buckle sideways
  const TetMesh mesh = test::brick({1, width, height}, {70, 4, 7});
  const TetForces forces(mesh, material, law, StrainKind::kEdges);
  const double inertia = width * std::pow(height, 3) / 12;
  Eigen::VectorXd load = Eigen::VectorXd::Zero(forces.dofs());
  const auto end = test::vertices_at(mesh, 0, 1);
  for (int v : end) load(3 * v + 2) = -material.youngs_modulus * inertia / double(end.size());
  const Equilibrium shape = static_equilibrium(forces, load, test::vertices_at(mesh, 0, 0));
  EXPECT_TRUE(shape.converged) << shape.residual;
  EXPECT_FALSE(shape.distress.any());
  EXPECT_LT(shape.iterations, 15);
  Vec3 motion = Vec3::Zero();
  for (int v : end) motion += (shape.positions - forces.rest_positions()).segment<3>(3 * v) / double(end.size());
  return motion;
}

TEST(StaticEquilibrium, CantileverFollowsTheElastica) {
  // P L² / E I = 1: the tip goes down by 0.3017 L and in by 0.0564 L.
  for (ElasticLaw law : {ElasticLaw::kStVenantKirchhoff, ElasticLaw::kCorotational}) {
    const Vec3 motion = tip_motion(law);
    EXPECT_NEAR(-motion.z(), 0.3017, 0.03 * 0.3017);
    EXPECT_NEAR(-motion.x(), 0.0564, 0.03 * 0.0564);
    EXPECT_NEAR(motion.y(), 0, 2e-3);
  }
}

TEST(StaticEquilibrium, LinearLawDoesNotComeIn) {
  const Vec3 motion = tip_motion(ElasticLaw::kLinear);
  EXPECT_GT(-motion.z(), 0.32);  // 1/3 in thin beam theory
  EXPECT_LT(std::abs(motion.x()), 2e-3);
}

TEST(StaticEquilibrium, SqueezedBlocksAreReported) {
  // The top of a block is pressed down by more than E/(3 sqrt 3), the most that the law resists.
  const TetMesh mesh = test::brick({1, 1, 1}, {2, 2, 2});
  const TetForces forces(mesh, {.youngs_modulus = 1, .poisson_ratio = 0}, ElasticLaw::kStVenantKirchhoff);
  Eigen::VectorXd load = Eigen::VectorXd::Zero(forces.dofs());
  const auto top = test::vertices_at(mesh, 2, 1);
  for (int v : top) load(3 * v + 2) = -0.5 / double(top.size());
  const Equilibrium shape = static_equilibrium(forces, load, test::vertices_at(mesh, 2, 0), {.most_iterations = 200});
  EXPECT_TRUE(shape.distress.any());
  EXPECT_LT(shape.distress.least_stretch, kStVenantKirchhoffLimit);
}

TEST(StaticEquilibrium, BadInputIsRefused) {
  const TetForces forces(test::brick({1, 1, 1}, {1, 1, 1}), {}, ElasticLaw::kLinear);
  EXPECT_THROW(static_equilibrium(forces, Eigen::VectorXd::Zero(3), {0, 1, 2}), InputError);
  EXPECT_THROW(static_equilibrium(forces, Eigen::VectorXd::Zero(24), {0, 1}), InputError);
  EXPECT_TRUE(static_equilibrium(forces, Eigen::VectorXd::Zero(24), {0, 1, 2}).converged);
}

}  // namespace
}  // namespace stiction
