#include "stiction/assembly/warm_start.h"

#include <algorithm>
#include <utility>

#include "stiction/assembly/assemble.h"

namespace stiction {

namespace {

/// Takes over what `old` had. Impulses stay in the world; only the frame is new.
void take(const ContactPoint& contact, const ContactState& old, Vec3& impulse, Vec3& torque) {
  const Mat3 to_frame = contact_frame(contact.normal).transpose();
  impulse = to_frame * (old.impulse_normal * old.normal + old.impulse_tangent);
  torque = to_frame * old.torque;
}

}  // namespace

CarriedImpulses carried_impulses(const std::vector<ContactPoint>& contacts, const std::vector<ContactState>& previous,
                                 double reach) {
  constexpr double kCosine = 0.906;  // 25 degrees
  std::vector<Vec3> impulses(contacts.size(), Vec3::Zero()), torques = impulses;
  std::vector<char> matched(contacts.size(), 0), used(previous.size(), 0);
  const auto pair_of = [](const auto& c) { return std::pair<int, int>(c.body_a, c.body_b); };

  std::size_t first_old = 0;
  for (std::size_t first = 0; first < contacts.size();) {
    const auto pair = pair_of(contacts[first]);
    std::size_t last = first;
    while (last < contacts.size() && pair_of(contacts[last]) == pair) ++last;
    while (first_old < previous.size() && pair_of(previous[first_old]) < pair) ++first_old;
    std::size_t last_old = first_old;
    while (last_old < previous.size() && pair_of(previous[last_old]) == pair) ++last_old;

    for (std::size_t k = first; k < last; ++k)
      for (std::size_t o = first_old; o < last_old; ++o)
        if (!used[o] && previous[o].feature == contacts[k].feature &&
            previous[o].normal.dot(contacts[k].normal) > kCosine) {
          take(contacts[k], previous[o], impulses[k], torques[k]);
          matched[k] = used[o] = 1;
          break;
        }
    for (std::size_t k = first; k < last; ++k) {
      if (matched[k]) continue;
      double nearest = reach * reach;
      std::size_t choice = last_old;
      for (std::size_t o = first_old; o < last_old; ++o) {
        const double distance = (previous[o].position - contacts[k].position).squaredNorm();
        if (!used[o] && distance < nearest && previous[o].normal.dot(contacts[k].normal) > kCosine) {
          nearest = distance;
          choice = o;
        }
      }
      if (choice == last_old) continue;
      take(contacts[k], previous[choice], impulses[k], torques[k]);
      used[choice] = 1;
    }
    first = last;
    first_old = last_old;
  }
  return {std::move(impulses), std::move(torques)};
}

}  // namespace stiction
