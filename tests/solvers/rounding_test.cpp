// Bodies that fall together touch with velocities that are nothing but rounding.
#include <gtest/gtest.h>

#include <random>

#include "solvers/random_problems.h"
#include "stiction/problem/certificate.h"
#include "stiction/solvers/contact_solver.h"

namespace stiction {
namespace {

TEST(Rounding, WhatTheSolverCallsNoiseIsNoErrorOfTheStep) {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  const auto solver = make_solver({});
  int wrong = 0;
  for (int i = 0; i < 20000; ++i) {
    testing::RandomProblemOptions options;
    options.bodies = 3;
    options.contacts = 8;
    options.fixed_share = 0;
    ContactProblem p = testing::random_problem(random, options);
    // The same motion of all, but for what many steps may have left in the last digits.
    const Vec3 motion = 3 * Vec3(normal(random), normal(random), normal(random));
    for (Vec6& v : p.v_free) {
      v.setZero();
      v.head<3>() = motion;
      for (double& x : v) x += 5 * std::numeric_limits<double>::epsilon() * motion.norm() * normal(random);
    }
    for (ProblemContact& c : p.contacts) c.bias = 0;
    std::vector<Vec3> r(p.size(), Vec3::Zero());
    solver->solve(p, r, Budget{1e-6});
    wrong += !(certify(p, velocities(p, r), r).error <= 1e-6);
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace stiction
