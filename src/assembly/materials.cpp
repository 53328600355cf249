#include "stiction/assembly/materials.h"

#include <algorithm>
#include <cmath>

namespace stiction {

ContactLaw MaterialTable::law(int a, int b) const {
  const auto found = pairs.find({std::min(a, b), std::max(a, b)});
  if (found != pairs.end()) return found->second;
  const Material &first = materials[a], &second = materials[b];
  const auto before_slip = [](const Material& m) { return m.mu_static < 0 ? m.mu : m.mu_static; };
  ContactLaw law{std::sqrt(first.mu * second.mu), std::sqrt(first.restitution * second.restitution)};
  if (first.mu_static >= 0 || second.mu_static >= 0)
    law.mu_static = std::sqrt(before_slip(first) * before_slip(second));
  law.rolling = std::max(first.rolling, second.rolling);
  law.spin = std::max(first.spin, second.spin);
  return law;
}

}  // namespace stiction
