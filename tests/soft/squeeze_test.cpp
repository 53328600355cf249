// A block squeezed by plates of prescribed motion and released: exact in every step, and no energy out of nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "soft/prescribed_work.h"
#include "stiction/scene/gallery.h"

namespace stiction {
namespace {

class Squeeze : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, Squeeze, ::testing::Values("stvk", "tetrahedral"),
                         [](const auto& p) { return std::string(p.param); });

double block_height(const World& world) {
  std::vector<Vec3> x;
  const std::size_t block = world.state().bodies.size() - 1;
  world.model().bodies[block].soft->positions(world.state().bodies[block], world.state().deformations[0], x);
  double low = 1, high = 0;
  for (const Vec3& p : x) {
    low = std::min(low, p.z());
    high = std::max(high, p.z());
  }
  return high - low;
}

TEST_P(Squeeze, GainsNoEnergyButWhatThePlatesPutIn) {
  Scene scene = build_gallery_scene("squeeze", {{"model", GetParam()}});
  scene.duration = 1;  // squeezed, released, in the air, and down again
  World world = build_world(scene);
  const double start = world.kinetic_energy() + world.elastic_energy() + world.potential_energy();
  EXPECT_NEAR(start, 9.81 * 0.05, 1e-9);  // a kilogram, its centre 5 cm above the lower plate
  double work = 0, least = start, excess = 0, lowest = 1, highest = 0, stored = 0;
  for (double t = 0; t < scene.duration - 1e-9; t += scene.step) {
    const StepReport& report = world.step();
    ASSERT_TRUE(report.converged) << world.state().time << " s: " << report.certificate.error;
    work += testing::prescribed_work(world);
    const double energy = report.kinetic_energy + report.elastic_energy + report.potential_energy - work;
    excess = std::max(excess, energy - least);
    least = std::min(least, energy);
    lowest = std::min(lowest, block_height(world));
    highest = std::max(highest, world.state().bodies.back().position.z());
    stored = std::max(stored, report.elastic_energy);
  }
  EXPECT_LT(excess, 1e-6 * start);
  EXPECT_NEAR(lowest, 0.07, 1e-4);
  // Uniform compression stores E e² / 2 a volume with Green's strain e = (0.7² - 1) / 2; friction at the plates and a
  // surface that is held make it more.
  const double uniform = 1e5 / 2 * std::pow(0.255, 2) * 1e-3;
  EXPECT_GT(stored, 0.95 * uniform);
  EXPECT_LT(stored, 1.6 * uniform);
  EXPECT_GT(work, stored);
  EXPECT_GT(highest, 0.15);  // it jumps
  RecordProperty("excess", std::to_string(excess / start));
}

}  // namespace
}  // namespace stiction
