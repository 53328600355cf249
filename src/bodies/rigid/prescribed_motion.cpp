#include "stiction/bodies/rigid/prescribed_motion.h"

#include <algorithm>
#include <cmath>

#include "stiction/common/error.h"

namespace stiction {

KeyframeMotion::KeyframeMotion(std::vector<Key> keys, bool smooth, bool repeat)
    : keys_(std::move(keys)), smooth_(smooth), repeat_(repeat) {
  if (keys_.empty()) throw InputError("motion.keyframes", "is empty", "give at least one pose");
  for (std::size_t i = 1; i < keys_.size(); ++i)
    if (!(keys_[i].time > keys_[i - 1].time))
      throw InputError("motion.keyframes[" + std::to_string(i) + "].time", "is not after the one before",
                       "give keyframes in order of time");
}

Placement KeyframeMotion::at(double time) const {
  const double first = keys_.front().time, period = keys_.back().time - first;
  if (repeat_ && period > 0) time = first + (time - first) - period * std::floor((time - first) / period);
  const auto next =
      std::upper_bound(keys_.begin(), keys_.end(), time, [](double t, const Key& key) { return t < key.time; });
  if (next == keys_.begin()) return keys_.front().placement;
  if (next == keys_.end()) return keys_.back().placement;
  const Key &a = *(next - 1), &b = *next;
  double s = (time - a.time) / (b.time - a.time);
  if (smooth_) s = s * s * s * (10 + s * (6 * s - 15));
  return {a.placement.position + s * (b.placement.position - a.placement.position),
          a.placement.rotation.slerp(s, b.placement.rotation)};
}

}  // namespace stiction
