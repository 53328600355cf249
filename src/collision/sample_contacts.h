// Candidates gathered from samples, sorted into those that make sense and those that only overlap.
#pragma once

#include <vector>

#include "stiction/collision/contact_reduction.h"

namespace stiction {

/// A sample that is near another body without facing it, such as a point of a face beside the other's edge, tells of no
/// contact: the sample of the other body that does will. Only where an overlap is not explained by any sample that
/// faces the other body do the rest count.
struct SampleContacts {
  std::vector<ContactCandidate> accepted, overlapping;

  void clear() {
    accepted.clear();
    overlapping.clear();
  }
  void add(const ContactCandidate& candidate, bool faces) {
    if (faces) {
      accepted.push_back(candidate);
    } else if (candidate.gap < 0) {
      overlapping.push_back(candidate);
    }
  }
  /// Reduces and appends. `size`: diameter of the smaller body; `cell`: overlap that needs no explanation, both m.
  /// With `all`, nothing is dropped while there are no more than kMostContacts.
  void finish(const Pose& frame, double margin, double size, double cell, std::vector<ContactPoint>& out,
              bool all = false);
};

}  // namespace stiction
