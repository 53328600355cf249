// A reduced body by itself: what free flight keeps, and what it becomes as it gets stiff.
#include "stiction/bodies/soft/reduced_body.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "soft/soft_scenes.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/common/error.h"

namespace stiction {
namespace {

using namespace stiction::testing;

/// A bar that tumbles without gravity.
World flying_bar(const std::string& model, double stiffness, double step) {
  const std::string bar = fmt::format(
      R"(, {{"name": "bar", "model": "{}", "shape": {{"box": {{"size": [1, 0.2, 0.3]}}}}, "position": [0, 0, 5],
         "velocity": [0.1, 0.2, 0.3], "angular_velocity": [1, 5, 0.5], "material": "m",
         "elastic": {{"youngs_modulus": {}, "cells": [8, 2, 2], "modes": 8}}}})",
      model, stiffness);
  return build_world(soft_scene(bar, step, "[0, 0, 0]"));
}

TEST(ReducedBody, FreeFlightKeepsMomenta) {
  for (const char* model : {"modal", "stvk"}) {
    World world = flying_bar(model, 1e5, 1e-3);
    const BodyState start = world.state().bodies[1];
    const double energy = world.kinetic_energy();
    double most = 0;
    for (int i = 0; i < 1000; ++i) {
      world.step();
      most = std::max(most, world.elastic_energy());
    }
    const BodyState& end = world.state().bodies[1];
    EXPECT_LT((end.velocity - start.velocity).norm(), 1e-12);
    EXPECT_LT((end.angular_momentum - start.angular_momentum).norm(), 1e-10 * start.angular_momentum.norm());
    EXPECT_GT(most, 1e-3 * energy) << model << " does not bend";
    EXPECT_LT(world.kinetic_energy() + world.elastic_energy(), energy * (1 + 1e-6)) << model;
    EXPECT_GT(world.kinetic_energy() + world.elastic_energy(), 0.98 * energy) << model;
  }
}

/// Bent so far, all ways at once, that stiffness and mass together are no longer positive definite: it may swing back,
/// but must not gain energy.
TEST(ReducedBody, WhatBucklesIsNotThrownApart) {
  const World rest = flying_bar("stvk", 1e7, 1e-2);
  std::mt19937_64 random(1);
  for (int i = 0; i < 100; ++i) {
    WorldState state = rest.state();
    const double size = 0.001 * (1 + i);
    for (double& q : state.deformations[0].q) q = std::uniform_real_distribution<double>(-size, size)(random);
    World world(rest.model(), state);
    const double start = world.kinetic_energy() + world.elastic_energy();
    double most = 0;
    for (int k = 0; k < 5; ++k) {
      world.step();
      most = std::max(most, world.kinetic_energy() + world.elastic_energy());
    }
    EXPECT_LT(most, 1.01 * start) << "size " << size;
  }
}

TEST(ReducedBody, TheStifferTheMoreItFliesLikeARigidBody) {
  // Differences of corners from those of the rigid body after half a second must fall in proportion to the compliance.
  const auto difference = [](const char* model, double stiffness) {
    const double h = 1e-3;
    World world = flying_bar(model, stiffness, h);
    RigidBody rigid = world.model().bodies[1];
    rigid.fixed = false;
    rigid.soft = nullptr;
    BodyState state = world.state().bodies[1];
    for (int i = 0; i < 500; ++i) {
      world.step();
      integrate(rigid, state, predict(rigid, state, Vec3::Zero(), h), Vec6::Zero(), h);
    }
    std::vector<Vec3> x;
    const SoftBody& body = *world.model().bodies[1].soft;
    body.positions(world.state().bodies[1], world.state().deformations[0], x);
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      worst = std::max(worst, (x[i] - (state.position + state.rotation * body.surface().rest()[i])).norm());
    return worst;
  };
  for (const char* model : {"modal", "stvk"}) {
    const double soft = difference(model, 1e7), stiff = difference(model, 1e9);
    EXPECT_LT(stiff, 1e-4) << model;
    EXPECT_NEAR(soft / stiff, 100, 30) << model;
  }
}

TEST(ReducedBody, ShapesThatMoveTheCentreOfMassAreRefused) {
  World world = flying_bar("modal", 1e6, 1e-3);
  ReducedModel model = dynamic_cast<const ReducedBody&>(*world.model().bodies[1].soft).model();
  const int shapes = model.inertia.size();
  model.inertia =
      InertiaIntegrals(Eigen::VectorXd::Ones(1), Eigen::VectorXd::Zero(3), Eigen::MatrixXd::Ones(3, shapes));
  EXPECT_THROW(ReducedBody{model}, InputError);
}

}  // namespace
}  // namespace stiction
