#include "stiction/stepping/smooth_group.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "stiction/collision/detector.h"
#include "stiction/evolution/collision_law.h"
#include "stiction/evolution/contact_search.h"
#include "stiction/stepping/second_contact.h"
#include "stiction/stepping/smooth_report.h"

namespace stiction {
namespace {

/// Gaps that are closed at once, relative to the size of the smaller body: what triangulations may leave.
constexpr double kFacets = 2e-3;

/// The bodies of one component, with those that do not move, and its edges.
struct Component {
  std::set<int> members, grounds;
  std::set<std::pair<int, int>> edges;
};

SmoothEdges ordered(const Component& component) {
  SmoothEdges result;
  std::vector<int> parents = {*component.grounds.begin()};
  std::set<int> placed;
  for (std::size_t i = 0; i < parents.size(); ++i)
    for (const auto& [a, b] : component.edges) {
      if (a != parents[i] && b != parents[i]) continue;
      const int other = a == parents[i] ? b : a;
      if (component.grounds.contains(other) || !placed.insert(other).second) continue;
      result.push_back({other, parents[i]});
      parents.push_back(other);
    }
  return result;
}

/// The nearest places of a body and its parent, if they touch, or nearly so, and gently.
std::optional<SmoothTree::Places> touching_places(const SmoothPairModel& pair, const SmoothContact::Bodies& bodies,
                                                  double entry_speed) {
  const auto posed = [](const RigidBody& body, const BodyMotion& motion) {
    return PosedShape{&body.shape, {motion.position, motion.rotation.toRotationMatrix()}, body.fixed};
  };
  const std::vector<ContactPoint> points =
      detect_contacts({posed(*pair.first_body, bodies.first), posed(*pair.second_body, bodies.second)});
  if (points.empty()) return std::nullopt;
  const ContactPoint& deepest = *std::min_element(
      points.begin(), points.end(), [](const ContactPoint& a, const ContactPoint& b) { return a.gap < b.gap; });
  const auto place = [&](const SmoothSkin& skin, const SmoothBody& body, const BodyMotion& motion) {
    return skin.nearest(motion.rotation.conjugate() * (deepest.position - motion.position) + body.centre_of_mass);
  };
  const SmoothContact& contact = *pair.contact;
  const auto nearest = refine_contact(contact, bodies, place(*pair.first_skin, contact.first(), bodies.first),
                                      place(*pair.second_skin, contact.second(), bodies.second));
  const double size = std::min(pair.first_skin->radius, pair.second_skin->radius);
  if (!nearest || std::abs(nearest->gap) > kFacets * size) return std::nullopt;
  const Vec3 velocity = ImpactPoint(contact, bodies, nearest->position, nearest->normal).velocity(bodies);
  if (std::abs(velocity.dot(nearest->normal)) > entry_speed) return std::nullopt;
  return SmoothTree::Places{nearest->first, nearest->second};
}

}  // namespace

std::vector<SmoothEdges> find_trees(const WorldModel& model, const std::vector<int>& moving,
                                    const std::vector<std::vector<int>>& near, const std::vector<char>& barred) {
  std::vector<int> place(model.bodies.size(), -1);
  for (std::size_t k = 0; k < moving.size(); ++k) place[static_cast<std::size_t>(moving[k])] = static_cast<int>(k);
  std::vector<char> seen(moving.size(), 0);
  std::vector<SmoothEdges> trees;
  for (std::size_t k = 0; k < moving.size(); ++k) {
    if (seen[k]) continue;
    seen[k] = 1;
    Component component;
    bool fits = true;
    std::vector<std::size_t> queue = {k};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const int body = moving[queue[i]];
      component.members.insert(body);
      fits = fits && !barred[static_cast<std::size_t>(body)];
      for (const int other : near[queue[i]]) {
        const RigidBody& neighbour = model.bodies[static_cast<std::size_t>(other)];
        fits = fits && neighbour.smooth && !barred[static_cast<std::size_t>(other)];
        component.edges.insert(std::minmax(body, other));
        const int at = place[static_cast<std::size_t>(other)];
        if (at < 0) {
          component.grounds.insert(other);
          fits = fits && !neighbour.motion;
        } else if (!seen[static_cast<std::size_t>(at)]) {
          seen[static_cast<std::size_t>(at)] = 1;
          queue.push_back(static_cast<std::size_t>(at));
        }
      }
    }
    fits = fits && component.members.size() > 1 && component.grounds.size() == 1 &&
           component.edges.size() == component.members.size();
    if (fits) trees.push_back(ordered(component));
  }
  return trees;
}

