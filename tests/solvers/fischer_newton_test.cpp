// Fischer-Newton: its function and derivative, its convergence, and the cases in which the paper shows it off.
#include "stiction/solvers/fischer_newton/fischer_newton.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <random>

#include "solvers/local_cases.h"
#include "solvers/random_problems.h"
#include "stiction/problem/certificate.h"
#include "stiction/scene/gallery.h"
#include "stiction/solvers/fischer_newton/fischer_function.h"
#include "stiction/solvers/friction_set.h"
#include "stiction/solvers/gauss_seidel/gauss_seidel.h"
#include "support/run_scene.h"

namespace stiction {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// The formulas as printed, without any care for rounding or infinities.
double fischer_oracle(double a, double b) { return std::sqrt(a * a + b * b) - a - b; }

TEST(FischerFunction, IsTheOneOfThePaper) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> sign(-1, 1);
  for (int i = 0; i < 200; ++i) {
    const Vec3 x(sign(random), sign(random), sign(random)), y(sign(random), sign(random), sign(random));
    const FischerRows rows = fischer_rows({RowLaw::coulomb, 0.7, Vec3::Zero(), Vec3::Zero()}, x, y);
    EXPECT_NEAR(rows.phi.x(), fischer_oracle(x.x(), y.x()), 1e-14);
    for (int t : {1, 2})
      EXPECT_NEAR(rows.phi[t], fischer_oracle(x[t] + 0.7 * x.x(), fischer_oracle(-y[t], 0.7 * x.x() - x[t])), 1e-14);
    // An upper bound beyond reach is as good as none.
    const FischerRows far = fischer_rows({RowLaw::bounded, 0, Vec3(-1e9, -0.4, 0), Vec3(1e9, 1e9, 0.3)}, x, y);
    const FischerRows none = fischer_rows({RowLaw::bounded, 0, Vec3(-kInf, -0.4, 0), Vec3(kInf, kInf, 0.3)}, x, y);
    EXPECT_LT((far.phi - none.phi).norm(), 1e-6);
    EXPECT_NEAR(none.phi.x(), -y.x(), 1e-15);
  }
}

TEST(FischerFunction, DerivativeAgreesWithDifferences) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> sign(-1, 1);
  const FischerLaw laws[] = {{RowLaw::coulomb, 0.7, Vec3::Zero(), Vec3::Zero()},
                             {RowLaw::bounded, 0, Vec3(-kInf, -0.4, -0.2), Vec3(kInf, kInf, 0.3)},
                             {RowLaw::bounded, 0, Vec3(-kInf, -0.1, 0), Vec3(0.2, 0.1, 0)}};
  const double h = 1e-6;
  for (const FischerLaw& law : laws)
    for (int i = 0; i < 100; ++i) {
      const Vec3 x(sign(random), sign(random), sign(random)), y(sign(random), sign(random), sign(random));
      const FischerRows rows = fischer_rows(law, x, y);
      for (int j = 0; j < 3; ++j) {
        const Vec3 e = h * Vec3::Unit(j);
        const Vec3 dx = (fischer_rows(law, x + e, y).phi - fischer_rows(law, x - e, y).phi) / (2 * h);
        const Vec3 dy = (fischer_rows(law, x, y + e).phi - fischer_rows(law, x, y - e).phi) / (2 * h);
        EXPECT_LT((dx - rows.E.col(j)).norm(), 1e-6);
        EXPECT_LT((dy - rows.B[j] * Vec3::Unit(j)).norm(), 1e-6);
      }
      for (int j = 0; j < 3; ++j) {
        EXPECT_LE(rows.E(j, j), 0);
        EXPECT_LE(rows.B[j], 0);
        EXPECT_LT(rows.E(j, j) + rows.B[j], -0.1);
      }
    }
}

TEST(FischerNewton, ConvergesQuadratically) {
  // Two contacts, six unknowns, as in Fig. 2 of the paper: one slides along a tangent, one sticks.
  const LocalProblem p = testing::two_layers(1, 3, Vec3(-1, 0.1, 0.2), Vec3(-1.2, 5, 0.3), 0.6, 0.5);
  for (const bool semi_staggered : {false, true}) {
    FischerNewtonOptions options;
    options.semi_staggered = semi_staggered;
    options.max_newton = 30;
    options.proximal = false;
    options.tolerance = 1e-15;
    std::vector<double> error;
    std::vector<Vec3> r(2, Vec3::Zero());
    fischer_newton(p, r, options,
                   [&](int, double, double normal, double friction) { error.push_back(std::sqrt(normal + friction)); });
    // From the first error under 0.1 on, every error is at most about the square of the one before.
    int quadratic = 0;
    for (std::size_t i = 1; i < error.size() && error[i - 1] > 1e-7; ++i) {
      if (error[i - 1] > 0.1) continue;
      EXPECT_LT(error[i], std::max(2 * error[i - 1] * error[i - 1], 1e-14)) << i;
      ++quadratic;
    }
    EXPECT_GE(quadratic, 2);
    EXPECT_LT(error.back(), 1e-13);
  }
}

