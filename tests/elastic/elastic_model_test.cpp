// Whole models: what they hold, and that they survive storage.
#include "stiction/bodies/elastic/elastic_model.h"

#include <gtest/gtest.h>

#include "elastic/beam.h"
#include "stiction/common/error.h"

namespace stiction {
namespace {

const ElasticMaterial kRubber{.density = 900, .youngs_modulus = 4e5, .poisson_ratio = 0.4, .mass_damping = 0.1};

ElasticModel block(ElasticKind kind) {
  return elastic_model(test::brick({0.5, 0.2, 0.1}, {6, 3, 2}), kRubber, {.kind = kind, .modes = 10});
}

TEST(ElasticModel, LinearModal) {
  const ElasticModel model = block(ElasticKind::kLinearModal);
  EXPECT_EQ(model.size(), 10);
  EXPECT_LT((model.centre - Vec3(0.25, 0.1, 0.05)).norm(), 1e-12);
  EXPECT_NEAR(model.inertia.mass(), 900 * 0.01, 1e-12);
  // The frame floats: shapes carry neither momentum nor angular momentum.
  EXPECT_LT(model.inertia.rest_moment().norm(), 1e-12);
  EXPECT_LT(model.inertia.shape_moment().norm(), 1e-10);
  EXPECT_LT(angular_coupling(model.inertia.mixed_moments(Eigen::VectorXd::Zero(10))).norm(), 1e-10);
  EXPECT_LT((model.inertia.modal_mass() - Eigen::MatrixXd::Identity(10, 10)).norm(), 1e-10);
  const Eigen::VectorXd q = test::scattered(10, 1);
  Eigen::VectorXd force;
  Eigen::MatrixXd tangent;
  const double energy = model.evaluate(q, force, tangent);
  EXPECT_NEAR(energy, 0.5 * q.dot(force), 1e-12 * energy);
  EXPECT_LT((tangent * q - force).norm(), 1e-12 * force.norm());
  EXPECT_NEAR(tangent(3, 3), model.frequencies(3) * model.frequencies(3), 1e-9 * tangent(3, 3));
}

TEST(ElasticModel, StVenantKirchhoff) {
  const ElasticModel model = block(ElasticKind::kStVenantKirchhoff);
  EXPECT_EQ(model.size(), 10);
  EXPECT_EQ(model.frequencies.size(), 5);
  EXPECT_LT(model.inertia.shape_moment().norm(), 1e-9);
  const TetForces forces(model.mesh, kRubber, ElasticLaw::kStVenantKirchhoff, StrainKind::kEdges);
  const Eigen::VectorXd q = 0.05 * test::scattered(10, 1);
  const TetEvaluation full = forces.evaluate(forces.rest_positions() + model.basis * q);
  Eigen::VectorXd force;
  EXPECT_NEAR(model.evaluate(q, force), full.energy, 1e-10 * full.energy);
  EXPECT_LT((force - model.basis.transpose() * full.force).norm(), 1e-10 * force.norm());
  EXPECT_LT((model.position(7, q) - (forces.rest_positions() + model.basis * q).segment<3>(21)).norm(), 1e-15);
}

TEST(ElasticModel, SurfaceBelongsToTheMesh) {
  const ElasticModel model = block(ElasticKind::kLinearModal);
  double volume = 0;
  for (const auto& t : model.surface_triangles) {
    const Vec3 a = model.surface_rest[std::size_t(t[0])], b = model.surface_rest[std::size_t(t[1])];
    volume += a.dot(b.cross(model.surface_rest[std::size_t(t[2])])) / 6;
  }
  EXPECT_NEAR(volume, 0.01, 1e-14);
  for (std::size_t i = 0; i < model.surface_vertices.size(); ++i) {
    const int v = model.surface_vertices[i];
    EXPECT_EQ(model.surface_rest[i], model.mesh.vertices[std::size_t(v)]);
    EXPECT_EQ(model.surface_basis.middleRows<3>(3 * Eigen::Index(i)), model.basis.middleRows<3>(3 * v));
  }
}

TEST(ElasticModel, SurvivesStorage) {
  for (ElasticKind kind : {ElasticKind::kLinearModal, ElasticKind::kStVenantKirchhoff}) {
    const ElasticModel model = block(kind);
    const std::string bytes = to_bytes(model);
    const ElasticModel again = elastic_model_from_bytes(bytes);
    EXPECT_EQ(to_bytes(again), bytes);
    const Eigen::VectorXd q = 0.05 * test::scattered(10, 1);
    Eigen::VectorXd force, same;
    EXPECT_EQ(model.evaluate(q, force), again.evaluate(q, same));
    EXPECT_TRUE(force == same);
    EXPECT_TRUE(model.surface_basis == again.surface_basis);
    EXPECT_TRUE(model.inertia.second_moment(q) == again.inertia.second_moment(q));
    EXPECT_EQ(model.material.mass_damping, again.material.mass_damping);
    EXPECT_EQ(model.centre, again.centre);
    std::string damaged = bytes;
    damaged[bytes.size() / 2] ^= 1;
    EXPECT_THROW(elastic_model_from_bytes(damaged), InputError);
    EXPECT_THROW(elastic_model_from_bytes(bytes.substr(0, bytes.size() - 9)), InputError);
    EXPECT_THROW(elastic_model_from_bytes(""), InputError);
    EXPECT_THROW(elastic_model_from_bytes("x" + bytes), InputError);
  }
}

TEST(ElasticModel, ReportsProgressAndRefusesNonsense) {
  const TetMesh mesh = test::brick({0.5, 0.2, 0.1}, {3, 2, 1});
  std::vector<std::string> stages;
  elastic_model(mesh, kRubber, {.kind = ElasticKind::kStVenantKirchhoff, .modes = 4},
                [&](const char* stage, double) { stages.push_back(stage); });
  EXPECT_GE(stages.size(), 4u);
  EXPECT_EQ(stages.back(), "done");
  EXPECT_THROW(elastic_model(mesh, kRubber, {.modes = 0}), InputError);
  EXPECT_THROW(elastic_model(mesh, kRubber, {.modes = 100000}), InputError);
  EXPECT_THROW(elastic_model(mesh, {.density = -1}), InputError);
}

TEST(ElasticModel, FixedVerticesStay) {
  const TetMesh mesh = test::brick({0.5, 0.2, 0.1}, {6, 3, 2});
  const auto fixed = test::vertices_at(mesh, 0, 0);
  const ElasticModel model = elastic_model(mesh, kRubber, {.modes = 6, .fixed_vertices = fixed});
  for (int v : fixed) EXPECT_EQ(model.basis.middleRows<3>(3 * v).norm(), 0);
  EXPECT_GT(model.basis.norm(), 0);
}

}  // namespace
}  // namespace stiction
