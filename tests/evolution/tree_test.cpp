// Chains and trees of contacts: bodies that rest on bodies.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <numbers>

#include "evolution/test_contacts.h"
#include "stiction/common/error.h"
#include "stiction/evolution/smooth_tree.h"

namespace stiction {
namespace {

SurfacePlace place_on(const SmoothBody& ball, const Vec3& direction) {
  const SurfacePoint at = dynamic_cast<const test::Ellipsoid&>(*ball.surface).place(direction);
  return {at.patch, -1, at.st};
}

/// A ball of a heap: what it lies on (-1: the plane z = 0), and in which direction it lies from there.
struct Ball {
  double radius, mass;
  int below;
  Vec3 up;
};

/// Balls on a plane and on each other, and two ways to move them.
struct Heap {
  std::vector<Ball> balls;
  std::vector<Vec3> x, v, w;  ///< places, velocities, angular velocities

  explicit Heap(std::vector<Ball> all) : balls(std::move(all)), v(balls.size(), Vec3::Zero()), w(v) {
    for (Ball& ball : balls) {
      ball.up.normalize();
      x.push_back(ball.below < 0 ? Vec3(ball.radius * Vec3::UnitZ())
                                 : Vec3(x[std::size_t(ball.below)] +
                                        (ball.radius + balls[std::size_t(ball.below)].radius) * ball.up));
    }
  }

  SmoothTree tree(const SmoothContactLaw& law) const {
    std::vector<SmoothTree::Member> members;
    for (const Ball& ball : balls) members.push_back({test::ball(ball.radius, ball.mass), ball.below, law});
    return SmoothTree(test::fixed(test::plane()), members);
  }
  SmoothTreeState start(const SmoothTree& tree) const {
    std::vector<BodyMotion> motions(balls.size());
    std::vector<SmoothTree::Places> places(balls.size());
    for (std::size_t i = 0; i < balls.size(); ++i) {
      motions[i] = {x[i], Quat::Identity(), v[i], w[i]};
      places[i].own = place_on(tree.contact(int(i)).first(), -balls[i].up);
      places[i].on_parent = balls[i].below < 0 ? SurfacePlace{} : place_on(tree.contact(int(i)).second(), balls[i].up);
    }
    return tree.touch(motions, {}, places);
  }

