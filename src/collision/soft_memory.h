// What detection remembers of deformable bodies from one call to the next.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "stiction/collision/near_features.h"

namespace stiction {

/// Of two bodies, or of one that may touch itself.
class SoftPairMemory {
 public:
  /// What can touch where the bodies are now, or none where it is as cheap to do without.
  const NearFeatures* recall(const SoftFrame& a, const SoftFrame& b, const TouchLimits& limits);

 private:
  friend class SoftMemory;

  NearFeatures near_;
  std::shared_ptr<const SoftShot> a_, b_;  // as they are now
  const SoftSurface *surface_a_ = nullptr, *surface_b_ = nullptr;
  double moved_ = std::numeric_limits<double>::infinity();  // since the last call, relative to each other, m
  double reach_ = 0;                                        // of features, m
  double drift_ = std::numeric_limits<double>::infinity();  // what they move between two calls, m
  int age_ = 0;                                             // calls that near_ has served
  int pause_ = 0, waited_ = 0;                              // calls to wait before it is tried again
  bool more_ridges_ = true;  // edges may stand out that did not when near_ was found, or looked at last
  std::uint64_t asked_ = 0, served_ = 0;
};

/// One for each set of bodies: they are known by their indices, and a body keeps its surface. Contacts do not depend on
/// it, only the time they take.
class SoftMemory {
 public:
  /// Before the pairs of a call are asked for; forgets pairs that have not been near for a while.
  void begin(std::span<const SoftFrame> frames);
  /// Of frames number i and j, as given to begin(). Stays where it is until the next begin().
  SoftPairMemory& of(int i, int j);
  std::size_t size() const { return pairs_.size(); }
  std::uint64_t served() const;  ///< how often lists of the pairs it still knows were of use

 private:
  struct Body {
    int index = -1;
    const SoftSurface* surface = nullptr;
    std::shared_ptr<const SoftShot> now;
    Vec3 shift = Vec3::Zero();                              // of all its vertices since the last call, m
    double bent = std::numeric_limits<double>::infinity();  // how far any of them moved on top of that, m
    bool more_ridges = true;                                // edges stand out that did not in the last call
  };
  std::vector<Body> bodies_;
  std::map<std::pair<int, int>, SoftPairMemory> pairs_;
  std::uint64_t calls_ = 0;
};

}  // namespace stiction
