// H, its time derivative and its reduced forms against finite differences of the frames themselves.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "evolution/test_surfaces.h"
#include "stiction/evolution/contact_kinematics.h"
#include "stiction/evolution/local_surface.h"
#include "stiction/evolution/runge_kutta.h"

namespace stiction {
namespace {

using test::Taylor;
using test::Taylor3;

// Two surfaces without any symmetry.
std::shared_ptr<SmoothSurface> bumpy(double bend) {
  return std::make_shared<test::FormulaSurface>(
      [=](const Taylor& s, const Taylor& t) {
        return Taylor3{s + Taylor(0.2) * t * t, Taylor(0.9) * t + Taylor(0.3) * s * t,
                       Taylor(bend) * (Taylor(-0.7) * s * s - t * t + Taylor(0.4) * s * t) + Taylor(0.3) * sin(s + t)};
      },
      test::rectangle(-1, 1, -1, 1));
}

struct Pair {
  std::shared_ptr<SmoothSurface> first = bumpy(1.3), second = bumpy(-0.2);
  SurfaceJet one(const Vec5& q) const { return first->jet({0, q.head<2>()}); }
  SurfaceJet two(const Vec5& q) const { return second->jet({0, q.segment<2>(2)}); }
  RigidTransform pose(const Vec5& q) const { return relative_pose(one(q), two(q), q[4]); }
  ContactKinematics kinematics(const Vec5& q, const Vec5& rate) const {
    return contact_kinematics(one(q), two(q), q[4], rate);
  }
};

// ¹φ(2,1) of a path of relative poses, by central differences.
template <class Path>
Vec6 body_twist(const Path& path, double t, double d = 1e-5) {
  const RigidTransform a = path(t - d), b = path(t + d), m = path(t);
  const Mat3 W = m.rotation.transpose() * (b.rotation - a.rotation) / (2 * d);
  Vec6 twist;
  twist << 0.5 * (W(2, 1) - W(1, 2)), 0.5 * (W(0, 2) - W(2, 0)), 0.5 * (W(1, 0) - W(0, 1)),
      m.rotation.transpose() * (b.translation - a.translation) / (2 * d);
  return twist;
}

const Vec5 kQ = (Vec5() << 0.21, -0.13, -0.17, 0.32, 0.8).finished();
const Vec5 kRate = (Vec5() << 0.7, -0.4, 0.3, 0.9, -1.1).finished();

TEST(ContactKinematics, ContactRotationIsItsOwnInverse) {
  const Mat3 R = contact_rotation(0.7);
  EXPECT_LT((R * R - Mat3::Identity()).norm(), 1e-15);
  EXPECT_NEAR(R.determinant(), 1, 1e-15);
}

TEST(ContactKinematics, TwistOfTheContactFrame) {
  const Pair pair;
  const auto frame = [&](double t) {
    const ContactFrame f = contact_frame(pair.one(kQ + t * kRate));
    return RigidTransform{f.axes, f.origin};
  };
  const Vec6 expected = body_twist(frame, 0);
  EXPECT_LT((frame_twist(pair.one(kQ)) * kRate.head<2>() - expected).norm(), 1e-8);
  const double d = 1e-5;
  const Mat62 rate = (frame_twist(pair.one(kQ + d * kRate)) - frame_twist(pair.one(kQ - d * kRate))) / (2 * d);
  EXPECT_LT((frame_twist_rate(pair.one(kQ), kRate.head<2>()) - rate).norm(), 1e-8 * rate.norm());
}

TEST(ContactKinematics, LocalSurfaceAgreesWithTheAppendix) {
  const Pair pair;
  const LocalSurface at = local_surface(pair.one(kQ));
  const Mat62 H = frame_twist(pair.one(kQ));
  Mat2 A;
  A << at.a11, at.a12, 0, at.a22;
  Mat2 K;
  K << at.k11, at.k12, at.k12, at.k22;
  EXPECT_LT((H.block<2, 2>(3, 0) - A).norm(), 1e-14);
  EXPECT_LT((H.row(2).transpose() - at.turn).norm(), 1e-14);
  const Mat2 bend = K * A;  // change of the normal for unit parameter rates
  EXPECT_LT((H.row(0) + bend.row(1)).norm(), 1e-13);
  EXPECT_LT((H.row(1) - bend.row(0)).norm(), 1e-13);
}

TEST(ContactKinematics, HIsTheMotionOfBodyOneSeenFromBodyTwo) {
  const Pair pair;
  const ContactKinematics k = pair.kinematics(kQ, kRate);
  EXPECT_EQ(k.H(2, 4), 1);
  EXPECT_EQ(k.H.row(5).norm(), 0);
  const BodyKinematics body = in_body(k, contact_frame(pair.one(kQ)));
  for (int j = 0; j < 5; ++j) {
    const auto path = [&](double t) { return pair.pose(kQ + t * Vec5::Unit(j)); };
    EXPECT_LT((body.H.col(j) - body_twist(path, 0)).norm(), 1e-8) << j;
  }
}

TEST(ContactKinematics, TimeDerivativeOfH) {
  const Pair pair;
  const double d = 1e-5;
  const auto at = [&](double t) {
    return in_body(pair.kinematics(kQ + t * kRate, kRate), contact_frame(pair.one(kQ + t * kRate)));
  };
  const Mat65 expected = (at(d).H - at(-d).H) / (2 * d);
  EXPECT_LT((at(0).H_rate - expected).norm(), 1e-8 * expected.norm());
  const Mat65 inner = (pair.kinematics(kQ + d * kRate, kRate).H - pair.kinematics(kQ - d * kRate, kRate).H) / (2 * d);
  EXPECT_LT((pair.kinematics(kQ, kRate).H_rate - inner).norm(), 1e-8 * inner.norm());
}

TEST(ContactKinematics, WithoutSlipAndSpin) {
  const Pair pair;
  const auto reduced = [&](const Vec5& q, const Vec5& rate) { return no_slip(pair.kinematics(q, rate)); };
  const NoSlipKinematics slipless = reduced(kQ, kRate);
  const Vec3 free(0.3, 0.9, -1.1);
  const Vec2 uv(0.3, 0.9), st = slipless.D * uv;
  Vec5 rate;
  rate.head<2>() = st;
  rate.tail<3>() = free;
  const Vec6 twist = pair.kinematics(kQ, rate).H * rate;
  EXPECT_LT(twist.segment<3>(3).norm(), 1e-14);
  EXPECT_LT((slipless.H * free - twist).norm(), 1e-14);
  const double d = 1e-5;
  const auto difference = [&](auto member) {
    return ((reduced(kQ + d * rate, rate).*member - reduced(kQ - d * rate, rate).*member) / (2 * d)).eval();
  };
  const NoSlipKinematics now = reduced(kQ, rate);
  EXPECT_LT((now.D_rate - difference(&NoSlipKinematics::D)).norm(), 1e-7);
  EXPECT_LT((now.H_rate - difference(&NoSlipKinematics::H)).norm(), 1e-7);

  const NoSpinKinematics spinless = no_spin(now);
  rate[4] = spinless.psi_row * uv;
  const Vec6 rolled = pair.kinematics(kQ, rate).H * rate;
  EXPECT_LT(rolled.tail<4>().norm(), 1e-14);
  EXPECT_LT((spinless.H * uv - rolled).norm(), 1e-14);
}

// A pose integrated from φ = H q̇ alone stays with the pose that q gives, for 10 s, and converges at order 4.
TEST(ContactKinematics, IndependentlyIntegratedPoseStaysWithTheCoordinates) {
  const Pair pair;
  const auto path = [](double t) {
    Vec5 q, rate;
    q << 0.3 * std::sin(1.1 * t), 0.3 * std::cos(0.7 * t), 0.25 * std::sin(0.9 * t + 1), 0.2 * std::cos(1.3 * t),
        0.6 * t;
    rate << 0.33 * std::cos(1.1 * t), -0.21 * std::sin(0.7 * t), 0.225 * std::cos(0.9 * t + 1),
        -0.26 * std::sin(1.3 * t), 0.6;
    return std::pair{q, rate};
  };
  const auto drift = [&](int steps) {
    using Vector = Eigen::Matrix<double, 12, 1>;  // rotation by columns, translation
    const double h = 10. / steps;
    double t = 0;
    Vector y;
    const auto pack = [](const RigidTransform& pose) {
      Vector v;
      v << pose.rotation.col(0), pose.rotation.col(1), pose.rotation.col(2), pose.translation;
      return v;
    };
    y = pack(pair.pose(path(0).first));
    for (int i = 0; i < steps; ++i, t = i * h) {
      const auto f = [&](double time, const Vector& v) {
        const auto [q, rate] = path(time);
        const Vec6 twist = in_body(pair.kinematics(q, rate), contact_frame(pair.one(q))).H * rate;
        const Mat3 R = Eigen::Map<const Mat3>(v.data());
        const Mat3 W = R * cross_matrix(twist.head<3>());
        const Vec3 velocity = R * twist.tail<3>();
        Vector r;
        r << W.col(0), W.col(1), W.col(2), velocity;
        return r;
      };
      const Vector k1 = f(t, y), k2 = f(t + h / 2, y + h / 2 * k1), k3 = f(t + h / 2, y + h / 2 * k2),
                   k4 = f(t + h, y + h * k3);
      y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return (y - pack(pair.pose(path(10).first))).norm();
  };
  EXPECT_LT(drift(4000), 1e-8);
  EXPECT_NEAR(std::log2(drift(500) / drift(1000)), 4, 0.15);
}

}  // namespace
}  // namespace stiction
