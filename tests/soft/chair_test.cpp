// A chair chatters at the frequency of its legs, whatever the step: twice as fast if it is four times as stiff.
#include <gtest/gtest.h>

#include <complex>
#include <numbers>

#include "soft/slip_signal.h"

namespace stiction {
namespace {

using namespace stiction::testing;

/// Frequency of the greatest component of a signal after `from` seconds, Hz; in tenths, with Hann's window.
double dominant_frequency(const std::vector<double>& signal, double h, double from) {
  const std::size_t first = static_cast<std::size_t>(std::lround(from / h)), count = signal.size() - first;
  double mean = 0;
  for (std::size_t i = first; i < signal.size(); ++i) mean += signal[i] / static_cast<double>(count);
  double best = 0, strongest = 0;
  for (int tenths = 50; tenths <= 3000; ++tenths) {
    const double turn = 2 * std::numbers::pi * 0.1 * tenths * h;
    const std::complex<double> once = std::polar(1.0, -turn);
    std::complex<double> sum = 0, phase = 1;
    for (std::size_t i = 0; i < count; ++i, phase *= once) {
      const double place = static_cast<double>(i) / static_cast<double>(count - 1);
      sum += (0.5 - 0.5 * std::cos(2 * std::numbers::pi * place)) * (signal[first + i] - mean) * phase;
    }
    if (std::abs(sum) <= strongest) continue;
    strongest = std::abs(sum);
    best = 0.1 * tenths;
  }
  return best;
}

struct Chatter {
  double front, rear;  ///< Hz
};

Chatter chatter(double youngs_modulus, double step) {
  Scene scene = build_gallery_scene("chair", {{"youngs_modulus", youngs_modulus}});
  scene.step = step;
  const SlipSignal slip = run_slip(scene);
  EXPECT_TRUE(slip.converged);
  return {dominant_frequency(slip.front, step, 0.4), dominant_frequency(slip.rear, step, 0.4)};
}

TEST(Chair, ChattersAtTheFrequencyOfItsLegs) {
  const double h = 5e-4;
  const Chatter soft = chatter(2e9, h), stiff = chatter(8e9, h);
  for (const auto& [low, high] : {std::pair{soft.front, stiff.front}, std::pair{soft.rear, stiff.rear}}) {
    EXPECT_NEAR(high / low, 2, 0.3) << low << " Hz, " << high << " Hz";
    EXPECT_LT(high, 1 / (10 * h));
  }
}

TEST(Chair, ChattersAlikeWithHalfTheStep) {
  const Chatter whole = chatter(2e9, 5e-4), half = chatter(2e9, 2.5e-4);
  EXPECT_NEAR(half.front / whole.front, 1, 0.05);
  EXPECT_NEAR(half.rear / whole.rear, 1, 0.05);
}

}  // namespace
}  // namespace stiction
