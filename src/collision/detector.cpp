#include "stiction/collision/detector.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "stiction/collision/broad_phase.h"
#include "stiction/collision/mesh_contact.h"
#include "stiction/collision/narrow_phase.h"

namespace stiction {

namespace {

// Pairs per task: fixed, so that the result does not depend on the number of threads, and large enough (some
// 10 µs of work) to outweigh the cost of a task.
constexpr std::size_t kPairsPerTask = 16;

/// What is known of each pair of meshes; null for other pairs. Empty without a memory.
std::vector<MeshPairMemory*> remembered(const std::vector<PosedShape>& bodies,
                                        const std::vector<std::pair<int, int>>& pairs, MeshMemory* memory) {
  if (!memory) return {};
  memory->begin();
  std::vector<MeshPairMemory*> known(pairs.size(), nullptr);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto [i, j] = pairs[k];
    const auto *a = std::get_if<Mesh>(bodies[std::size_t(i)].shape),
               *b = std::get_if<Mesh>(bodies[std::size_t(j)].shape);
    if (a && b) known[k] = &memory->of(i, *a, j, *b);
  }
  return known;
}

void collide_range(const std::vector<PosedShape>& bodies, const std::vector<std::pair<int, int>>& pairs,
                   const std::vector<MeshPairMemory*>& known, std::size_t first, std::size_t last,
                   std::vector<ContactPoint>& out) {
  for (std::size_t k = first; k < last; ++k) {
    const auto [i, j] = pairs[k];
    const PosedShape& a = bodies[std::size_t(i)];
    const PosedShape& b = bodies[std::size_t(j)];
    const std::size_t before = out.size();
    if (!known.empty() && known[k])
      collide_mesh(std::get<Mesh>(*a.shape), a.pose, std::get<Mesh>(*b.shape), b.pose, pair_margin(a, b), out,
                   known[k]);
    else
      collide(*a.shape, a.pose, *b.shape, b.pose, pair_margin(a, b), out);
    for (std::size_t c = before; c < out.size(); ++c) {
      out[c].body_a = i;
      out[c].body_b = j;
    }
  }
}

}  // namespace

std::vector<ContactPoint> detect_contacts(const std::vector<PosedShape>& bodies,
                                          const std::vector<std::pair<int, int>>& never_touch, MeshMemory* memory) {
  std::vector<std::pair<int, int>> pairs = candidate_pairs(bodies);
  if (!never_touch.empty()) {
    std::vector<std::pair<int, int>> rest;
    std::set_difference(pairs.begin(), pairs.end(), never_touch.begin(), never_touch.end(), std::back_inserter(rest));
    pairs = std::move(rest);
  }
  const std::vector<MeshPairMemory*> known = remembered(bodies, pairs, memory);
  const std::size_t tasks = (pairs.size() + kPairsPerTask - 1) / kPairsPerTask;
  std::vector<ContactPoint> result;
  if (tasks <= 2) {
    collide_range(bodies, pairs, known, 0, pairs.size(), result);
    return result;
  }
  std::vector<std::vector<ContactPoint>> slots(tasks);
  tbb::parallel_for(std::size_t(0), tasks, [&](std::size_t t) {
    slots[t].reserve(4 * kPairsPerTask);
    collide_range(bodies, pairs, known, t * kPairsPerTask, std::min(pairs.size(), (t + 1) * kPairsPerTask), slots[t]);
  });
  for (const auto& slot : slots) result.insert(result.end(), slot.begin(), slot.end());
  return result;
}

}  // namespace stiction
