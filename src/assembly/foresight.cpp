#include "stiction/assembly/foresight.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/collision/detector.h"

namespace stiction {

namespace {

using Pair = std::pair<int, int>;

/// Feature ids of foreseen contacts carry this bit, so that they never meet those of detected ones.
constexpr std::uint64_t kForeseen = std::uint64_t{1} << 63;

/// Overlap smaller than this part of a body's thickness is not worth a second solve.
constexpr double kIgnored = 1e-4;

/// Travel under this part of the thickness is covered by the margin of ordinary detection.
constexpr double kQuiet = 0.01;

Vec3 point_velocity(const BodyState& state, const Vec6& v, const Vec3& p) {
  return v.head<3>() + v.tail<3>().cross(p - state.position);
}

}  // namespace

bool is_quiet(const std::vector<RigidBody>& bodies, const std::vector<Vec6>& v, double h) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!(travel_bound(bodies[i], v[i], h) <= kQuiet * thickness(bodies[i].shape))) return false;
  return true;
}

std::vector<ContactPoint> foresee_contacts(const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states,
                                           const std::vector<Vec6>& v, const std::vector<ContactPoint>& known,
                                           double h) {
  if (is_quiet(bodies, v, h)) return {};

  std::vector<PosedShape> ends(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    BodyState end = states[i];
    integrate(bodies[i], end, v[i], Vec6::Zero(), h);
    ends[i] = {&bodies[i].shape, pose(end), bodies[i].fixed, 0};
  }
  std::map<Pair, double> overlap_now;  // deepest gap of each pair, at most 0
  for (const ContactPoint& c : known) {
    double& deepest = overlap_now[{c.body_a, c.body_b}];
    deepest = std::min(deepest, c.gap);
  }

  std::vector<ContactPoint> foreseen;
  for (ContactPoint c : detect_contacts(ends)) {
    const auto found = overlap_now.find({c.body_a, c.body_b});
    const double allowed = found == overlap_now.end() ? 0 : found->second;
    const double slack = kIgnored * std::min(thickness(bodies[c.body_a].shape), thickness(bodies[c.body_b].shape));
    if (c.gap >= allowed - slack) continue;
    const double speed = c.normal.dot(point_velocity(states[c.body_a], v[c.body_a], c.position) -
                                      point_velocity(states[c.body_b], v[c.body_b], c.position));
    c.gap = std::max(0.0, c.gap - allowed - h * speed);
    c.feature |= kForeseen;
    foreseen.push_back(c);
  }
  return foreseen;
}

void insert_contacts(const std::vector<ContactPoint>& more, std::vector<ContactPoint>& contacts,
                     std::vector<Vec3>& impulses) {
  if (more.empty()) return;
  std::vector<std::pair<ContactPoint, Vec3>> all;
  all.reserve(contacts.size() + more.size());
  std::map<std::tuple<int, int, std::uint64_t>, std::size_t> known;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    all.emplace_back(contacts[k], impulses[k]);
    known.emplace(std::tuple(contacts[k].body_a, contacts[k].body_b, contacts[k].feature), k);
  }
  for (const ContactPoint& c : more) {
    // A feature foreseen a second time replaces its first guess.
    const auto [same, fresh] = known.emplace(std::tuple(c.body_a, c.body_b, c.feature), all.size());
    if (fresh) {
      all.emplace_back(c, Vec3::Zero());
    } else {
      all[same->second].first = c;
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return Pair(a.first.body_a, a.first.body_b) < Pair(b.first.body_a, b.first.body_b);
  });
  contacts.clear();
  impulses.clear();
  for (const auto& [contact, impulse] : all) {
    contacts.push_back(contact);
    impulses.push_back(impulse);
  }
}

}  // namespace stiction
