// A hand: where it is, and what it feels. A mouse, a haptic device, or a script that stands in for them.
#pragma once

#include <optional>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// What a hand wants at a moment.
struct DevicePose {
  int body = -1;               ///< that it holds; -1: none
  Vec3 point = Vec3::Zero();   ///< of the body, from its centre of mass, body axes, m
  Vec3 target = Vec3::Zero();  ///< where it pulls it to, world, m
};

class Device {
 public:
  virtual ~Device() = default;
  /// At a simulated time, s; called before every step, in order.
  virtual DevicePose pose(double time) = 0;
  /// The force on the hand, N; called after every step.
  virtual void feel(const Vec3& force) = 0;
};

class LiveWorld;

/// Turns what the device wants now into inputs, steps, and lets it feel the outcome.
void step_with(LiveWorld& world, Device& device);

/// A trajectory: at each key the hand holds the key's body (or none) until the next one, and its target moves in a
/// straight line from key to key. Repeats from the start after the last one.
class ScriptedDevice : public Device {
 public:
  struct Key {
    double time = 0;  ///< s, ascending from 0; the last one ends the round
    DevicePose pose;
  };
  /// Throws InputError unless there are two keys or more, in ascending order from 0.
  explicit ScriptedDevice(std::vector<Key> keys);

  DevicePose pose(double time) override;
  void feel(const Vec3& force) override { last_force_ = force; }
  const Vec3& last_force() const { return last_force_; }

 private:
  std::vector<Key> keys_;
  Vec3 last_force_ = Vec3::Zero();
};

}  // namespace stiction
