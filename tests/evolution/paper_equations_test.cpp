// The accelerations against the paper's own equations (20), (28), (33), (38), written out in body coordinates; and the
// two bodies of a contact that both move against conservation of momentum.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "evolution/test_contacts.h"
#include "stiction/evolution/contact_dynamics.h"
#include "stiction/evolution/contact_kinematics.h"

namespace stiction {
namespace {

using test::kGravity;
using Vector = MotionVector<kSecondFixed>;

struct Case {
  SmoothContact contact;
  SmoothContactState state;
  ContactKinematics kinematics;
  Vec5 rate;

  explicit Case(const SmoothContactLaw& law, ContactMode mode) : contact(make(law)) {
    state.first = {0, -1, Vec2(0.03, -0.02)};
    state.second = {0, -1, Vec2(0.1, 0.25)};
    state.psi = 0.7;
    state.second_body.rotation = Quat(1, 0.1, -0.2, 0.3).normalized();
    state.second_body.position = Vec3(0.3, 0.1, 0.2);
    state.spin = Vec3(1.1, -0.6, mode.spin_locked ? 0 : 0.8);
    state.slip = mode.rolling ? Vec2(0, 0) : Vec2(0.4, 0.3);
    state.mode = mode;
    const Vector y = pack<kSecondFixed>(state);
    rate = coordinate_rate<kSecondFixed>(context(), y);
    kinematics = contact_kinematics(one(), two(), state.psi, rate);
  }
  static SmoothContact make(const SmoothContactLaw& law) {
    SmoothBody body{.surface = test::paraboloid(6, 9, false), .mass = 1.7, .centre_of_mass = Vec3(0.01, -0.02, 0.06)};
    body.inertia << 0.004, 0.0005, -0.0003, 0.0005, 0.006, 0.0002, -0.0003, 0.0002, 0.007;
    return SmoothContact(body, test::fixed(test::paraboloid(-0.4, 0.5, true)), law);
  }
  SurfaceJet one() const { return contact.first().surface->jet({0, state.first.st}); }
  SurfaceJet two() const { return contact.second().surface->jet({0, state.second.st}); }
  StepContext context() const { return step_context(contact, state, kGravity); }

