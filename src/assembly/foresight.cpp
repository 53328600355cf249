#include "stiction/assembly/foresight.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "stiction/assembly/resolution.h"
#include "stiction/assembly/sweep.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/collision/broad_phase.h"
#include "stiction/collision/detector.h"
#include "stiction/collision/feature_id.h"
#include "stiction/common/parallel.h"

namespace stiction {

namespace {

using Pair = std::pair<int, int>;

/// Enough to be worth a task.
constexpr std::size_t kBodiesPerTask = 200;
/// Overlap smaller than this part of a body's thickness, or of a mesh's cell, is not worth a second solve.
constexpr double kIgnored = 1e-4, kIgnoredCell = 0.02;
/// Nor does this part of it matter to where each of two bodies ends.
constexpr double kSameWay = 0.5;
/// An end deeper inside each other than this part of the thickness shows other features than those that meet.
constexpr double kDeep = 0.1;

/// Guesses of where a rim meets something that are further apart than this part of the thickness are different places.
constexpr double kSamePlace = 0.25;

/// A rim meets things anywhere along it, under one name.
bool has_rim(const Shape& shape) {
  return std::holds_alternative<Cylinder>(shape) || std::holds_alternative<Cone>(shape);
}

/// Where the contacts of one pair that were foreseen before are.
class ForeseenPlaces {
 public:
  explicit ForeseenPlaces(const std::vector<ContactPoint>& known) {
    for (const ContactPoint& c : known)
      if ((c.feature & kForeseen) != 0) place_[{c.body_a, c.body_b, c.feature}] = c.position;
  }

  /// The contact's name with what tells its place apart: that of the guess that it replaces, or one not taken yet. With
  /// all taken the last one is replaced.
  std::uint64_t name(const ContactPoint& c, double near) const {
    for (const std::uint64_t place : kOtherPlaces) {
      const auto found = place_.find({c.body_a, c.body_b, c.feature | place});
      if (found == place_.end() || (found->second - c.position).norm() <= near) return c.feature | place;
    }
    return c.feature | std::rbegin(kOtherPlaces)[0];
  }

 private:
  std::map<std::tuple<int, int, std::uint64_t>, Vec3> place_;
};

Vec3 point_velocity(const BodyState& state, const Vec6& v, const Vec3& p) {
  return v.head<3>() + v.tail<3>().cross(p - state.position);
}

/// Velocity at which a contact at the end of the step is taken back to its start, so that lever arms are those of the
/// end: both bodies' cannot be, so those of the body that turns faster are.
Vec3 common_travel(const Vec6& v_a, const Vec6& v_b) {
  const double a = v_a.tail<3>().squaredNorm(), b = v_b.tail<3>().squaredNorm();
  const double share = a + b > 0 ? a / (a + b) : 0.5;
  return share * v_a.head<3>() + (1 - share) * v_b.head<3>();
}

/// Impacts of fast pairs on their way through the step.
std::vector<ContactPoint> swept_contacts(const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states,
                                         const std::vector<Vec6>& v, const std::vector<char>& known,
                                         const std::vector<Pair>& never_touch, double h) {
  std::vector<PosedShape> swept(bodies.size());
  double furthest = 0, thinnest = std::numeric_limits<double>::infinity();
  parallel_each(bodies.size(), kBodiesPerTask,
                [&](std::size_t i) { swept[i] = moving_shape(bodies[i], states[i], v[i], h); });
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    furthest = std::max(furthest, swept[i].reach());
    thinnest = std::min(thinnest, thickness(bodies[i].shape));
    swept[i].fixed = known[i];
  }
  std::vector<ContactPoint> found;
  if (2 * furthest <= kFastTravel * thinnest) return found;
  std::vector<Pair> fast = candidate_pairs(swept);
  std::erase_if(fast, [&](const Pair& pair) {
    const std::size_t a = std::size_t(pair.first), b = std::size_t(pair.second);
    return !is_fast(bodies[a], bodies[b], approach(swept[a], swept[b])) ||
           std::binary_search(never_touch.begin(), never_touch.end(), pair);
  });
  std::vector<std::vector<ContactPoint>> impacts(fast.size());
  tbb::parallel_for(std::size_t{0}, fast.size(), [&](std::size_t k) {
    const std::size_t a = std::size_t(fast[k].first), b = std::size_t(fast[k].second);
    impacts[k] = first_impact({bodies[a], states[a], v[a]}, {bodies[b], states[b], v[b]}, h, Touching::kFollowed);
  });
  for (std::size_t k = 0; k < fast.size(); ++k) {
    for (ContactPoint c : impacts[k]) {
      c.body_a = fast[k].first;
      c.body_b = fast[k].second;
      found.push_back(c);
    }
  }
  return found;
}

/// Deepest gap of each pair of bodies, at most 0.
class Overlaps {
 public:
  /// Contacts of a pair follow each other, pairs ascend.
  explicit Overlaps(const std::vector<ContactPoint>& contacts) {
    for (const ContactPoint& c : contacts) {
      const Pair pair(c.body_a, c.body_b);
      if (pairs_.empty() || pairs_.back().first != pair) pairs_.emplace_back(pair, 0.0);
      pairs_.back().second = std::min(pairs_.back().second, c.gap);
    }
  }
  double of(const Pair& pair) const {
    const auto found = std::lower_bound(pairs_.begin(), pairs_.end(), pair,
                                        [](const auto& entry, const Pair& wanted) { return entry.first < wanted; });
    return found != pairs_.end() && found->first == pair ? found->second : 0;
  }

