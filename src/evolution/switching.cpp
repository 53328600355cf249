#include "stiction/evolution/switching.h"

#include <cmath>
#include <numbers>

#include "stiction/common/error.h"

namespace stiction {

Crossing cross_border(const SmoothContact& contact, bool first, const Vec2& rate, SmoothContactState& state) {
  const ContactSurface& surface = first ? contact.first_surface() : contact.second_surface();
  SurfacePlace& place = first ? state.first : state.second;
  const LocalSurface before = surface.local(place);
  const Vec3 tangent =
      before.axes.leftCols<2>() * Vec2(before.a11 * rate.x() + before.a12 * rate.y(), before.a22 * rate.y());
  const Crossing crossing = surface.cross(place, tangent);
  if (crossing != Crossing::kPassed) return crossing;
  const LocalSurface after = surface.local(place);
  const Vec3 x = before.axes.col(0), z = before.axes.col(2), next = after.axes.col(0);
  const double theta = std::atan2(x.cross(next).dot(z), x.dot(next));
  state.psi += theta;
  if (!first) return crossing;
  const Eigen::Rotation2Dd turn(-theta);
  state.spin.head<2>() = (turn * Vec2(state.spin.head<2>())).eval();
  state.slip = turn * state.slip;
  state.slip_direction = turn * state.slip_direction;
  return crossing;
}

Vec2 slip_onset(const Vec2& guess, const std::function<Vec2(const Vec2&)>& growth) {
  const double start = std::atan2(guess.y(), guess.x());
  const auto direction = [](double angle) { return Vec2(std::cos(angle), std::sin(angle)); };
  Vec2 grown;
  const auto turn = [&](double angle) {  // which way slip in this direction turns
    const Vec2 d = direction(angle);
    grown = growth(d);
    return d.x() * grown.y() - d.y() * grown.x();
  };
  constexpr int kSectors = 32;
  constexpr double kWidth = 2 * std::numbers::pi / kSectors;
  double best = start, most = 0;
  for (int i = 0; i < kSectors; ++i) {
    double low = start + (i - kSectors / 2) * kWidth, high = low + kWidth;
    if (!(turn(low) > 0 && turn(high) <= 0)) continue;
    for (int k = 0; k < 50; ++k) {
      const double middle = 0.5 * (low + high);
      (turn(middle) > 0 ? low : high) = middle;
    }
    const double grows = direction(high).dot(grown);
    if (grows <= most) continue;
    most = grows;
    best = high;
  }
  return direction(best);
}

void check_evolution(double duration, const EvolutionOptions& options) {
  if (!(duration >= 0) || !std::isfinite(duration))
    throw InputError("evolve: duration", "is no time", "give 0 s or more");
  if (!(options.max_step > 0) || !(options.min_step > 0))
    throw InputError("evolve: steps", "are not positive", "give steps above 0 s");
  if (!(options.tolerance > 0)) throw InputError("evolve: tolerance", "is not positive", "give 1e-9, say");
}

}  // namespace stiction
