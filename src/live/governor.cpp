#include "stiction/live/governor.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

namespace {

/// Weight of a new reading that is larger than what is known, and of one that is smaller: the unpleasant is believed
/// sooner.
constexpr double kLarger = 0.3, kSmaller = 0.01;
/// Less work than this makes so many steps wrong that structures come apart: better late than that. With as much, the
/// bricks of the wall in `stiction bench live` were within 18 mm of where they are without a limit after 20 s.
constexpr int kLeastWork = 4;
/// Limits are powers of this.
constexpr double kGrid = 1.25;

void follow(double& known, double reading) {
  if (known == 0) known = reading;
  known += (reading > known ? kLarger : kSmaller) * (reading - known);
}

}  // namespace

void WorkGovernor::learn(const StepReport& report, double seconds) {
  if (report.factorizations == 0) {
    follow(fixed_, seconds);
  } else if (report.path != SolvePath::unconverged || !(each_ > 0)) {
    follow(each_, std::max(0.0, seconds - fixed_) / report.factorizations);
  } else {
    follow(projection_, std::max(0.0, seconds - fixed_ - each_ * std::min(report.factorizations, limit())));
  }
}

int WorkGovernor::limit() const {
  if (!(each_ > 0)) return std::numeric_limits<int>::max();
  const double most = (budget_ - fixed_ - projection_) / each_;
  if (!(most > kLeastWork)) return kLeastWork;
  return static_cast<int>(std::pow(kGrid, std::floor(std::log(most) / std::log(kGrid))));
}

}  // namespace stiction
