#include "stiction/collision/soft_contact.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stiction/collision/broad_phase.h"
#include "stiction/collision/soft_memory.h"
#include "stiction/collision/soft_pair.h"

namespace stiction {

namespace {

/// Two bodies (or one and itself) that may touch: places among the deformable bodies, -1 for rigid ones.
struct SoftPair {
  int body_a, body_b;
  int soft_a, soft_b;
};

double own_share(double thickness) { return std::isfinite(thickness) ? touch_limits(thickness).share : 0; }

Bounds bounds_of(const SoftFrame& frame) {
  const Vec3 reach = Vec3::Constant(frame.most_travel() + own_share(frame.surface().thickness()));
  return {frame.box().min() - reach, frame.box().max() + reach};
}

std::vector<SoftPair> soft_pairs(const std::vector<PosedShape>& rigid, const std::vector<SoftFrame>& frames,
                                 const std::vector<std::pair<int, int>>& never_touch) {
  std::vector<Bounds> soft_bounds, rigid_bounds(rigid.size());
  for (const SoftFrame& frame : frames) soft_bounds.push_back(bounds_of(frame));
  for (std::size_t j = 0; j < rigid.size(); ++j) {
    if (!rigid[j].shape || std::holds_alternative<HalfSpace>(*rigid[j].shape)) continue;
    rigid_bounds[j] =
        stiction::bounds_of(*rigid[j].shape, rigid[j].pose, rigid[j].reach() + own_share(thickness(*rigid[j].shape)));
  }
  std::vector<SoftPair> pairs;
  const auto add = [&](SoftPair pair) {
    if (pair.body_a > pair.body_b) pair = {pair.body_b, pair.body_a, pair.soft_b, pair.soft_a};
    if (!std::ranges::binary_search(never_touch, std::pair(pair.body_a, pair.body_b))) pairs.push_back(pair);
  };
  for (int i = 0; i < std::ssize(frames); ++i) {
    const PosedSoft& soft = frames[i].soft();
    if (soft.self_contact) pairs.push_back({soft.body, soft.body, i, i});
    for (int j = i + 1; j < std::ssize(frames); ++j) {
      if (soft_bounds[i].overlaps(soft_bounds[j])) add({soft.body, frames[j].soft().body, i, j});
    }
    for (int j = 0; j < std::ssize(rigid); ++j) {
      if (!rigid[j].shape) continue;
      if (std::holds_alternative<HalfSpace>(*rigid[j].shape) || soft_bounds[i].overlaps(rigid_bounds[j])) {
        add({soft.body, j, i, -1});
      }
    }
  }
  std::ranges::sort(pairs, {}, [](const SoftPair& pair) { return std::pair(pair.body_a, pair.body_b); });
  return pairs;
}

void collide_pair(const SoftPair& pair, const std::vector<PosedShape>& rigid, const std::vector<SoftFrame>& frames,
                  SoftPairMemory* memory, SoftContacts& out) {
  if (pair.body_a == pair.body_b) {
    collide_self(frames[pair.soft_a], out, memory);
  } else if (pair.soft_a >= 0 && pair.soft_b >= 0) {
    collide_soft(frames[pair.soft_a], frames[pair.soft_b], out, memory);
  } else if (pair.soft_a >= 0) {
    collide_soft_rigid(frames[pair.soft_a], rigid[pair.body_b], true, out);
  } else {
    collide_soft_rigid(frames[pair.soft_b], rigid[pair.body_a], false, out);
  }
}

}  // namespace

void detect_soft_contacts(const std::vector<PosedShape>& rigid, std::span<const PosedSoft> soft,
                          const std::vector<std::pair<int, int>>& never_touch, std::vector<ContactPoint>& contacts,
                          std::vector<ContactSpot>& spots, SoftMemory* memory) {
  std::vector<SoftFrame> frames;
  frames.reserve(soft.size());
  for (const PosedSoft& body : soft) frames.emplace_back(body);
  const std::vector<SoftPair> pairs = soft_pairs(rigid, frames, never_touch);
  std::vector<SoftPairMemory*> known(pairs.size(), nullptr);
  if (memory) {
    memory->begin(frames);
    for (std::size_t k = 0; k < pairs.size(); ++k)
      if (pairs[k].soft_a >= 0 && pairs[k].soft_b >= 0) known[k] = &memory->of(pairs[k].soft_a, pairs[k].soft_b);
  }
  std::vector<SoftContacts> found(pairs.size());
  tbb::parallel_for(std::size_t(0), pairs.size(),
                    [&](std::size_t k) { collide_pair(pairs[k], rigid, frames, known[k], found[k]); });
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    order.resize(found[k].points.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::sort(order, {}, [&](std::size_t i) { return found[k].points[i].feature; });
    for (const std::size_t i : order) {
      ContactPoint point = found[k].points[i];
      point.body_a = pairs[k].body_a;
      point.body_b = pairs[k].body_b;
      point.spot = int(spots.size());
      contacts.push_back(point);
      spots.push_back(found[k].spots[i]);
    }
  }
}

}  // namespace stiction