SmoothGroup::SmoothGroup(const WorldModel& model, SmoothEdges edges,
                         const std::vector<std::unique_ptr<SmoothSkin>>& skins)
    : edges_(std::move(edges)) {
  std::vector<SmoothTree::Member> members;
  std::vector<PairOptions> options;
  for (const auto& [body, parent] : edges_) {
    const auto at = std::find_if(edges_.begin(), edges_.end(), [&](const auto& e) { return e.first == parent; });
    parents_.push_back(at == edges_.end() ? -1 : static_cast<int>(at - edges_.begin()));
    const auto a = static_cast<std::size_t>(body), b = static_cast<std::size_t>(parent);
    const ContactLaw law = model.materials.law(model.bodies[a].material, model.bodies[b].material);
    if (law.rolling != 0 || law.spin != 0) return;
    members.push_back({smooth_body(model.bodies[a], model.smooth), parents_.back(), smooth_law(law, model.smooth)});
    options.push_back(pair_options(law, model.smooth));
  }
  const RigidBody& ground = model.bodies[static_cast<std::size_t>(edges_.front().second)];
  tree_ = std::make_unique<SmoothTree>(smooth_body(ground, model.smooth), members);
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    const auto a = static_cast<std::size_t>(edges_[i].first), b = static_cast<std::size_t>(edges_[i].second);
    pairs_.push_back({edges_[i].first, edges_[i].second, &model.bodies[a], &model.bodies[b], skins[a].get(),
                      skins[b].get(), &tree_->contact(static_cast<int>(i)), options[i]});
  }
}

