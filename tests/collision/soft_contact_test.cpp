// Deformable bodies in contact: cases with answers by hand.
#include <gtest/gtest.h>

#include "collision/soft_fixtures.h"

namespace stiction::testing {
namespace {

/// What holds for every contact: unit normals, spots whose weights add up, positions halfway between the surfaces.
void expect_sound(const SoftResult& result, const std::vector<const SoftBody*>& bodies) {
  EXPECT_EQ(result.features().size(), result.size()) << "features must be unique";
  for (const ContactPoint& c : result.contacts) {
    EXPECT_NEAR(c.normal.norm(), 1, 1e-12);
    const ContactSpot& spot = result.spots[std::size_t(c.spot)];
    const SurfaceSpot* sides[] = {&spot.a, &spot.b};
    const int body[] = {c.body_a, c.body_b};
    EXPECT_TRUE(spot.a.soft() || spot.b.soft());
    for (int k = 0; k < 2; ++k) {
      if (!sides[k]->soft()) continue;
      EXPECT_NEAR(sides[k]->weight.sum(), 1, 1e-12);
      EXPECT_GE(sides[k]->weight.minCoeff(), 0);
      const Vec3 x = bodies[std::size_t(body[k])]->at(*sides[k]);
      EXPECT_NEAR((x - c.position - (k == 0 ? 0.5 : -0.5) * c.gap * c.normal).norm(), 0, 1e-6);
    }
  }
}

TEST(SoftContact, BoxOnPlane) {
  const SoftBody box(box_mesh({1, 1, 1}, 2), {Vec3(0, 0, 0.501), Mat3::Identity()});
  const SoftResult result = against(box, HalfSpace{});
  EXPECT_EQ(result.size(), 9u);  // the 3 x 3 vertices of the lower face, and none of the sides
  expect_sound(result, {&box});
  for (const ContactPoint& c : result.contacts) {
    EXPECT_NEAR(c.gap, 0.001, 1e-12);
    EXPECT_NEAR((c.normal - Vec3::UnitZ()).norm(), 0, 1e-12);
    EXPECT_NEAR(c.position.z(), 0.0005, 1e-12);
    EXPECT_EQ(c.body_a, 0);
    EXPECT_EQ(c.body_b, 1);
  }
}

TEST(SoftContact, CornerOfABoxInASoftTriangle) {
  // A rigid box stands on its corner in the middle of a large triangle.
  const SoftBody ground(box_mesh({4, 4, 1}));
  const Mat3 turn = Eigen::Quaterniond::FromTwoVectors(Vec3(1, 1, 1), -Vec3::UnitZ()).toRotationMatrix();
  const Shape cube = box(0.2, 0.2, 0.2);
  const double reach = 0.1 * std::sqrt(3.0);
  for (const double gap : {0.001, -0.01}) {
    const SoftResult result = against(ground, cube, {Vec3(0.7, 0.4, 0.5 + reach + gap), turn});
    ASSERT_EQ(result.size(), 1u) << gap;
    expect_sound(result, {&ground});
    EXPECT_NEAR(result.contacts[0].gap, gap, 1e-9);
    EXPECT_NEAR((result.contacts[0].normal + Vec3::UnitZ()).norm(), 0, 1e-9);
    EXPECT_NEAR((result.contacts[0].position - Vec3(0.7, 0.4, 0.5 + 0.5 * gap)).norm(), 0, 1e-9);
  }
}

TEST(SoftContact, SmallBallOnALargeTriangle) {
  const SoftBody ground(box_mesh({4, 4, 1}));
  for (const double gap : {0.0005, -0.01}) {
    const SoftResult result = against(ground, Sphere{0.1}, {Vec3(0.7, 0.4, 0.6 + gap), Mat3::Identity()});
    ASSERT_EQ(result.size(), 1u) << gap;
    expect_sound(result, {&ground});
    EXPECT_NEAR(result.contacts[0].gap, gap, 1e-12);
    EXPECT_NEAR((result.contacts[0].normal + Vec3::UnitZ()).norm(), 0, 1e-12);
  }
}

TEST(SoftContact, SmallBallOnTheRimAndOnACorner) {
  const SoftBody ground(box_mesh({4, 4, 1}));
  const Vec3 out = Vec3(1, 0, 1).normalized();
  SoftResult result = against(ground, Sphere{0.1}, {Vec3(2, 0.4, 0.5) + 0.1005 * out, Mat3::Identity()});
  ASSERT_EQ(result.size(), 1u);
  EXPECT_NEAR(result.contacts[0].gap, 0.0005, 1e-12);
  EXPECT_NEAR((result.contacts[0].normal + out).norm(), 0, 1e-9);
  result = against(ground, Sphere{0.1}, {Vec3(2, 2, 0.5) + 0.1005 * Vec3(1, 1, 1).normalized(), Mat3::Identity()});
  ASSERT_EQ(result.size(), 1u);
  EXPECT_TRUE(result.spots[0].a.soft());
  EXPECT_EQ(result.spots[0].a.vertex[1], -1);
}

TEST(SoftContact, RigidBoxFlatOnSoftFace) {
  // A box on a grid: its four corners in triangles and the vertices below it.
  const SoftBody ground(box_mesh({1, 1, 1}, 4));
  const SoftResult result = against(ground, box(0.6, 0.6, 0.2), {Vec3(0.01, 0.02, 0.601), Mat3::Identity()});
  expect_sound(result, {&ground});
  EXPECT_EQ(result.size(), 4u + 9u);
  for (const ContactPoint& c : result.contacts) EXPECT_NEAR(c.gap, 0.001, 1e-9);
}

TEST(SoftContact, RigidBoxAcrossTheRim) {
  // Turned by 45 degrees and reaching over: no corner of one lies over the other but for the soft vertices inside;
  // the rims cross eight times.
  const SoftBody ground(box_mesh({1, 1, 1}));
  const SoftResult result = against(ground, box(1.2, 1.2, 0.2), {Vec3(0, 0, 0.601), rotation(45, Vec3::UnitZ())});
  expect_sound(result, {&ground});
  EXPECT_EQ(result.size(), 8u);
  for (const ContactPoint& c : result.contacts) {
    EXPECT_NEAR(c.gap, 0.001, 1e-9);
    EXPECT_NEAR((c.normal + Vec3::UnitZ()).norm(), 0, 1e-9);
  }
}

TEST(SoftContact, EdgeAcrossEdge) {
  // Two bars with square sections standing on their edges, crossed at right angles.
  const Mat3 on_edge = rotation(45, Vec3::UnitX());
  const double half = std::sqrt(0.5) * 0.2;
  for (const double gap : {0.001, -0.005}) {
    const SoftBody lower(box_mesh({1, 0.2, 0.2}), {Vec3::Zero(), on_edge});
    const SoftBody upper(box_mesh({1, 0.2, 0.2}),
                         {Vec3(0.1, 0.05, 2 * half + gap), rotation(90, Vec3::UnitZ()) * on_edge});
    const SoftResult result = between(lower, upper);
    ASSERT_EQ(result.size(), 1u) << gap;
    expect_sound(result, {&lower, &upper});
    const ContactPoint& c = result.contacts[0];
    EXPECT_NEAR(c.gap, gap, 1e-12);
    EXPECT_NEAR((c.normal + Vec3::UnitZ()).norm(), 0, 1e-12);  // from body 1, above, to body 0
    EXPECT_NEAR((c.position - Vec3(0.1, 0, half + 0.5 * gap)).norm(), 0, 1e-9);
    // The same with a rigid bar.
    const SoftResult rigid =
        against(lower, box(1, 0.2, 0.2), {Vec3(0.1, 0.05, 2 * half + gap), rotation(90, Vec3::UnitZ()) * on_edge});
    ASSERT_EQ(rigid.size(), 1u) << gap;
    EXPECT_NEAR(rigid.contacts[0].gap, gap, 1e-12);
    EXPECT_NEAR((rigid.contacts[0].normal + Vec3::UnitZ()).norm(), 0, 1e-12);
  }
}

TEST(SoftContact, FaceOnFaceWithDifferentGrids) {
  for (const double gap : {0.001, -0.001}) {
    const SoftBody lower(box_mesh({1, 1, 1}, 3));
    const SoftBody upper(box_mesh({0.9, 0.9, 1}, 5), {Vec3(0.013, 0.021, 1 + gap), rotation(30, Vec3::UnitZ())});
    const SoftResult result = between(lower, upper);
    expect_sound(result, {&lower, &upper});
    std::size_t crossings = 0;
    for (const ContactPoint& c : result.contacts) {
      EXPECT_NEAR(c.gap, gap, 1e-9);
      EXPECT_NEAR((c.normal + Vec3::UnitZ()).norm(), 0, 1e-9);
      crossings += c.feature >> 60 == 4;
    }
    // Vertices of each in the other's face, counted apart.
    std::size_t vertices = 0;
    for (const Vec3& x : upper.positions) {
      vertices += std::abs(x.z() - 0.5 - gap) < 1e-9 && x.head(2).cwiseAbs().maxCoeff() < 0.5;
    }
    for (const Vec3& x : lower.positions) {
      const Vec3 local = rotation(-30, Vec3::UnitZ()) * (x - Vec3(0.013, 0.021, 0));
      vertices += std::abs(x.z() - 0.5) < 1e-9 && local.head(2).cwiseAbs().maxCoeff() < 0.45;
    }
    EXPECT_EQ(result.size() - crossings, vertices) << gap;
    EXPECT_EQ(crossings, 8u) << gap;
  }
}

TEST(SoftContact, AlignedStackKeepsItsCorners) {
  // Equal boxes exactly above each other: every vertex touches its twin once, overlapping or apart, with noise or not.
  std::mt19937 random(1);
  for (const double gap : {0.001, 0.0, -1e-6, -0.001}) {
    for (const double noise : {0.0, 1e-9}) {
      SoftBody lower(box_mesh({1, 1, 1}, 2)), upper(box_mesh({1, 1, 1}, 2), {Vec3(0, 0, 1 + gap), Mat3::Identity()});
      for (Vec3& x : upper.positions) x += noise * random_vector(random);
      const SoftResult result = between(lower, upper);
      EXPECT_EQ(result.size(), 9u) << gap << " " << noise;
      for (const ContactPoint& c : result.contacts) EXPECT_GT(-c.normal.z(), 0.99) << gap << " " << noise;
      const SoftResult rigid = against(upper, box(1, 1, 1));
      EXPECT_EQ(rigid.size(), 9u) << gap << " " << noise;
      for (const ContactPoint& c : rigid.contacts) EXPECT_GT(c.normal.z(), 0.99) << gap << " " << noise;
    }
  }
}

TEST(SoftContact, SwappingBodiesFlipsNormals) {
  const SoftBody ball(icosphere_mesh(0.5, 2)),
      other(icosphere_mesh(0.3, 2), {Vec3(0.55, 0.5, 0.25), rotation(20, Vec3(1, 2, 3))});
  const SoftResult there = between(ball, other), back = between(other, ball);
  ASSERT_GT(there.size(), 0u);
  ASSERT_EQ(there.size(), back.size());
  for (const ContactPoint& c : there.contacts) {
    const bool found = std::ranges::any_of(back.contacts, [&](const ContactPoint& d) {
      return (c.position - d.position).norm() < 1e-12 && (c.normal + d.normal).norm() < 1e-12 &&
             std::abs(c.gap - d.gap) < 1e-12;
    });
    EXPECT_TRUE(found);
  }
  const Shape block = box(0.3, 0.4, 0.5);
  const Pose pose{Vec3(0.6, 0.1, 0.2), rotation(20, Vec3(1, 2, 3))};
  const SoftResult first = against(ball, block, pose);
  const SoftResult second = soft_contacts({{&block, pose, true}, {}}, {ball.posed(1)});
  ASSERT_EQ(first.size(), second.size());
  ASSERT_GT(first.size(), 0u);
}

TEST(SoftContact, LegsOfAUTouchEachOtherOnly) {
  for (const double apart : {0.2, 0.0004, -0.0004}) {
    const SoftBody u = u_shape(1, 0.1, apart, 16);
    const SoftResult result = soft_contacts({{}}, {u.posed(0, true)});
    if (apart > 0.1) {
      EXPECT_EQ(result.size(), 0u);
      continue;
    }
    expect_sound(result, {&u});
    EXPECT_GT(result.size(), 30u);
    for (const ContactPoint& c : result.contacts) {
      EXPECT_EQ(c.body_a, c.body_b);
      if (c.position.x() < 0.06) continue;  // in the bend, which has no room where the legs overlap
      EXPECT_NEAR(c.gap, apart, 1e-3);
      EXPECT_GT(std::abs(c.normal.z()), 0.9);
    }
  }
}

TEST(SoftContact, ASurfaceDoesNotTouchItself) {
  for (const TriangleMesh& mesh :
       std::vector<TriangleMesh>{icosphere_mesh(0.5, 3), box_mesh({1, 1, 0.01}, 10), torus_mesh(1, 0.3, 24, 12)}) {
    const SoftBody body(mesh);
    EXPECT_EQ(soft_contacts({{}}, {body.posed(0, true)}).size(), 0u);
    SoftBody flying(mesh);
    flying.move_by({0, 0, -5});
    EXPECT_EQ(soft_contacts({{}}, {flying.posed(0, true)}).size(), 0u) << "all its parts fly together";
  }
}

TEST(SoftContact, FeaturesOutliveAStep) {
  SoftBody ball(icosphere_mesh(0.5, 2));
  const SoftBody ground(box_mesh({4, 4, 1}, 3), {Vec3(0, 0, -0.999), Mat3::Identity()});
  const auto before = between(ball, ground).features();
  for (Vec3& x : ball.positions) x += Vec3(0.0003, 0.0002, 0.0001);
  EXPECT_EQ(before, between(ball, ground).features());
  EXPECT_FALSE(before.empty());
}

TEST(SoftContact, FastBodiesAreSeenByTheirTravel) {
  SoftBody ball(icosphere_mesh(0.5, 2), {Vec3(0, 0, 2), Mat3::Identity()});
  const Shape ground = HalfSpace{};
  EXPECT_EQ(against(ball, ground).size(), 0u);
  ball.move_by({0, 0, -3});
  EXPECT_GT(against(ball, ground).size(), 0u);
  const SoftBody sheet(box_mesh({2, 2, 0.01}, 2));
  const SoftResult result = between(ball, sheet);
  EXPECT_NEAR(result.least_gap(), 1.5 - 0.005, 1e-3);
}

TEST(SoftContact, NeverTouchIsObeyed) {
  const SoftBody box(box_mesh({1, 1, 1}, 2), {Vec3(0, 0, 0.5), Mat3::Identity()});
  const Shape ground = HalfSpace{};
  SoftResult result;
  detect_soft_contacts({{&ground, {}, true}, {}}, std::vector{box.posed(1)}, {{0, 1}}, result.contacts, result.spots);
  EXPECT_EQ(result.size(), 0u);
}

}  // namespace
}  // namespace stiction::testing
