#include "stiction/collision/sample_contacts.h"

#include <algorithm>
#include <limits>

namespace stiction {

namespace {

/// Samples beside each other are at most this far apart, in cells.
constexpr double kSpacing = 3;

double deepest(const std::vector<ContactCandidate>& candidates) {
  double least = std::numeric_limits<double>::infinity();
  for (const ContactCandidate& c : candidates) least = std::min(least, c.gap);
  return least;
}

}  // namespace

void SampleContacts::finish(const Pose& frame, double margin, double size, double cell, std::vector<ContactPoint>& out,
                            bool all) {
  const double unexplained = deepest(overlapping);
  if (!overlapping.empty() &&
      (accepted.empty() || (unexplained < -0.25 * cell && deepest(accepted) > 0.5 * unexplained))) {
    accepted.insert(accepted.end(), overlapping.begin(), overlapping.end());
  }
  if (all && accepted.size() <= std::size_t(kMostContacts)) {
    append_contacts(accepted, frame, out);
    return;
  }
  // A body of this size whose points travel by the margin turns by up to four times as much; but then it is looked at
  // again where it arrives.
  const double turn = std::clamp(0.5 * margin / size, 0.01, 0.5);
  reduce_contacts(accepted, frame, turn, kSpacing * cell, out);
}

}  // namespace stiction
