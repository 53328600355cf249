#include "stiction/collision/soft_memory.h"

#include <tbb/parallel_for.h>

#include <algorithm>

namespace stiction {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

/// Calls without a pair after which it is forgotten, and how often that is looked for.
constexpr std::uint64_t kForgotten = 64, kTidied = 32;

// Finding what can touch takes as long as a few calls without it. It is done where it will serve for this many calls if
// the bodies go on as they do; what they do is what they did, forgotten by this factor a call.
constexpr double kCalls = 32, kFewest = 8, kCalming = 0.5;
// In shares (TouchLimits::share): the least and the most slack, and how far features may reach in a step.
constexpr double kLeastSlack = 1, kMostSlack = 4, kFarthest = 12;
constexpr double kMoreReach = 1.25, kReaching = 0.9;  // than it was, forgotten by this factor a call
// Where it did not serve for this many calls after all, the next try waits, longer each time up to a limit.
constexpr int kTooFew = 6, kLongestPause = 16;

}  // namespace

const NearFeatures* SoftPairMemory::recall(const SoftFrame& a, const SoftFrame& b, const TouchLimits& limits) {
  drift_ = drift_ < kUnknown ? std::max(moved_, kCalming * drift_) : moved_;
  const double reach = NearFeatures::reach_of(a, b, limits);
  reach_ = std::max(reach, kReaching * reach_);
  if (near_.cover(*a_, *b_, limits, reach, moved_, more_ridges_)) {
    more_ridges_ = false;
    ++age_;
    ++served_;
    return &near_;
  }
  if (age_ > 0) {
    pause_ = age_ < kTooFew ? std::min(2 * pause_ + 1, kLongestPause) : 0;
    age_ = waited_ = 0;
    near_.forget();
  }
  const double slack = std::clamp(kCalls * drift_, kLeastSlack * limits.share, kMostSlack * limits.share);
  if (!(kFewest * drift_ <= slack) || !(reach_ <= kFarthest * limits.share)) return nullptr;
  if (waited_++ < pause_) return nullptr;
  if (near_.find(a, b, limits, kMoreReach * reach_, slack, a_, b_)) {
    age_ = 1;
    more_ridges_ = false;
    return &near_;
  }
  pause_ = kLongestPause;
  waited_ = 0;
  return nullptr;
}

void SoftMemory::begin(std::span<const SoftFrame> frames) {
  bodies_.resize(frames.size());
  tbb::parallel_for(std::size_t(0), frames.size(), [&](std::size_t i) {
    const SoftFrame& frame = frames[i];
    Body& body = bodies_[i];
    auto now = std::make_shared<const SoftShot>(frame);
    const bool same = body.index == frame.soft().body && body.surface == &frame.surface();
    body.index = frame.soft().body;
    body.surface = &frame.surface();
    body.shift = same ? Vec3(now->mean - body.now->mean) : Vec3::Zero();
    body.bent = same ? farthest_move(*body.now, *now, body.shift) : kUnknown;
    body.more_ridges = !same || has_more_ridges(*body.now, *now);
    body.now = std::move(now);
  });
  if (++calls_ % kTidied == 0)
    std::erase_if(pairs_, [&](const auto& entry) { return entry.second.asked_ + kForgotten < calls_; });
}

SoftPairMemory& SoftMemory::of(int i, int j) {
  const Body &a = bodies_[std::size_t(i)], &b = bodies_[std::size_t(j)];
  SoftPairMemory& pair = pairs_[{a.index, b.index}];
  // Another body of this number: nothing that is remembered holds for it.
  if (pair.surface_a_ != a.surface || pair.surface_b_ != b.surface) pair = {};
  pair.surface_a_ = a.surface;
  pair.surface_b_ = b.surface;
  pair.a_ = a.now;
  pair.b_ = b.now;
  const bool every_call = pair.asked_ + 1 == calls_;
  pair.moved_ = every_call ? (a.shift - b.shift).norm() + a.bent + b.bent : kUnknown;
  pair.more_ridges_ = pair.more_ridges_ || a.more_ridges || b.more_ridges || !every_call;
  pair.asked_ = calls_;
  return pair;
}

std::uint64_t SoftMemory::served() const {
  std::uint64_t sum = 0;
  for (const auto& [pair, memory] : pairs_) sum += memory.served_;
  return sum;
}

}  // namespace stiction
