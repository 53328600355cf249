// A compact problem is the whitened problem, and what it is solved for is solved.
#include "stiction/solvers/kernels/compact_problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/problem/certificate.h"
#include "stiction/scene/scene.h"
#include "stiction/solvers/auto_solver.h"
#include "stiction/solvers/compact_solve.h"
#include "stiction/solvers/kernels/compact_newton.h"
#include "stiction/solvers/kernels/compact_system.h"

namespace stiction {
namespace {

/// A soft block on the floor, beside a brick that rubs along it, under a slab that slides.
class SlabOnRubber : public ::testing::Test {
 protected:
  SlabOnRubber() : world_(build_world(scene())) {
    for (int i = 0; i < 5; ++i) world_.step();
    decomposition_ = find_blocks(problem());
    for (const int k : block().contacts) r_.push_back(world_.last_impulses()[std::size_t(k)]);
  }
  static Scene scene() {
    Scene s;
    s.step = 0.01;
    s.solver.tolerance = 1e-4;
    s.materials["rubber"] = {0.6, 0, 1000};
    BodyDescription floor;
    floor.name = "floor";
    floor.fixed = true;
    floor.shape = HalfSpaceDescription{};
    floor.material = "rubber";
    s.bodies.push_back(floor);
    const auto add = [&](const char* name, const Vec3& size, const Vec3& at, const Vec3& velocity) {
      BodyDescription body;
      body.name = name;
      body.shape = BoxDescription{size};
      body.position = at;
      body.velocity = velocity;
      body.material = "rubber";
      if (name == std::string("soft")) {
        ElasticDescription elastic;
        elastic.youngs_modulus = 1e6;
        elastic.stiffness_damping = 0.002;
        elastic.cells = {3, 4, 2};
        body.elastic = elastic;
      }
      s.bodies.push_back(body);
    };
    add("soft", {0.1, 0.2, 0.1}, {0, 0, 0.05}, {0, 0, 0});
    add("brick", {0.1, 0.2, 0.1}, {0.1, 0, 0.05}, {-0.2, 0.5, 0});
    add("slab", {0.3, 0.3, 0.02}, {0, 0, 0.11}, {0.7, 0.4, 0});
    return s;
  }
  const ContactProblem& problem() const { return world_.last_problem(); }
  const ProblemBlock& block() const { return decomposition_.blocks.front(); }
  double certified(const std::vector<Vec3>& r) const {
    return certify_part(problem(), block().contacts, velocities(problem(), r), r).error;
  }

