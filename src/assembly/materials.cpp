#include "stiction/assembly/materials.h"

#include <algorithm>
#include <cmath>

namespace stiction {

ContactLaw MaterialTable::law(int a, int b) const {
  const auto found = pairs.find({std::min(a, b), std::max(a, b)});
  if (found != pairs.end()) return found->second;
  const Material &first = materials[a], &second = materials[b];
  return {std::sqrt(first.mu * second.mu), std::sqrt(first.restitution * second.restitution)};
}

}  // namespace stiction
