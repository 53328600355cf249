// Every pair of shapes of which one is round or a compound, in random poses: nothing missed, nothing invented.
#include "collision/round_pairs.h"

#include <numbers>

#include "support/full_length.h"

namespace stiction {
namespace {

using testing::every_shape;

class RoundPairs : public ::testing::TestWithParam<std::pair<int, int>> {};

TEST_P(RoundPairs, AgreeWithBruteForce) {
  const auto shapes = every_shape();
  const auto [i, j] = GetParam();
  testing::check_round_pairs(shapes[std::size_t(i)].shape, shapes[std::size_t(j)].shape, testing::round_count(2000),
                             unsigned(10 * i + j));
}

INSTANTIATE_TEST_SUITE_P(All, RoundPairs, ::testing::ValuesIn(testing::round_pairs()),
                         [](const auto& p) { return testing::pair_name(p.param); });

TEST(RoundContacts, OverHalfSpaces) {
  for (const auto& round : testing::every_shape())
    if (testing::is_round(round.shape)) testing::check_round_over_half_space(round, testing::round_count(2000), 12);
}

// The deepest point of a round rim is found wherever it is, not only at the corners that are fixed in the body.
TEST(RoundContacts, TiltedCapTouchesAtItsLowestPoint) {
  for (const double degrees : {0.01, 0.1, 1.0, 10.0, 60.0, 89.0}) {
    for (double heading = 0; heading < 360; heading += 7) {
      const Mat3 R = testing::rotation(heading, Vec3::UnitZ()) * testing::rotation(degrees, Vec3::UnitX()) *
                     testing::rotation(13, Vec3::UnitZ());
      const double angle = degrees * std::numbers::pi / 180;
      const Pose pose{{0, 0, 0.2 * std::cos(angle) + 0.3 * std::sin(angle)}, R};  // touches z = 0
      for (const Shape& ground : {Shape(HalfSpace{}), Shape(recentred(testing::box(4, 4, 1), {0, 0, 0.5}))}) {
        const auto found = testing::contacts(Cylinder{0.3, 0.2}, pose, ground, {});
        ASSERT_FALSE(found.empty());
        const auto lowest = std::ranges::min_element(found, {}, &ContactPoint::gap);
        EXPECT_NEAR(lowest->gap, 0, 1e-12);
        EXPECT_NEAR((lowest->normal - Vec3::UnitZ()).norm(), 0, 1e-12);
        EXPECT_NEAR(lowest->position.norm(), std::abs(0.3 * std::cos(angle) - 0.2 * std::sin(angle)), 1e-9);
      }
    }
  }
}

// Deep inside, two ways out are nearly equally short: an edge across the capsule's axis is the shorter one.
TEST(RoundPairs, CapsuleDeepInABoxTakesTheShortestWayOut) {
  const auto shapes = every_shape();
  const Pose pose{
      {-0.095130742752003616, 0.45247670357353603, 0.071939898724575971},
      Quat(0.90495818792425853, -0.2406256439070491, 0.28254029880417025, -0.20813687120452865).toRotationMatrix()};
  testing::check_round_pair(shapes[0].shape, {}, shapes[3].shape, pose);
}

// A few degrees from a face normal, a side across an edge parts the two with a little less.
TEST(RoundPairs, SideAcrossAnEdgeBesideAFace) {
  const auto shapes = every_shape();
  const Pose rod{
      {-0.26684212747655434, 0.37838306335025995, -0.15548660756767155},
      Quat(-0.1038773852133265, -0.21460322225764322, 0.7724592396635989, -0.5886099463109792).toRotationMatrix()};
  testing::check_round_pair(shapes[1].shape, {}, shapes[5].shape, rod);
  const Pose cone{
      {0.19063740236223628, -0.0873244477226374, -0.4254713820950617},
      Quat(-0.550886377088593, -0.28973738744148575, 0.14514958389003382, 0.7690956014393379).toRotationMatrix()};
  testing::check_round_pair(shapes[1].shape, {}, shapes[6].shape, cone);
}

// The rim of a rod leaves a cone square to its side; whether a search finds that must not hang on the world's axes.
TEST(RoundPairs, RimOfARodInTheSideOfACone) {
  const auto shapes = every_shape();
  Mat3 of_rod, of_cone;
  of_rod << 0.6674322892559266, 0.7445789326264447, -0.011677000790333706,  //
      0.43330746505044554, -0.3755637086390884, 0.8192658551928129,         //
      0.6056226382741567, -0.5518642168524052, -0.573294955644764;
  of_cone << -0.6781696686973655, -0.6902270026125766, -0.252334272985982,  //
      0.5085286468981051, -0.6886199557900357, 0.5169150527617783,          //
      -0.5305511433810017, 0.2222369036685578, 0.818001370967631;
  testing::check_round_pair(shapes[5].shape, {{1.8827865243889126, -0.20233286165051872, 0.027761639259097554}, of_rod},
                            shapes[6].shape, {{1.8921171058283104, -0.9930174831126488, 0.8079406408842427}, of_cone});
}

}  // namespace
}  // namespace stiction
