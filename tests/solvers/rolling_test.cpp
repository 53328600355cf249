// Rolling and spin friction in the solvers: by hand, on random problems, and the Newton step against its own residual.
#include <gtest/gtest.h>

#include <cmath>

#include "solvers/random_problems.h"
#include "stiction/common/error.h"
#include "stiction/problem/certificate.h"
#include "stiction/solvers/contact_solver.h"
#include "stiction/solvers/kernels/interior_point.h"
#include "stiction/solvers/kernels/proximal_newton.h"

namespace stiction {
namespace {

/// A ball of unit mass, inertia 0.4 and radius 1 on the floor; normal along z. It falls with 1 m/s.
ContactProblem ball(const Vec3& angular_velocity, double mu, double spin, double rolling) {
  ContactProblem p;
  Mat6 M = Mat6::Identity();
  M.bottomRightCorner<3, 3>() *= 0.4;
  p.mass = {M};
  p.inverse_mass = {Mat6(M.inverse())};
  Vec6 v;
  v << 0, 0, -1, angular_velocity;
  p.v_free = {v};
  ProblemContact c;
  c.body_a = 0;
  c.mu = mu;
  const Mat3 axes = (Mat3() << 0, 0, 1, 1, 0, 0, 0, 1, 0).finished();  // rows: normal, tangents
  for (int row = 0; row < 3; ++row) {
    c.G_a.block<1, 3>(row, 0) = axes.row(row);
    c.G_a.block<1, 3>(row, 3) = Vec3(-Vec3::UnitZ()).cross(Vec3(axes.row(row))).transpose();
  }
  ProblemContact turning;
  turning.body_a = 0;
  turning.law = RowLaw::rolling;
  turning.parent = 0;
  turning.G_a.rightCols<3>() = axes;  // a unit length: bounds are lengths
  turning.upper = Vec3(spin, rolling, rolling);
  turning.lower = -turning.upper;
  p.contacts = {c, turning};
  return p;
}

class RollingRows : public ::testing::TestWithParam<std::string> {
 protected:
  std::vector<Vec3> solve(const ContactProblem& p, double tolerance = 1e-10) {
    SolverSettings settings;
    settings.type = GetParam();
    std::vector<Vec3> r(p.size(), Vec3::Zero());
    report_ = make_solver(settings)->solve(p, r, {tolerance, 500});
    EXPECT_LE(certify(p, velocities(p, r), r).error, tolerance);
    return r;
  }
  SolveReport report_;
};

TEST_P(RollingRows, HoldOrBrakeByHand) {
  // The normal impulse is 1. Without friction at the contact, turning is stopped by 0.4 omega.
  EXPECT_LT((solve(ball(Vec3(0, 0, 1), 0, 0.5, 0))[1] - Vec3(-0.4, 0, 0)).norm(), 1e-8);
  EXPECT_LT((solve(ball(Vec3(0, 0, 2), 0, 0.5, 0))[1] - Vec3(-0.5, 0, 0)).norm(), 1e-8);
  EXPECT_LT((solve(ball(Vec3(0, 0, -2), 0, 0.5, 0.1))[1] - Vec3(0.5, 0, 0)).norm(), 1e-8);
  EXPECT_LT((solve(ball(Vec3(0.3, -0.4, 9), 0, 0, 0.3))[1] - Vec3(0, -0.12, 0.16)).norm(), 1e-8);
  EXPECT_LT((solve(ball(Vec3(3, -4, 0), 0, 0, 0.3))[1] - Vec3(0, -0.18, 0.24)).norm(), 1e-8);
  // Friction and rolling friction share what stops it: u_t = v_x - omega_y etc. Sticking contact and rolling rows at
  // their bound, about x: 0.4 domega = -t + f, v_y = f, v_y + omega_x = 0 with omega_x = 3 at the start.
  const std::vector<Vec3> r = solve(ball(Vec3(3, 0, 0), 10, 0, 0.3));
  EXPECT_NEAR(r[1].y(), -0.3, 1e-8);
  const double f = -(3 - 0.3 / 0.4) / (1 + 1 / 0.4);
  EXPECT_NEAR(std::abs(r[0].z()), std::abs(f), 1e-8);
}

TEST_P(RollingRows, NothingWithoutNormalImpulse) {
  ContactProblem p = ball(Vec3(1, 2, 3), 0.5, 0.5, 0.5);
  p.v_free[0].z() = 0.1;
  for (const Vec3& r : solve(p)) EXPECT_EQ(r, Vec3::Zero());
}

/// Gives every other contact rolling rows.
ContactProblem with_rolling(ContactProblem p, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  const int contacts = p.size();
  for (int k = 0; k < contacts; k += 2) {
    const ProblemContact& c = p.contacts[k];
    ProblemContact turning;
    turning.law = RowLaw::rolling;
    turning.parent = k;
    turning.body_a = c.body_a;
    turning.body_b = c.body_b;
    const double arm = std::pow(10, -3 * unit(random));
    turning.G_a.rightCols<3>() = arm * c.G_a.leftCols<3>();
    turning.G_b.rightCols<3>() = arm * c.G_b.leftCols<3>();
    const double other = unit(random);
    turning.upper = unit(random) < 0.5 ? Vec3(1, other, other) : Vec3(other, 1, 1);
    turning.lower = -turning.upper;
    p.contacts.push_back(turning);
  }
  return p;
}

TEST_P(RollingRows, RandomProblemsReachTheirTolerance) {
  std::mt19937 random(17);
  for (auto [bodies, contacts] : std::vector<std::pair<int, int>>{{1, 4}, {3, 12}, {8, 12}, {10, 60}})
    for (int i = 0; i < 5; ++i) {
      testing::RandomProblemOptions options;
      options.bodies = bodies;
      options.contacts = contacts;
      solve(with_rolling(testing::random_problem(random, options), random), 1e-8);
      EXPECT_NE(report_.path, SolvePath::unconverged) << bodies << " bodies, " << contacts << " contacts";
    }
}

INSTANTIATE_TEST_SUITE_P(All, RollingRows, ::testing::Values("auto", "staggered_projections", "proximal_newton"),
                         [](const auto& test) { return test.param; });

TEST(RollingGaussSeidel, HoldsOrBrakesByHandAndAgreesWithAuto) {
  SolverSettings settings;
  settings.type = "gauss_seidel";
  settings.friction = "cone";
  const auto solve = [&](const ContactProblem& p, double tolerance) {
    std::vector<Vec3> r(p.size(), Vec3::Zero());
    make_solver(settings)->solve(p, r, {tolerance, 100000});
    EXPECT_LE(certify(p, velocities(p, r), r).error, tolerance);
    return r;
  };
  EXPECT_LT((solve(ball(Vec3(0, 0, 1), 0, 0.5, 0), 1e-10)[1] - Vec3(-0.4, 0, 0)).norm(), 1e-8);
  EXPECT_LT((solve(ball(Vec3(0, 0, -2), 0, 0.5, 0.1), 1e-10)[1] - Vec3(0.5, 0, 0)).norm(), 1e-8);
  EXPECT_LT((solve(ball(Vec3(3, -4, 0), 0, 0, 0.3), 1e-10)[1] - Vec3(0, -0.18, 0.24)).norm(), 1e-8);
  EXPECT_NEAR(solve(ball(Vec3(3, 0, 0), 10, 0, 0.3), 1e-10)[0].z(), -(3 - 0.3 / 0.4) / (1 + 1 / 0.4), 1e-8);
  std::mt19937 random(41);
  const ContactProblem p = with_rolling(testing::random_problem(random, {.bodies = 6, .contacts = 10}), random);
  std::vector<Vec3> r(p.size(), Vec3::Zero());
  make_solver({})->solve(p, r, {1e-10, 2000});
  const std::vector<Vec6> v = velocities(p, r), w = velocities(p, solve(p, 1e-9));
  for (int i = 0; i < p.bodies(); ++i) EXPECT_LT((v[i] - w[i]).norm(), 1e-6 * (1 + v[i].norm())) << i;
}

template <class Problem>
void expect_refusal(const Problem& p, const std::string& type, const std::string& remedy) {
  SolverSettings settings;
  settings.type = type;
  std::vector<Vec3> r(p.size(), Vec3::Zero());
  try {
    make_solver(settings)->solve(p, r, {});
    ADD_FAILURE() << type << " takes rolling friction";
  } catch (const InputError& error) {
    EXPECT_NE(error.problem().find("rolling"), std::string::npos) << error.what();
    EXPECT_NE(error.remedy().find(remedy), std::string::npos) << error.what();
  }
}

TEST(RollingRefusals, NameTheLawAndASolverThatKnowsIt) {
  const ContactProblem p = ball(Vec3(1, 2, 3), 0.5, 0.5, 0.5);
  for (const char* type : {"conjugate_gradient", "pcg_gauss_seidel", "fischer_newton", "lemke"})
    expect_refusal(p, type, "auto");
  // In contact space, where a simulation never solves.
  const LocalProblem local = condense(p);
  for (const char* type : {"auto", "proximal_newton", "staggered_projections"})
    expect_refusal(local, type, "gauss_seidel");
}

TEST(RollingNewton, PrimalAndDualFormsTakeTheSameSteps) {
  std::mt19937 random(29);
  const ContactProblem p = with_rolling(testing::random_problem(random, {.bodies = 5, .contacts = 14}), random);
  const WhitenedProblem w(p);
  std::vector<Vec3> r[2];
  int rounds[2];
  for (const Form form : {Form::primal, Form::dual}) {
    const int i = form == Form::dual;
    r[i].assign(p.size(), Vec3::Zero());
    NewtonSystem system(w, form);
    ProximalNewtonOptions options;
    options.target = 1e-12;
    rounds[i] = proximal_newton(w, CoulombLaw(w), w.w_free, system, options, r[i]).rounds;
  }
  EXPECT_EQ(rounds[0], rounds[1]);
  for (int k = 0; k < p.size(); ++k) EXPECT_LT((r[0][k] - r[1][k]).norm(), 1e-7) << k;
}

TEST(RollingInterior, ReachesItsTargetAlone) {
  std::mt19937 random(31);
  for (const Form form : {Form::primal, Form::dual}) {
    for (int i = 0; i < 10; ++i) {
      const ContactProblem p = with_rolling(testing::random_problem(random, {.bodies = 10, .contacts = 60}), random);
      const WhitenedProblem w(p);
      NewtonSystem system(w, form);
      std::vector<Vec3> r;
      const InteriorPointResult result = interior_point(w, system, InteriorPointOptions(), r);
      EXPECT_LE(result.error, 1e-5) << i << " after " << result.iterations;
      EXPECT_NEAR(certify(p, velocities(p, r), r).error, 0, 1e-5);
    }
  }
}

// From the answer to other free velocities the path need not begin in the middle of the cones.
TEST(RollingInterior, JoinsThePathNearImpulsesAtHand) {
  std::mt19937 random(37);
  int cold = 0, near = 0;
  for (int i = 0; i < 20; ++i) {
    ContactProblem p = with_rolling(testing::random_problem(random, {.bodies = 8, .contacts = 30}), random);
    const WhitenedProblem w(p);
    NewtonSystem system(w, Form::primal);
    std::vector<Vec3> r;
    InteriorPointOptions options;
    options.target = 1e-4;
    interior_point(w, system, options, r);
    for (Vec6& v : p.v_free) v *= 1 + 3e-3 * std::sin(v.x());
    const WhitenedProblem other(p);
    std::vector<Vec3> u, none;
    other.relative_velocities(r, u);
    const InteriorPointResult from_nothing = interior_point(other, system, options, none);
    EXPECT_LE(from_nothing.error, options.target) << i;
    options.start_error = other.errors(r, u).worst();
    EXPECT_GT(options.start_error, options.target) << i;
    const InteriorPointResult joined = interior_point(other, system, options, r);
    EXPECT_LE(joined.error, options.target) << i;
    other.relative_velocities(r, u);
    EXPECT_EQ(joined.error, other.errors(r, u).worst()) << i;
    cold += from_nothing.iterations;
    near += joined.iterations;
  }
  EXPECT_LT(near, 0.8 * cold) << cold;
}

// Newton's step must undo the residual up to second order, for changes of velocity and normal impulse alike.
TEST(RollingNewton, StepIsThatOfTheResidual) {
  const WhitenedProblem w(ball(Vec3(3, -4, 2), 0.5, 0.3, 0.2));
  const CoulombLaw law(w);
  const double rho = 0.3, damping = 0.2, push = 1.4;
  const auto residual = [&](const Vec3& r, const Vec3& u, double at) {
    return Vec3(r - law.image(1, r - rho * u, at));
  };
  for (const Vec3& u : {Vec3(3, -4, 2), Vec3(-3, 0.1, 0.2), Vec3(1e-3, 2, 1), Vec3(1e-3, 1e-3, -1e-3)}) {
    for (const double size : {1e-3, 1e-4}) {
      // A point whose residual is about `size`, and changes of the same order.
      const Vec3 r = law.image(1, -100 * u, push) + size * Vec3(0.3, -0.8, 0.5);
      const Vec3 du = size * Vec3(-0.7, 0.2, 0.9);
      const double dpush = 0.6 * size;
      const Linearization l = law.linearize(1, r, u, rho, damping, push);
      const Vec3 dr = l.step - l.weight * du + dpush * l.coupling;
      const double after = residual(r + dr, u + du + damping * dr, push + dpush).norm();
      if (u.norm() > 1e-2) {
        EXPECT_LT(after, 30 * size * size) << u.transpose();
      } else {
        EXPECT_LT(after, 1e-12) << "within the bounds the law is linear: " << u.transpose();
      }
    }
  }
}

}  // namespace
}  // namespace stiction