 private:
  std::vector<std::pair<Pair, double>> pairs_;
};

/// Who hardly moves, or whose way has been looked at, up to what does not matter; `seen` becomes the velocities looked
/// at now.
std::vector<char> known_ways(const std::vector<RigidBody>& bodies, const std::vector<Vec6>& v, double h,
                             std::vector<Vec6>& seen) {
  std::vector<char> known(bodies.size(), 0);
  parallel_each(bodies.size(), kBodiesPerTask, [&](std::size_t i) {
    known[i] = bodies[i].fixed || is_quiet(bodies[i], v[i], h) ||
               (!seen.empty() && travel_bound(bodies[i], v[i] - seen[i], h) <=
                                     kSameWay * small_length(bodies[i].shape, bodies[i].shape, kIgnored, kIgnoredCell));
  });
  if (seen.empty()) seen = v;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!known[i]) seen[i] = v[i];
  return known;
}

}  // namespace

bool all_quiet(const std::vector<RigidBody>& bodies, const std::vector<Vec6>& v, double h) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!is_quiet(bodies[i], v[i], h)) return false;
  return true;
}

std::vector<ContactPoint> foresee_contacts(const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states,
                                           const std::vector<Vec6>& v, const std::vector<ContactPoint>& known,
                                           const std::vector<std::pair<int, int>>& never_touch, double h,
                                           Foresight what, std::vector<Vec6>* seen, MeshMemory* memory) {
  if (all_quiet(bodies, v, h)) return {};

  std::vector<Vec6> none;
  const std::vector<char> known_way = known_ways(bodies, v, h, seen ? *seen : none);
  std::vector<ContactPoint> foreseen = swept_contacts(bodies, states, v, known_way, never_touch, h);
  if (what == Foresight::kSwept) return foreseen;

  std::vector<PosedShape> ends(bodies.size());
  parallel_each(bodies.size(), kBodiesPerTask, [&](std::size_t i) {
    BodyState end = states[i];
    advance(end, v[i], h);
    ends[i] = {&bodies[i].shape, pose(end), known_way[i] != 0};
  });
  const Overlaps overlap_now(known);

  const ForeseenPlaces places(known);
  std::set<Pair> swept;
  for (const ContactPoint& c : foreseen) swept.insert({c.body_a, c.body_b});
  for (ContactPoint c : detect_contacts(ends, never_touch, memory)) {
    const double thin = std::min(thickness(bodies[c.body_a].shape), thickness(bodies[c.body_b].shape));
    // Where bodies would end deep inside each other, it is known better how they meet.
    if (c.gap < -kDeep * thin && swept.contains({c.body_a, c.body_b})) continue;
    const double allowed = overlap_now.of({c.body_a, c.body_b});
    if (c.gap >= allowed - small_length(bodies[c.body_a].shape, bodies[c.body_b].shape, kIgnored, kIgnoredCell))
      continue;
    c.position -= h * common_travel(v[c.body_a], v[c.body_b]);
    const double speed = c.normal.dot(point_velocity(states[c.body_a], v[c.body_a], c.position) -
                                      point_velocity(states[c.body_b], v[c.body_b], c.position));
    c.gap = std::max(0.0, c.gap - allowed - h * speed);
    c.feature |= kForeseen;
    // A body that falls flat on a rim is stopped at one place and turns about it: the next place must not replace it.
    if (has_rim(bodies[c.body_a].shape) || has_rim(bodies[c.body_b].shape))
      c.feature = places.name(c, kSamePlace * thin);
    foreseen.push_back(c);
  }
  return foreseen;
}

void insert_contacts(const std::vector<ContactPoint>& more, std::vector<ContactPoint>& contacts,
                     std::vector<Vec3>& impulses, std::vector<Vec3>& torques) {
  if (more.empty()) return;
  struct Entry {
    ContactPoint contact;
    Vec3 impulse = Vec3::Zero(), torque = Vec3::Zero();
  };
  const auto name = [](const ContactPoint& c) { return std::tuple(c.body_a, c.body_b, c.feature); };
  // A feature foreseen a second time replaces its first guess.
  std::vector<ContactPoint> fresh;
  std::map<std::tuple<int, int, std::uint64_t>, std::size_t> place;
  for (const ContactPoint& c : more) {
    const auto [same, unknown] = place.emplace(name(c), fresh.size());
    if (unknown)
      fresh.push_back(c);
    else
      fresh[same->second] = c;
  }
  std::vector<Entry> all;
  all.reserve(contacts.size() + fresh.size());
  std::vector<char> known(fresh.size(), 0);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const auto same = place.find(name(contacts[k]));
    const bool replaced = same != place.end() && !known[same->second];
    all.push_back({replaced ? fresh[same->second] : contacts[k], impulses[k], torques[k]});
    if (replaced) known[same->second] = 1;
  }
  for (std::size_t i = 0; i < fresh.size(); ++i)
    if (!known[i]) all.push_back({fresh[i]});
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return Pair(a.contact.body_a, a.contact.body_b) < Pair(b.contact.body_a, b.contact.body_b);
  });
  contacts.clear();
  impulses.clear();
  torques.clear();
  for (const Entry& entry : all) {
    contacts.push_back(entry.contact);
    impulses.push_back(entry.impulse);
    torques.push_back(entry.torque);
  }
}

}  // namespace stiction
