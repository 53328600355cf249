// Motion that is given, not found: bodies that follow a path whatever pushes them.
#pragma once

#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// Where a body's own frame is at a time.
struct Placement {
  Vec3 position = Vec3::Zero();  ///< m
  Quat rotation = Quat::Identity();
};

class PrescribedMotion {
 public:
  virtual ~PrescribedMotion() = default;
  /// Must depend on `time` (s) alone.
  virtual Placement at(double time) const = 0;
};

/// A path through poses at given times; before the first and after the last it stands still, unless it repeats.
class KeyframeMotion final : public PrescribedMotion {
 public:
  struct Key {
    double time = 0;  ///< s
    Placement placement;
  };
  /// Keys in increasing time, at least one. `smooth`: speeds vanish at every key and change without jumps; else linear.
  KeyframeMotion(std::vector<Key> keys, bool smooth, bool repeat);
  Placement at(double time) const override;

 private:
  std::vector<Key> keys_;
  bool smooth_, repeat_;
};

}  // namespace stiction
