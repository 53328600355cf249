#include "stiction/collision/mesh_memory.h"

namespace stiction {

namespace {

/// Calls without a pair after which it is forgotten, and how often that is looked for: a step has up to about ten.
constexpr std::uint64_t kForgotten = 64, kTidied = 32;

}  // namespace

void MeshMemory::begin() {
  if (++calls_ % kTidied != 0) return;
  std::erase_if(pairs_, [&](const auto& entry) { return entry.second.asked + kForgotten < calls_; });
}

MeshPairMemory& MeshMemory::of(int i, const Mesh& a, int j, const Mesh& b) {
  MeshPairMemory& pair = pairs_[{i, j}];
  // Another body of this number: nothing that is remembered holds for it.
  if (pair.a != a.solid || pair.b != b.solid) pair = {{}, {}, {}, a.solid, b.solid, 0};
  pair.asked = calls_;
  return pair;
}

}  // namespace stiction