  World world_;
  Decomposition decomposition_;
  std::vector<Vec3> r_;
};

std::vector<Vec3> padded(const CompactProblem& problem, const std::vector<Vec3>& r) {
  std::vector<Vec3> all(std::size_t(problem.padded()), Vec3::Zero());
  std::copy(r.begin(), r.end(), all.begin());
  return all;
}

TEST_F(SlabOnRubber, HasTheVelocitiesAndErrorsOfTheWhitenedProblem) {
  ASSERT_EQ(decomposition_.blocks.size(), 1u);
  ASSERT_GT(r_.size(), 40u);
  ASSERT_TRUE(CompactProblem::suits(problem(), block()));
  const WhitenedProblem whitened(part_of(problem(), decomposition_, 0));
  const CompactProblem compact(problem(), decomposition_, 0);
  std::vector<Vec3> less = r_, wrong = r_;
  for (Vec3& impulse : less) impulse *= 0.9;
  for (std::size_t k = 0; k < wrong.size(); k += 5) wrong[k].y() += 0.01;
  const std::vector<Vec3> none(r_.size(), Vec3::Zero());
  for (const std::vector<Vec3>& r : {r_, less, wrong, none}) {
    std::vector<Vec3> u, v(std::size_t(compact.padded()), Vec3::Zero());
    whitened.relative_velocities(r, u);
    compact.relative_velocities(padded(compact, r), v);
    for (std::size_t k = 0; k < u.size(); ++k) EXPECT_LT((u[k] - v[k]).norm(), 1e-12) << k;
    const Errors exact = whitened.errors(r, u), found = compact.errors(padded(compact, r), v);
    EXPECT_NEAR(found.impulse, exact.impulse, 1e-9 * exact.impulse + 1e-12);
    EXPECT_NEAR(found.velocity, exact.velocity, 1e-9 * exact.velocity + 1e-12);
  }
}

TEST_F(SlabOnRubber, SolvesTheSystemOfANewtonStep) {
  const CompactProblem compact(problem(), decomposition_, 0);
  const WhitenedProblem whitened(part_of(problem(), decomposition_, 0));
  const int n = compact.width();
  CompactSystem system(compact);
  std::vector<ContactMode> modes(r_.size());
  // Again with other modes: what stuck before has to go from the sum.
  for (int round = 0; round < 3; ++round) {
    const double alpha = 0.01 / (1 + round);
    Eigen::MatrixXd dense = Eigen::MatrixXd::Identity(n, n);
    for (std::size_t k = 0; k < modes.size(); ++k) {
      const WhitenedContact& c = whitened.contacts[k];
      ContactMode& mode = modes[k];
      mode.kind = ContactMode::Kind((k * 7 + std::size_t(round) * k) % 3);
      mode.normal = 1 / (alpha * c.d);
      mode.side = 0.3 / c.d;
      mode.along = Vec2(std::cos(double(k)), std::sin(double(k)));
      Mat3 C = Mat3::Zero();
      if (mode.kind == ContactMode::stick) C = mode.normal * Mat3::Identity();
      if (mode.kind == ContactMode::slip) {
        const Vec3 side(0, -mode.along.y(), mode.along.x());
        C = mode.side * side * side.transpose();
        C.col(0) += mode.normal * Vec3(1, c.mu * mode.along.x(), c.mu * mode.along.y());
      }
      Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3, n);
      c.for_each_term([&](int body, const Mat36& rows) { J.middleCols<6>(6 * body) = rows; });
      dense += J.transpose() * C * J;
    }
    const Eigen::VectorXd solution = Eigen::VectorXd::LinSpaced(n, -1, 2);
    Eigen::VectorXd x = dense * solution;
    ASSERT_TRUE(system.factor(modes, alpha));
    system.solve(x);
    EXPECT_LT((x - solution).norm(), 1e-7) << round;
  }
}

TEST_F(SlabOnRubber, IsSolvedWithinTheTolerance) {
  for (const double part : {0.9, 0.5, 0.01}) {
    std::vector<Vec3> r = r_;
    for (Vec3& impulse : r) impulse *= part;
    ASSERT_GT(certified(r), 1e-3);
    Budget budget;
    budget.tolerance = 1e-4;
    SolveReport report;
    ASSERT_TRUE(solve_compact(problem(), decomposition_, 0, r, budget, report)) << part;
    EXPECT_LE(certified(r), 1e-4) << part;
    EXPECT_GT(report.factorizations, 0);
    EXPECT_EQ(report.path, SolvePath::proximal);
  }
}

TEST_F(SlabOnRubber, LeavesWhatSeemsToRestAlone) {
  std::vector<Vec3> r = r_;
  SolveReport report;
  ASSERT_LE(certified(r), 1e-4);
  EXPECT_FALSE(solve_compact(problem(), decomposition_, 0, r, Budget{}, report));
  EXPECT_EQ(r, r_);
  EXPECT_EQ(report.factorizations, 0);
}

TEST_F(SlabOnRubber, LeavesBlocksAloneWhereFewContactsPush) {
  std::vector<Vec3> r = r_;
  for (std::size_t k = 3; k < r.size(); ++k) r[k].setZero();
  SolveReport report;
  EXPECT_FALSE(solve_compact(problem(), decomposition_, 0, r, Budget{}, report));
  EXPECT_EQ(report.factorizations, 0);
}

TEST_F(SlabOnRubber, StartsAgainFromWhatIsNotANumber) {
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<Vec3> r = r_;
    for (Vec3& impulse : r) impulse *= 0.5;
    r[3][axis] = std::numeric_limits<double>::quiet_NaN();
    Budget budget;
    budget.tolerance = 1e-4;
    SolveReport report;
    ASSERT_TRUE(solve_compact(problem(), decomposition_, 0, r, budget, report)) << axis;
    EXPECT_LE(certified(r), 1e-4) << axis;
  }
}

TEST_F(SlabOnRubber, KeepsToTheLimitOnWork) {
  std::vector<Vec3> r = r_;
  for (Vec3& impulse : r) impulse *= 0.1;
  const std::vector<Vec3> start = r;
  Budget budget;
  budget.tolerance = 1e-12;
  budget.max_factorizations = 2;
  SolveReport report;
  EXPECT_FALSE(solve_compact(problem(), decomposition_, 0, r, budget, report));
  EXPECT_EQ(report.factorizations, 2);
  // And the default solver makes what it got free of penetration all the same.
  r = start;
  const SolveReport stopped = AutoSolver().solve(problem(), decomposition_, 0, r, budget);
  EXPECT_EQ(stopped.path, SolvePath::unconverged);
  const std::vector<Vec6> v = velocities(problem(), r);
  EXPECT_LT(certify_part(problem(), block().contacts, v, r).normal, 1e-9);
}

TEST_F(SlabOnRubber, DoesNotSuitJointsOrManyBodies) {
  ContactProblem other = problem();
  other.contacts[2].law = RowLaw::bounded;
  EXPECT_FALSE(CompactProblem::suits(other, block()));
  ProblemBlock large = block();
  large.bodies.resize(std::size_t(CompactProblem::kMostBodies) + 1);
  EXPECT_FALSE(CompactProblem::suits(problem(), large));
}

}  // namespace
}  // namespace stiction