SmoothGroupAdvance advance_group(const SmoothGroup& group, const WorldModel& model, const WorldState& state,
                                 std::span<const std::size_t> places) {
  const SmoothTree& tree = group.tree();
  const std::size_t count = group.edges().size();
  const auto motion = [&](int body) {
    return motion_of(model.bodies[static_cast<std::size_t>(body)], state.bodies[static_cast<std::size_t>(body)]);
  };
  SmoothGroupAdvance result;
  result.touched = true;
  for (std::size_t i = 0; i < count; ++i) {
    const auto [body, parent] = group.edges()[i];
    result.start.push_back(motion(body));
    const SmoothState& known = state.smooth[places[i]];
    result.touched = result.touched && known.touching && known.other == parent;
    if (!result.touched) continue;
    // The state of the bodies rules, as for pairs.
    result.state.contacts.push_back(contact_of(known, motion(parent)));
    result.state.step = known.step;
    const BodyMotion follows = tree.contact(static_cast<int>(i)).bodies(result.state.contacts.back()).first;
    const RigidBody& shape = *group.pair(i).first_body;
    result.touched = same(state_of(shape, follows), state.bodies[static_cast<std::size_t>(body)]);
  }
  if (!result.touched) {
    std::vector<SmoothTree::Places> at;
    for (std::size_t i = 0; i < count; ++i) {
      const SmoothContact::Bodies bodies{result.start[i], motion(group.edges()[i].second)};
      const auto place = touching_places(group.pair(i), bodies, model.smooth.entry_speed);
      if (!place) {
        result.left = SmoothLeave::neighbours;
        return result;
      }
      at.push_back(*place);
    }
    result.state = tree.touch(result.start, motion(group.edges()[0].second), at);
  }
  const TreeOutcome outcome = evolve(tree, result.state, model.step, model.gravity, group.pair(0).options.evolution);
  const auto ends = [](ContactEnd end) { return end == ContactEnd::kSeparated || end == ContactEnd::kBounced; };
  if (outcome.end != ContactEnd::kNone)
    result.left = ends(outcome.end) ? SmoothLeave::neighbours : leave_reason(outcome.end);
  const auto note = [&](std::size_t edge, double at, SmoothEventKind kind, int patch, double value) {
    const auto [body, parent] = group.edges()[edge];
    result.events.push_back({state.time + at, body, parent, kind, patch, value});
  };
  if (!result.touched)
    for (std::size_t i = 0; i < count; ++i) note(i, 0, SmoothEventKind::touches, 0, 0);
  for (const TreeEvent& e : outcome.events)
    note(static_cast<std::size_t>(e.member), e.event.time, event_kind(e.event.kind), e.event.patch, 0);
  double time = 0;
  for (const double length : outcome.step_sizes) note(0, time += length, SmoothEventKind::step, 0, length);
  std::stable_sort(result.events.begin(), result.events.end(),
                   [](const SmoothEvent& a, const SmoothEvent& b) { return a.time < b.time; });

  // As the next step will find them: states of bodies hold angular momentum.
  std::vector<BodyMotion> found;
  for (std::size_t i = 0; i < count && !result.left; ++i) {
    SmoothContactState& contact = result.state.contacts[i];
    const int parent = group.parent_edge(i);
    if (parent >= 0) contact.second_body = found[static_cast<std::size_t>(parent)];
    contact.step = result.state.step;
    result.ends.push_back(tree.contact(static_cast<int>(i)).bodies(contact).first);
    const RigidBody& shape = *group.pair(i).first_body;
    found.push_back(motion_of(shape, state_of(shape, result.ends.back())));
    const SmoothPairModel& pair = group.pair(i);
    if (pair.first_skin->convex && pair.second_skin->convex) continue;
    if (!(SecondContact(pair).clearance({result.ends.back(), contact.second_body}, contact) > 0))
      result.left = SmoothLeave::second_contact;
  }
  return result;
}

void report_group(const SmoothGroup& group, const SmoothGroupAdvance& advance, const WorldModel& model,
                  WorldState& state, StepReport& report) {
  const std::size_t count = group.edges().size();
  report.smooth.events.insert(report.smooth.events.end(), advance.events.begin(), advance.events.end());
  // What a body gets from its parent: what its momentum shows, and what it passed on.
  std::vector<Vec3> impulse(count, Vec3::Zero());
  double energy = 0;
  bool conservative = advance.touched;
  for (std::size_t i = count; i-- > 0;) {
    const SmoothContact& contact = *group.pair(i).contact;
    const SmoothBody& body = contact.first();
    const BodyMotion &start = advance.start[i], &end = advance.ends[i];
    impulse[i] += body.mass * (end.velocity - start.velocity - model.step * model.gravity) +
                  body.linear_drag * (end.position - start.position);
    if (group.parent_edge(i) >= 0) impulse[static_cast<std::size_t>(group.parent_edge(i))] += impulse[i];
    energy += body_energy(body, end, model.gravity) - body_energy(body, start, model.gravity);
    conservative = conservative && keeps_energy(contact, advance.state.contacts[i], advance.events);
  }
  if (conservative) report.smooth.energy_drift = std::max(report.smooth.energy_drift, std::abs(energy));
  report.contact_work += energy;
  const std::vector<ContactReaction> forces = group.tree().reactions(advance.state, model.gravity);
  for (std::size_t i = 0; i < count; ++i) {
    const SmoothContactState& at = advance.state.contacts[i];
    const SmoothContact::Bodies bodies{advance.ends[i], at.second_body};
    check_laws(*group.pair(i).contact, at, forces[i], report.smooth);
    ++report.smooth.touching;
    add_contact({group.pair(i), at, bodies, impulse[i], -forces[i].spin * model.step}, state, report);
  }
}

}  // namespace stiction
