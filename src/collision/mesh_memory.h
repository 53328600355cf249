// What detection remembers of pairs of meshes from one call to the next.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "stiction/collision/near_samples.h"

namespace stiction {

/// One for each world: bodies are known by their indices. Contacts do not depend on it, only the time they take.
class MeshMemory {
 public:
  /// Before the pairs of a call of the detector are asked for; forgets pairs that have not been near for a while.
  void begin();
  /// Of bodies i < j. Stays where it is until the next begin().
  MeshPairMemory& of(int i, const Mesh& a, int j, const Mesh& b);
  std::size_t size() const { return pairs_.size(); }

 private:
  std::map<std::pair<int, int>, MeshPairMemory> pairs_;
  std::uint64_t calls_ = 0;
};

}  // namespace stiction