TEST(FischerNewton, SolvesRandomProblemsInBothForms) {
  std::mt19937 random(31);
  for (int i = 0; i < 12; ++i) {
    testing::RandomProblemOptions shape;
    shape.bodies = 3 + i;
    shape.contacts = 10 + 4 * i;
    shape.mass_decades = i % 4;
    const ContactProblem p = testing::random_problem(random, shape);
    const LocalProblem local = condense(p);
    FischerNewtonOptions options;
    options.tolerance = 1e-9;
    std::vector<Vec3> by_contacts(p.size(), Vec3::Zero()), by_bodies = by_contacts;
    const LocalResult a = fischer_newton(local, by_contacts, options), b = fischer_newton(p, by_bodies, options);
    EXPECT_TRUE(a.converged) << i << ": " << a.model_error;
    EXPECT_TRUE(b.converged) << i << ": " << b.model_error;
    for (const auto& r : {by_contacts, by_bodies})
      EXPECT_LE(model_error(local, compliances(local), r, relative_velocities(local, r), FrictionSet::pyramid()), 2e-9);
  }
}

TEST(FischerNewton, AlignedTangentsGiveCoulombsSlidingFriction) {
  const LocalProblem p = testing::local_particle(2, Vec3(-1, 3, -4), 0.5);
  FischerNewtonOptions options;
  options.tolerance = 1e-10;
  options.alignments = 1;
  std::vector<Vec3> r{Vec3::Zero()};
  const LocalResult result = fischer_newton(p, r, options);
  EXPECT_TRUE(result.converged);
  EXPECT_LT((r[0] - Vec3(2, -0.6, 0.8)).norm(), 1e-9);
}

TEST(FischerNewton, StartAtTheSolutionCostsNoStep) {
  const LocalProblem p = testing::two_layers(1, 3, Vec3(-1, 0, 0), Vec3(-1, 5, 0), 0.5, 0.5);
  std::vector<Vec3> r{Vec3(4, -1.5, 0), Vec3(3, -1.5, 0)};
  const LocalResult result = fischer_newton(p, r, {});
  EXPECT_EQ(result.iterations, 0);
  EXPECT_EQ(result.factorizations, 0);
  EXPECT_TRUE(result.converged);
}

/// The problem of the first step of a scene, from rest.
ContactProblem first_problem(const std::string& name, const std::map<std::string, GalleryValue>& parameters = {}) {
  World world = build_world(build_gallery_scene(name, parameters));
  world.step();
  return world.last_problem();
}

TEST(FischerNewton, HeavyBoxOnALightOne) {
  // 1000 kg on 1 kg: after 150 sweeps of Gauss-Seidel the boxes still fall into each other nearly as fast as freely,
  // and 150 more from there change little. Newton steps hold them.
  const ContactProblem p = first_problem("mass_ratio");
  const LocalProblem local = condense(p);
  const double free_fall = 0.01 * 9.81;
  std::vector<Vec3> r(p.size(), Vec3::Zero());
  GaussSeidelOptions sweeps;
  sweeps.tolerance = 1e-8;
  for (const double least : {0.85, 0.75}) {
    gauss_seidel(local, r, sweeps);
    EXPECT_GT(certify(p, velocities(p, r), r).normal, least * free_fall);
  }
  r.assign(p.size(), Vec3::Zero());
  FischerNewtonOptions options;
  options.tolerance = 1e-10;
  const LocalResult result = fischer_newton(local, r, options);
  EXPECT_TRUE(result.converged) << result.model_error;
  EXPECT_LE(result.iterations, 40);
  EXPECT_LT(certify(p, velocities(p, r), r).normal, 1e-6 * free_fall);
}

TEST(FischerNewton, HoldsTheHeavyBoxInMotionToo) {
  Scene scene = build_gallery_scene("mass_ratio");
  scene.solver.type = "fischer_newton";
  const testing::RunOutcome held = testing::run_scene(scene, {.duration = 2});
  EXPECT_EQ(held.converged, held.steps);
  EXPECT_LT(held.motion, 1e-6);
  scene.solver.type = "gauss_seidel";
  scene.solver.max_iterations = 150;
  for (const bool warm : {false, true}) {
    scene.solver.warm_start = warm;
    EXPECT_GE(testing::run_scene(scene, {.duration = 2, .stop_when_moved = 0.05}).motion, 0.05) << warm;
  }
}

TEST(FischerNewton, DenseWall) {
  // Where the paper's method ends in a local minimum behind Gauss-Seidel's: 8 x 10 bricks, cold.
  const ContactProblem p = first_problem("wall", {{"rows", 8}, {"columns", 10}});
  EXPECT_GT(p.size(), 800);
  FischerNewtonOptions options;
  options.tolerance = 1e-8;
  std::vector<Vec3> r(p.size(), Vec3::Zero());
  const LocalResult result = fischer_newton(p, r, options);
  EXPECT_LE(result.model_error, 1e-8);
  EXPECT_LE(result.iterations, 40);
  r.assign(p.size(), Vec3::Zero());
  EXPECT_GT(gauss_seidel(condense(p), r, {}).model_error, 1e-6);
}

}  // namespace
}  // namespace stiction
