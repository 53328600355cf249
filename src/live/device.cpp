#include "stiction/live/device.h"

#include <cmath>
#include <utility>

#include "stiction/common/error.h"
#include "stiction/live/live_world.h"

namespace stiction {

void step_with(LiveWorld& world, Device& device) {
  const DevicePose pose = device.pose(world.world().state().time);
  const int held = world.hold() ? world.hold()->body : -1;
  if (held >= 0 && (pose.body != held || pose.point != world.hold()->point))
    world.apply({.action = LiveAction::release});
  if (pose.body >= 0) {
    if (!world.hold()) world.apply({.action = LiveAction::grab, .body = pose.body, .value = pose.point});
    if (world.hold()->target != pose.target) world.apply({.action = LiveAction::move, .value = pose.target});
  }
  world.step();
  device.feel(world.hold() ? Vec3(-world.hold()->force) : Vec3(Vec3::Zero()));
}

ScriptedDevice::ScriptedDevice(std::vector<Key> keys) : keys_(std::move(keys)) {
  bool ascending = keys_.size() >= 2 && keys_.front().time == 0;
  for (std::size_t i = 1; i < keys_.size(); ++i) ascending = ascending && keys_[i - 1].time < keys_[i].time;
  if (!ascending)
    throw InputError("device keys", "are not two or more in ascending time from 0",
                     "order them by time, the first at 0");
}

DevicePose ScriptedDevice::pose(double time) {
  const double t = std::fmod(time, keys_.back().time);
  std::size_t i = 1;
  while (i + 1 < keys_.size() && keys_[i].time <= t) ++i;
  const Key &a = keys_[i - 1], &b = keys_[i];
  DevicePose pose = a.pose;
  const double share = (t - a.time) / (b.time - a.time);
  pose.target = (1 - share) * a.pose.target + share * b.pose.target;
  return pose;
}

}  // namespace stiction
