// Structures on either side of the bound at which they fall, known from statics.
#include "support/expect_holds.h"

namespace stiction {
namespace {

using testing::expect_falls;
using testing::expect_holds_also_tight;

Scene tent(double floor_mu) { return build_gallery_scene("tent", {{"floor_mu", floor_mu}}); }

Scene semicircle(double thickness_ratio, double mu) {
  return build_gallery_scene(
      "arch", {{"kind", "semicircle"}, {"stones", 20}, {"thickness_ratio", thickness_ratio}, {"mu", mu}});
}

// Moments about the top edge give the least friction at the feet: 0.193 for cards 22° from the vertical.
TEST(Thresholds, TentNeedsFrictionAtItsFeet) {
  expect_holds_also_tight("tent, mu 0.21", tent(0.21), 60, 20);
  expect_falls("tent, mu 0.18", tent(0.18), 10);
}

// The thrust line of a semicircular arch fits in from a thickness of 0.1074 radii on (Couplet, Heyman, Milankovitch).
TEST(Thresholds, SemicircleNeedsThickness) {
  expect_holds_also_tight("semicircle, t/R 0.115", semicircle(0.115, 0.8), 60, 10);
  expect_falls("semicircle, t/R 0.10", semicircle(0.10, 0.8), 20);
}

// A thicker one slides apart at its springers under mu 0.351.
TEST(Thresholds, SemicircleNeedsFriction) {
  expect_holds_also_tight("semicircle, mu 0.40", semicircle(0.15, 0.40), 60, 10);
  expect_falls("semicircle, mu 0.30", semicircle(0.15, 0.30), 20);
}

}  // namespace
}  // namespace stiction