  // Spatial inertia about the origin of the surface's coordinates, and what acts on the body there.
  Mat6 inertia() const {
    const Mat3 C = cross_matrix(contact.first().centre_of_mass);
    const double m = contact.first().mass;
    Mat6 M;
    M << contact.first().inertia - m * C * C, m * C, -m * C, m * Mat3::Identity();
    return M;
  }
  Vec6 external() const {
    const Mat3 R = contact.bodies(state).first.rotation.toRotationMatrix();
    const Vec3 weight = contact.first().mass * (R.transpose() * kGravity);
    Vec6 f;
    f.head<3>() = contact.first().centre_of_mass.cross(weight);
    f.tail<3>() = weight;
    return f;
  }
  // q̈ by the engine.
  Vec5 acceleration(ContactReaction& reaction) const {
    Vector dy;
    contact_derivative<kSecondFixed>(context(), pack<kSecondFixed>(state), dy, reaction);
    return kinematics.H.topRows<5>().partialPivLu().solve(
        Vec5(dy.segment<5>(5) - kinematics.H_rate.topRows<5>() * rate));
  }
  template <int K>
  Eigen::Matrix<double, K, 1> paper(const Eigen::Matrix<double, K, 6>& F, const Eigen::Matrix<double, 6, K>& H,
                                    const Eigen::Matrix<double, 6, K>& H_rate,
                                    const Eigen::Matrix<double, K, 1>& velocity) const {
    const Mat6 M = inertia();
    const Vec6 twist = H * velocity;
    const Vec6 b = external() + spatial_cross(twist).transpose() * (M * twist) - M * (H_rate * velocity);
    const Eigen::Matrix<double, K, K> A = F * M * H;
    return A.partialPivLu().solve(Eigen::Matrix<double, K, 1>(F * b));
  }
  Mat6 body_from_contact() const {
    const ContactFrame frame = contact_frame(one());
    return adjoint({frame.axes, frame.origin});
  }
  template <class M>
  M to_body(const M& H) const {
    return body_from_contact() * H;
  }
  template <class M>
  M rate_to_body(const M& H, const M& H_rate) const {
    return body_from_contact() * (H_rate + spatial_cross(kinematics.frame) * H);
  }
};

TEST(PaperEquations, VelocitiesAndCoordinatesAgree) {
  const Case given({}, {});
  Vec6 twist = given.kinematics.H * given.rate;
  EXPECT_LT((twist.head<3>() - given.state.spin).norm(), 1e-12);
  EXPECT_LT((twist.segment<2>(3) - given.state.slip).norm(), 1e-12);
  // And with the motion of the body in the world.
  const BodyMotion body = given.contact.bodies(given.state).first;
  const Vec6 in_body_axes = given.body_from_contact() * twist;
  EXPECT_LT((body.rotation * Vec3(in_body_axes.head<3>()) - body.angular_velocity).norm(), 1e-12);
  const Vec3 centre = in_body_axes.tail<3>() + in_body_axes.head<3>().cross(given.contact.first().centre_of_mass);
  EXPECT_LT((body.rotation * centre - body.velocity).norm(), 1e-12);
}

TEST(PaperEquations, Frictionless20) {
  const Case given({}, {});
  ContactReaction reaction;
  const Vec5 ours = given.acceleration(reaction);
  const Mat65 H = given.to_body(given.kinematics.H),
              H_rate = given.rate_to_body(given.kinematics.H, given.kinematics.H_rate);
  const Vec5 theirs = given.paper<5>(H.transpose(), H, H_rate, given.rate);
  EXPECT_LT((ours - theirs).norm(), 1e-10 * theirs.norm());
  // Back-substitution gives the force: along the normal only, f₆ = -f_n.
  const Mat6 M = given.inertia();
  const Vec6 twist = H * given.rate;
  const Vec6 f =
      M * (H * theirs + H_rate * given.rate) - spatial_cross(twist).transpose() * (M * twist) - given.external();
  const Vec6 at_contact = given.body_from_contact().transpose() * f;
  EXPECT_LT(at_contact.head<5>().norm(), 1e-10 * f.norm());
  EXPECT_NEAR(-at_contact[5], reaction.normal, 1e-10 * f.norm());
  EXPECT_GT(reaction.normal, 0);
}

TEST(PaperEquations, Sliding28) {
  const double mu = 0.35;
  const Case given({.mu_static = 0.4, .mu_dynamic = mu}, {});
  ContactReaction reaction;
  const Vec5 ours = given.acceleration(reaction);
  Eigen::Matrix<double, 5, 6> pick = Eigen::Matrix<double, 5, 6>::Zero();
  pick.leftCols<5>().setIdentity();
  pick.block<2, 1>(3, 5) = -mu * given.state.slip.normalized();  // outward normals: mu with the other sign
  const Eigen::Matrix<double, 5, 6> F = pick * given.body_from_contact().transpose();
  const Mat65 H = given.to_body(given.kinematics.H),
              H_rate = given.rate_to_body(given.kinematics.H, given.kinematics.H_rate);
  const Vec5 theirs = given.paper<5>(F, H, H_rate, given.rate);
  EXPECT_LT((ours - theirs).norm(), 1e-10 * theirs.norm());
  EXPECT_LT((reaction.friction + mu * reaction.normal * given.state.slip.normalized()).norm(), 1e-12);
}

TEST(PaperEquations, NoSlip33) {
  const Case given(test::kNoSlip, {.rolling = true});
  ContactReaction reaction;
  const Vec5 ours = given.acceleration(reaction);
  const NoSlipKinematics k = no_slip(given.kinematics);
  const Mat63 H = given.to_body(k.H), H_rate = given.rate_to_body(k.H, k.H_rate);
  const Vec3 theirs = given.paper<3>(H.transpose(), H, H_rate, given.rate.tail<3>());
  EXPECT_LT((ours.tail<3>() - theirs).norm(), 1e-10 * theirs.norm());
  const Vec2 st = k.D * theirs.head<2>() + k.D_rate * given.rate.segment<2>(2);
  EXPECT_LT((ours.head<2>() - st).norm(), 1e-10 * ours.norm());
}

TEST(PaperEquations, NoSlipNoSpin38) {
  SmoothContactLaw law = test::kNoSlip;
  law.spin_static = std::numeric_limits<double>::infinity();
  const Case given(law, {.rolling = true, .spin_locked = true});
  ContactReaction reaction;
  const Vec5 ours = given.acceleration(reaction);
  const NoSpinKinematics k = no_spin(no_slip(given.kinematics));
  const Mat62 H = given.to_body(k.H), H_rate = given.rate_to_body(k.H, k.H_rate);
  const Vec2 theirs = given.paper<2>(H.transpose(), H, H_rate, given.rate.segment<2>(2));
  EXPECT_LT((ours.segment<2>(2) - theirs).norm(), 1e-10 * theirs.norm());
}

struct Momentum {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
};
Momentum momentum(const SmoothContact& contact, const SmoothContact::Bodies& bodies) {
  Momentum total;
  const auto add = [&](const SmoothBody& body, const BodyMotion& motion) {
    const Mat3 R = motion.rotation.toRotationMatrix();
    total.linear += body.mass * motion.velocity;
    total.angular +=
        body.mass * motion.position.cross(motion.velocity) + R * body.inertia * R.transpose() * motion.angular_velocity;
  };
  add(contact.first(), bodies.first);
  add(contact.second(), bodies.second);
  return total;
}

// Two free ellipsoids pressed together by their spin: momentum is that of a closed system, energy is kept without
// friction and without slip, and falls with sliding friction.
TEST(TwoFreeBodies, KeepMomentumAndEnergy) {
  const SmoothBody egg{
      .surface = test::ellipsoid({0.1, 0.08, 0.06}), .mass = 1, .inertia = Vec3(2e-3, 3e-3, 4e-3).asDiagonal()};
  SmoothBody bowl{.surface = test::paraboloid(2, 2.5, true, 2), .mass = 2.5, .centre_of_mass = Vec3(0, 0, 0.5)};
  bowl.inertia = Vec3(0.03, 0.04, 0.05).asDiagonal();
  const SmoothContactLaw laws[] = {{}, test::kNoSlip, {.mu_static = 0.2, .mu_dynamic = 0.2}};
  for (int i = 0; i < 3; ++i) {
    const SmoothContact contact(egg, bowl, laws[i]);
    SmoothContact::Bodies bodies;
    const SurfacePoint place = test::Ellipsoid({0.1, 0.08, 0.06}).place(-Vec3::UnitZ());
    // The whole turns, which presses the egg into the bowl.
    const Vec3 axis(0, 3, 0), centre(0, 0, 0.4);
    bodies.second.position = Vec3(0, 0, 0.5);
    bodies.second.angular_velocity = axis;
    bodies.second.velocity = axis.cross(bodies.second.position - centre);
    bodies.first.position = Vec3(0.02, 0.01, 0.06);
    bodies.first.angular_velocity = axis + Vec3(0.5, 0.2, 1);
    bodies.first.velocity = axis.cross(bodies.first.position - centre) + Vec3(0.05, -0.03, 0);
    SmoothContactState state = contact.touch(bodies, {place.patch, -1, place.st}, {0, -1, Vec2(0.02, 0.01)});
    evolve(contact, state, 0, Vec3::Zero());
    const SmoothContact::Bodies start = contact.bodies(state);
    const Momentum before = momentum(contact, start);
    const double energy = contact.energy(start, Vec3::Zero());
    const EvolutionOutcome outcome = evolve(contact, state, 0.6, Vec3::Zero());
    ASSERT_GT(outcome.elapsed, 0.15) << outcome.message();
    const Momentum after = momentum(contact, outcome.bodies);
    EXPECT_LT((after.linear - before.linear).norm(), 1e-8 * before.linear.norm()) << i;
    EXPECT_LT((after.angular - before.angular).norm(), 1e-8 * before.angular.norm()) << i;
    const double change = contact.energy(outcome.bodies, Vec3::Zero()) / energy - 1;
    if (i < 2) {
      EXPECT_LT(std::abs(change), 1e-8);
    } else {
      EXPECT_LT(change, -1e-6);
    }
  }
}

// A body 2 of great mass behaves like a fixed one.
TEST(TwoFreeBodies, AHeavyBodyIsAsGoodAsAFixedOne) {
  SmoothBody heavy{.surface = test::paraboloid(0.5, 0.7, true, 3), .mass = 1e12, .inertia = 1e12 * Mat3::Identity()};
  const SmoothContact free(test::ball(0.1), heavy, test::kNoSlip);
  const SmoothContact held(test::ball(0.1), test::fixed(heavy.surface), test::kNoSlip);
  Vec3 end[2];
  for (int i = 0; i < 2; ++i) {
    const SmoothContact& contact = i ? held : free;
    SmoothContactState state = test::ball_at(contact, -Vec3(-0.1, -0.21, 1).normalized(), {0, -1, Vec2(0.2, 0.3)},
                                             Vec3(0.3, 0, 0), Vec3(1, 2, 3));
    const EvolutionOutcome outcome = evolve(contact, state, 0.5, i ? kGravity : Vec3::Zero());
    end[i] = outcome.bodies.first.position;
    // A free heavy body would fall with the ball: without gravity the ball only feels the surface's curvature.
    if (i == 0) {
      SmoothContactState again = test::ball_at(held, -Vec3(-0.1, -0.21, 1).normalized(), {0, -1, Vec2(0.2, 0.3)},
                                               Vec3(0.3, 0, 0), Vec3(1, 2, 3));
      EXPECT_LT((evolve(held, again, 0.5, Vec3::Zero()).bodies.first.position - end[0]).norm(), 1e-7);
    }
  }
  EXPECT_GT((end[0] - end[1]).norm(), 0.05);
}

}  // namespace
}  // namespace stiction