  /// Without contact coordinates: forces at the contacts such that centres keep their distances and nothing slips
  /// (`rolls`), or slips freely.
  struct Rates {
    std::vector<Vec3> a, alpha;
  };
  Rates rates(bool rolls) const {
    const auto n = static_cast<Eigen::Index>(balls.size());
    // Unknown: 3 components of the force on each ball where it lies on the one below; rows: acceleration of what must
    // not change.
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(3 * n, 3 * n);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(3 * n);
    std::vector<Vec3> normal(balls.size());
    for (std::size_t i = 0; i < balls.size(); ++i)
      normal[i] = balls[i].below < 0 ? Vec3(Vec3::UnitZ()) : Vec3((x[i] - x[std::size_t(balls[i].below)]).normalized());
    const auto accelerations = [&](const Eigen::VectorXd& forces) {
      Rates r{std::vector<Vec3>(balls.size(), test::kGravity), std::vector<Vec3>(balls.size(), Vec3::Zero())};
      for (std::size_t i = 0; i < balls.size(); ++i) {
        const Vec3 f = forces.segment<3>(3 * Eigen::Index(i));
        const auto push = [&](std::size_t k, const Vec3& force, const Vec3& arm) {
          r.a[k] += force / balls[k].mass;
          r.alpha[k] += arm.cross(force) / (0.4 * balls[k].mass * balls[k].radius * balls[k].radius);
        };
        push(i, f, -balls[i].radius * normal[i]);
        if (balls[i].below < 0) continue;
        const auto p = std::size_t(balls[i].below);
        push(p, -f, balls[p].radius * normal[i]);
      }
      return r;
    };
    const auto constraints = [&](const Eigen::VectorXd& forces) {
      const Rates r = accelerations(forces);
      Eigen::VectorXd rows(3 * n);
      for (std::size_t i = 0; i < balls.size(); ++i) {
        const bool ground = balls[i].below < 0;
        const auto p = ground ? i : std::size_t(balls[i].below);
        const double r1 = balls[i].radius, r2 = ground ? 0 : balls[p].radius;
        const Vec3 n1 = normal[i], dv = ground ? v[i] : Vec3(v[i] - v[p]), da = ground ? r.a[i] : Vec3(r.a[i] - r.a[p]);
        const Vec3 turned = ground ? Vec3(Vec3::Zero()) : Vec3((dv - dv.dot(n1) * n1) / (r1 + r2));
        const Vec3 spin = ground ? Vec3(r1 * w[i]) : Vec3(r1 * w[i] + r2 * w[p]);
        const Vec3 spin_rate = ground ? Vec3(r1 * r.alpha[i]) : Vec3(r1 * r.alpha[i] + r2 * r.alpha[p]);
        // v1 - v2 - (r1 w1 + r2 w2) × n is the slip.
        Vec3 row = da - spin_rate.cross(n1) - spin.cross(turned);
        if (!rolls) {
          const Vec3 f = forces.segment<3>(3 * Eigen::Index(i));
          const double along = da.dot(n1) + dv.dot(turned);
          row = along * n1 + f - f.dot(n1) * n1;
        }
        rows.segment<3>(3 * Eigen::Index(i)) = row;
      }
      return rows;
    };
    b = constraints(b);
    for (Eigen::Index k = 0; k < 3 * n; ++k) A.col(k) = constraints(Eigen::VectorXd::Unit(3 * n, k)) - b;
    return accelerations(A.partialPivLu().solve(-b));
  }
  void run(double duration, int steps, bool rolls) {
    const double h = duration / steps;
    for (int s = 0; s < steps; ++s) {
      const Heap start = *this;
      std::vector<Vec3> dx(x.size(), Vec3::Zero()), dv = dx, dw = dx;
      Heap at = start;
      for (int stage = 0; stage < 4; ++stage) {
        const Rates r = at.rates(rolls);
        const double weight = stage == 0 || stage == 3 ? 1. / 6 : 1. / 3, reach = stage < 2 ? h / 2 : h;
        const std::vector<Vec3> velocity = at.v;
        for (std::size_t i = 0; i < x.size(); ++i) {
          dx[i] += weight * h * velocity[i];
          dv[i] += weight * h * r.a[i];
          dw[i] += weight * h * r.alpha[i];
          at.x[i] = start.x[i] + reach * velocity[i];
          at.v[i] = start.v[i] + reach * r.a[i];
          at.w[i] = start.w[i] + reach * r.alpha[i];
        }
      }
      for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = start.x[i] + dx[i];
        v[i] = start.v[i] + dv[i];
        w[i] = start.w[i] + dw[i];
      }
    }
  }
};

Heap chain() {
  return Heap({{0.1, 2, -1, Vec3::UnitZ()}, {0.06, 1, 0, {0.15, 0.05, 1}}, {0.03, 0.5, 1, {-0.1, 0.1, 1}}});
}
Heap fork() { return Heap({{0.2, 2, -1, Vec3::UnitZ()}, {0.05, 1, 0, {0.4, 0, 1}}, {0.07, 0.7, 0, {-0.3, 0.3, 1}}}); }

// A tree of one contact is a pair.
TEST(SmoothTree, OfOneMemberMovesAsAPair) {
  SmoothBody top = test::ball(0.1);
  top.inertia = Vec3(0.004, 0.005, 0.006).asDiagonal();
  top.centre_of_mass = Vec3(0.01, 0.02, 0);
  const SmoothBody plane = test::fixed(test::plane());
  for (const SmoothContactLaw& law :
       {SmoothContactLaw{}, test::kNoSlip, SmoothContactLaw{.mu_static = 0.2, .mu_dynamic = 0.15}}) {
    const SmoothContact pair(top, plane, law);
    const SmoothTree tree(plane, {{top, -1, law}});
    SmoothContactState one = test::ball_at(pair, -Vec3::UnitZ(), {}, Vec3(0.6, 0.2, 0), Vec3(1, 2, 3));
    SmoothTreeState all{{one}, 0};
    EvolutionOptions fine;
    fine.tolerance = 1e-11;
    const EvolutionOutcome expected = evolve(pair, one, 1, test::kGravity, fine);
    const TreeOutcome found = evolve(tree, all, 1, test::kGravity, fine);
    ASSERT_TRUE(expected.in_contact());
    ASSERT_EQ(found.end, ContactEnd::kNone);
    EXPECT_LT((found.bodies[0].position - expected.bodies.first.position).norm(), 1e-8);
    EXPECT_LT((found.bodies[0].angular_velocity - expected.bodies.first.angular_velocity).norm(), 1e-7);
    const auto switches = [](const auto& events, const auto& kind_of) {
      return std::count_if(events.begin(), events.end(), [&](const auto& e) {
        return kind_of(e) == ContactEvent::Kind::kRolls || kind_of(e) == ContactEvent::Kind::kSlides;
      });
    };
    EXPECT_EQ(switches(found.events, [](const TreeEvent& e) { return e.event.kind; }),
              switches(expected.events, [](const ContactEvent& e) { return e.kind; }));
  }
}

class Heaps : public testing::TestWithParam<std::tuple<bool, bool>> {};

// Bodies in maximal coordinates, with the forces at all contacts from constraints between centres, move the same.
TEST_P(Heaps, MoveAsIndependentEquationsSay) {
  const auto [forked, rolls] = GetParam();
  Heap heap = forked ? fork() : chain();
  const SmoothTree tree = heap.tree(rolls ? test::kNoSlip : SmoothContactLaw{});
  SmoothTreeState state = heap.start(tree);
  EvolutionOptions fine;
  fine.tolerance = 1e-12;
  const double before = tree.energy(state, test::kGravity), duration = 0.12;
  for (const ContactReaction& r : tree.reactions(state, test::kGravity)) EXPECT_GT(r.normal, 1);
  const TreeOutcome outcome = evolve(tree, state, duration, test::kGravity, fine);
  ASSERT_EQ(outcome.end, ContactEnd::kNone) << outcome.elapsed << " " << outcome.member;
  heap.run(duration, 600, rolls);
  for (std::size_t i = 0; i < heap.x.size(); ++i) {
    EXPECT_LT((outcome.bodies[i].position - heap.x[i]).norm(), 1e-9) << i;
    EXPECT_LT((outcome.bodies[i].velocity - heap.v[i]).norm(), 1e-8) << i;
    EXPECT_LT((outcome.bodies[i].angular_velocity - heap.w[i]).norm(), 1e-7) << i;
    EXPECT_GT(heap.v[i].norm(), 0.01) << i;  // it moves at all
  }
  EXPECT_NEAR(tree.energy(state, test::kGravity) / before, 1, 1e-10);
}
INSTANTIATE_TEST_SUITE_P(ChainsAndForks, Heaps, testing::Combine(testing::Bool(), testing::Bool()));

// Members touch their parents exactly, however long it goes on.
TEST(SmoothTree, StaysTogether) {
  Heap heap = fork();
  const SmoothTree tree = heap.tree(test::kNoSlip);
  SmoothTreeState state = heap.start(tree);
  const TreeOutcome outcome = evolve(tree, state, 1, test::kGravity, test::runge_kutta(0.01));
  EXPECT_EQ(outcome.end, ContactEnd::kSeparated);  // a ball rolls off in the end
  EXPECT_GE(outcome.member, 1);
  for (std::size_t i = 1; i < heap.balls.size(); ++i) {
    const double apart = (outcome.bodies[i].position - outcome.bodies[0].position).norm();
    EXPECT_NEAR(apart, heap.balls[0].radius + heap.balls[i].radius, 1e-12);
  }
}

// On a ball that is too heavy to care, a ball leaves where it leaves a fixed one: at cos θ = ⅔ cos θ₀.
TEST(SmoothTree, BallLeavesAHeavyBall) {
  const double angle = 0.3;
  Heap heap({{1, 1e9, -1, Vec3::UnitZ()}, {0.1, 1, 0, {std::sin(angle), 0, std::cos(angle)}}});
  const SmoothTree tree = heap.tree({});
  SmoothTreeState state = heap.start(tree);
  const TreeOutcome outcome = evolve(tree, state, 5, test::kGravity);
  ASSERT_EQ(outcome.end, ContactEnd::kSeparated);
  EXPECT_EQ(outcome.member, 1);
  const Vec3 up = (outcome.bodies[1].position - outcome.bodies[0].position).normalized();
  EXPECT_NEAR(up.z(), 2. / 3 * std::cos(angle), 1e-6);
}

// The upper ball is thrown along the lower one: it slides, both begin to roll, and energy only falls.
TEST(SmoothTree, FrictionBringsRolling) {
  Heap heap({{0.2, 5, -1, Vec3::UnitZ()}, {0.05, 0.2, 0, {0, 0.02, 1}}});
  heap.v[1] = Vec3(0.2, 0, 0);
  const SmoothTree tree = heap.tree({.mu_static = 0.5, .mu_dynamic = 0.4});
  SmoothTreeState state = heap.start(tree);
  EXPECT_FALSE(state.contacts[1].mode.rolling);
  double energy = tree.energy(state, test::kGravity);
  int rolls = 0;
  for (int i = 0; i < 20; ++i) {
    const TreeOutcome outcome = evolve(tree, state, 0.005, test::kGravity);
    ASSERT_EQ(outcome.end, ContactEnd::kNone);
    for (const TreeEvent& event : outcome.events) rolls += event.event.kind == ContactEvent::Kind::kRolls;
    const double now = tree.energy(state, test::kGravity);
    EXPECT_LT(now, energy + 1e-12);
    energy = now;
  }
  EXPECT_GE(rolls, 2);
  EXPECT_TRUE(state.contacts[0].mode.rolling);
  EXPECT_TRUE(state.contacts[1].mode.rolling);
}

// Of two balls on a ball that rolls away under them, the upper ones roll, too, and begin to slide when it gets too
// steep. Where static and dynamic friction are equal that begins without acceleration.
TEST(SmoothTree, RollingTurnsIntoSlidingWithEqualFriction) {
  Heap heap = fork();
  const SmoothTree tree = heap.tree({.mu_static = 0.3, .mu_dynamic = 0.3});
  SmoothTreeState state = heap.start(tree);
  double energy = tree.energy(state, test::kGravity);
  int slides = 0, evaluations = 0;
  ContactEnd end = ContactEnd::kNone;
  for (int i = 0; i < 200 && end == ContactEnd::kNone; ++i) {
    const TreeOutcome outcome = evolve(tree, state, 0.005, test::kGravity);
    end = outcome.end;
    evaluations += outcome.evaluations;
    for (const TreeEvent& event : outcome.events) slides += event.event.kind == ContactEvent::Kind::kSlides;
    const double now = tree.energy(state, test::kGravity);
    EXPECT_LT(now, energy + 1e-9);
    energy = now;
  }
  EXPECT_EQ(end, ContactEnd::kSeparated);
  EXPECT_GE(slides, 1);
  EXPECT_LT(evaluations, 500000);
}

TEST(SmoothTree, WrongInputIsRefused) {
  const SmoothBody plane = test::fixed(test::plane()), ball = test::ball(0.1);
  EXPECT_THROW(SmoothTree(ball, {{ball, -1, {}}}), InputError);
  EXPECT_THROW(SmoothTree(plane, {{ball, 0, {}}}), InputError);
  EXPECT_THROW(SmoothTree(plane, {{ball, -1, {.spin_static = 0.1}}}), InputError);
  const SmoothTree tree(plane, {{ball, -1, {}}});
  SmoothTreeState none;
  EXPECT_THROW(evolve(tree, none, 1, test::kGravity), InputError);
  EXPECT_THROW(tree.touch({}, {}, {}), InputError);
}

}  // namespace
}  // namespace stiction
