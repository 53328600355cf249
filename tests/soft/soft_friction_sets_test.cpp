// The angle of friction of a deformable block under friction sets other than the cone: right along a tangent, and off
// by what the set's shape says at the worst heading.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "soft/soft_scenes.h"
#include "stiction/assembly/assemble.h"

namespace stiction {
namespace {

using namespace stiction::testing;

constexpr double kMu = 0.5;

struct Set {
  const char *name, *type, *friction;
  int samples;
  double worst;  ///< heading from a tangent, rad
  double bias;   ///< friction that the set allows there, over mu
};
void PrintTo(const Set& set, std::ostream* out) { *out << set.name; }

class SoftFrictionSets : public ::testing::TestWithParam<Set> {};

// A pyramid bounds each tangent on its own, which adds up to sqrt 2 in between; a polygon of n corners on the disk has
// cos(pi/n) between two of them.
const Set kSets[] = {{"pyramid_sweeps", "gauss_seidel", "pyramid", 0, M_PI / 4, std::sqrt(2)},
                     {"pyramid_combined", "pcg_gauss_seidel", "pyramid", 0, M_PI / 4, std::sqrt(2)},
                     {"polygon8", "staggered_projections", "pyramid", 8, M_PI / 8, std::cos(M_PI / 8)},
                     {"polygon4", "staggered_projections", "pyramid", 4, M_PI / 4, std::sqrt(0.5)}};
INSTANTIATE_TEST_SUITE_P(All, SoftFrictionSets, ::testing::ValuesIn(kSets), [](const auto& p) { return p.param.name; });

/// Speed of the block a second after the floor has been tilted to `angle` along `heading` from the first tangent.
double speed_on_slope(const Set& set, double angle, double heading) {
  Scene scene = soft_scene(soft_box("block", "modal", 0.05));
  scene.solver.type = set.type;
  scene.solver.friction = set.friction;
  scene.solver.friction_samples = set.samples;
  World world = build_world(scene);
  const Mat3 frame = contact_frame(Vec3::UnitZ());
  const Vec3 along = std::cos(heading) * frame.col(1) + std::sin(heading) * frame.col(2);
  for (double t = 0; t < 2.5; t += scene.step) {
    const double now = std::clamp(t - 0.5, 0.0, 1.0) * angle;
    world.set_gravity(9.81 * (std::sin(now) * along - std::cos(now) * Vec3::UnitZ()));
    world.step();
  }
  return world.state().bodies[1].velocity.norm();
}

TEST_P(SoftFrictionSets, HoldAndSlipWhereTheirShapeSays) {
  const Set& set = GetParam();
  for (const auto& [heading, factor] : {std::pair{0.0, 1.0}, std::pair{set.worst, set.bias}}) {
    const double angle = std::atan(factor * kMu), tenth = 0.1 * M_PI / 180;
    EXPECT_LT(speed_on_slope(set, angle - tenth, heading), 1e-5) << "heading " << heading;
    // Friction stays at its bound while the block slides: g (sin a - factor mu cos a) for a second.
    const double gained = 9.81 * (std::sin(angle + tenth) - factor * kMu * std::cos(angle + tenth));
    EXPECT_NEAR(speed_on_slope(set, angle + tenth, heading), gained, 0.5 * gained) << "heading " << heading;
  }
}

}  // namespace
}  // namespace stiction
