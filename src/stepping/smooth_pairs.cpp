#include "stiction/stepping/smooth_pairs.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/collision/broad_phase.h"
#include "stiction/common/error.h"
#include "stiction/evolution/free_flight.h"
#include "stiction/stepping/smooth_report.h"

namespace stiction {
namespace {

bool is_moving(const RigidBody& body) { return body.smooth && !body.fixed; }

Vec6 mean_velocity(const BodyState& from, const BodyState& to, double h) {
  const Eigen::AngleAxisd turn(Quat(to.rotation * from.rotation.conjugate()));
  const double angle = std::remainder(turn.angle(), 2 * M_PI);
  Vec6 v;
  v << (to.position - from.position) / h, angle / h * turn.axis();
  return v;
}

bool finite(const BodyState& s) {
  return s.position.allFinite() && s.rotation.coeffs().allFinite() && s.velocity.allFinite() &&
         s.angular_momentum.allFinite();
}

/// How a body of prescribed motion moves over a step, if it moves evenly.
std::optional<BodyMotion> even_motion(const RigidBody& body, const BodyState& start, double time, double h) {
  constexpr double kEven = 1e-9;  // m and rad
  const BodyState half = prescribed_state(body, time + h / 2, h / 2), end = prescribed_state(body, time + h, h);
  if ((half.velocity - end.velocity).norm() * h > kEven) return std::nullopt;
  if ((half.angular_momentum - end.angular_momentum).norm() * h > kEven) return std::nullopt;
  return BodyMotion{start.position, start.rotation, end.velocity, end.angular_momentum};
}

}  // namespace

SmoothPairs::SmoothPairs(const WorldModel& model) {
  if (!model.smooth.enabled) return;
  const std::size_t count = model.bodies.size();
  place_.assign(count, -1);
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_moving(model.bodies[i])) continue;
    place_[i] = static_cast<int>(moving_.size());
    moving_.push_back(static_cast<int>(i));
  }
  if (moving_.empty()) return;
  jointed_.assign(count, 0);
  for (const Joint& joint : model.joints)
    for (const int body : {joint.body_a, joint.body_b})
      if (body >= 0) jointed_[static_cast<std::size_t>(body)] = 1;
  for (const RigidBody& body : model.bodies) radius_.push_back(bounding_radius(body.shape));
  skins_.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    if (model.bodies[i].smooth) skins_[i] = std::make_unique<SmoothSkin>(model.bodies[i]);
}

std::vector<SmoothState> SmoothPairs::initial(const std::vector<RigidBody>& bodies, const WorldState& state) {
  const auto count = static_cast<std::size_t>(std::count_if(bodies.begin(), bodies.end(), is_moving));
  if (state.smooth.empty()) return std::vector<SmoothState>(count);
  if (state.smooth.size() == count) return state.smooth;
  throw InputError(
      "world state",
      "has " + std::to_string(state.smooth.size()) + " smooth bodies, the model has " + std::to_string(count),
      "use a state of the same scene");
}

void SmoothPairs::begin(std::span<const Vec6> applied) {
  intruded_.assign(applied.size(), 0);
  pushed_.assign(applied.size(), 0);
  for (std::size_t i = 0; i < applied.size(); ++i) pushed_[i] = !applied[i].isZero(0);
}

/// Balls around the bodies already say that those which touch have nothing else near, and the others nothing at all.
bool SmoothPairs::only_known_pairs(const WorldState& state, const std::vector<PosedShape>& posed) const {
  constexpr std::size_t kMany = 64;  // from here on a tree of bounds is the cheaper way
  constexpr double kMargin = 0.01;   // that of detection, in thicknesses, which no ball is below
  if (moving_.size() * posed.size() > kMany * kMany) return false;
  for (std::size_t k = 0; k < moving_.size(); ++k) {
    const auto a = static_cast<std::size_t>(moving_[k]);
    const double reach = (1 + 2 * kMargin) * radius_[a] + posed[a].reach();
    for (std::size_t b = 0; b < posed.size(); ++b) {
      if (b == a || posed[b].shape == nullptr) continue;
      const int place = place_[b];
      if (state.smooth[k].touching && state.smooth[k].other == static_cast<int>(b)) continue;
      if (place >= 0 && state.smooth[std::size_t(place)].touching &&
          state.smooth[std::size_t(place)].other == moving_[k])
        continue;
      const double other = (1 + 2 * kMargin) * radius_[b] + posed[b].reach();
      if (!((posed[a].pose.p - posed[b].pose.p).norm() > reach + other)) return false;
    }
  }
  return true;
}

/// Bodies near each moving smooth one: by their bounds, and where these say more than one smooth body, by contacts.
std::vector<std::vector<int>> SmoothPairs::neighbours(const WorldModel& model, const WorldState& state,
                                                      const std::vector<std::pair<int, int>>& never_touch,
                                                      const std::vector<PosedShape>& posed) const {
  std::vector<std::vector<int>> near(moving_.size());
  const auto add = [&](int body, int other) {
    const int place = place_[static_cast<std::size_t>(body)];
    if (place < 0) return;
    std::vector<int>& list = near[static_cast<std::size_t>(place)];
    if (std::find(list.begin(), list.end(), other) == list.end()) list.push_back(other);
  };
  std::vector<std::pair<int, int>> candidates;
  if (!only_known_pairs(state, posed)) candidates = candidate_pairs(posed);
  for (const auto& [a, b] : candidates) {
    if (std::binary_search(never_touch.begin(), never_touch.end(), std::pair(a, b))) continue;
    add(a, b);
    add(b, a);
  }
  std::vector<PosedShape> some = posed;
  bool crowded = false;
  for (PosedShape& shape : some) shape.fixed = true;
  for (std::size_t k = 0; k < moving_.size(); ++k) {
    const bool alone = near[k].empty() || (near[k].size() == 1 && model.bodies[std::size_t(near[k][0])].smooth);
    if (alone) continue;
    near[k].clear();
    some[static_cast<std::size_t>(moving_[k])].fixed = false;
    crowded = true;
  }
  for (std::size_t k = 0; k < moving_.size(); ++k) {
    if (!state.smooth[k].touching) continue;
    add(moving_[k], state.smooth[k].other);
    add(state.smooth[k].other, moving_[k]);
  }
  if (crowded) {
    for (const ContactPoint& point : detect_contacts(some, never_touch)) {
      if (!some[std::size_t(point.body_a)].fixed) add(point.body_a, point.body_b);
      if (!some[std::size_t(point.body_b)].fixed) add(point.body_b, point.body_a);
    }
  }
  // Of two bodies whose bounds overlap, one may know better.
  for (std::size_t k = 0; k < moving_.size(); ++k)
    std::erase_if(near[k], [&](int other) {
      const int place = place_[static_cast<std::size_t>(other)];
      return place >= 0 && std::find(near[std::size_t(place)].begin(), near[std::size_t(place)].end(), moving_[k]) ==
                               near[std::size_t(place)].end();
    });
  // Deformable bodies may reach further than their shape at rest.
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (!model.bodies[i].soft) continue;
    for (const int body : moving_) {
      const PosedShape& shape = posed[static_cast<std::size_t>(body)];
      const double reach = bounding_radius(*shape.shape) + shape.reach() + 2 * bounding_radius(model.bodies[i].shape);
      if ((state.bodies[i].position - shape.pose.p).norm() < reach) add(body, static_cast<int>(i));
    }
  }
  return near;
}

SmoothPairs::Pair& SmoothPairs::pair(const WorldModel& model, int first, int second) {
  const auto [found, is_new] = pairs_.try_emplace({first, second});
  Pair& pair = found->second;
  if (!is_new) return pair;
  const auto a = static_cast<std::size_t>(first), b = static_cast<std::size_t>(second);
  const ContactLaw law = model.materials.law(model.bodies[a].material, model.bodies[b].material);
  pair.suited = law.rolling == 0;
  pair.contact =
      std::make_unique<SmoothContact>(smooth_body(model.bodies[a], model.smooth),
                                      smooth_body(model.bodies[b], model.smooth), smooth_law(law, model.smooth));
  pair.model = {first,           second,          &model.bodies[a],   &model.bodies[b],
                skins_[a].get(), skins_[b].get(), pair.contact.get(), pair_options(law, model.smooth)};
  return pair;
}

std::optional<SmoothPairs::Job> SmoothPairs::job(const WorldModel& model, const WorldState& state, std::size_t place,
                                                 int second) {
  const int first = moving_[place];
  const auto a = static_cast<std::size_t>(first), b = static_cast<std::size_t>(second);
  Job job;
  job.pair = &pair(model, first, second);
  job.place = place;
  if (!job.pair->suited || jointed_[b]) return std::nullopt;
  job.start.first = motion_of(model.bodies[a], state.bodies[a]);
  job.start.second = motion_of(model.bodies[b], state.bodies[b]);
  job.second_end = job.start.second;
  if (model.bodies[b].motion) {
    const auto even = even_motion(model.bodies[b], state.bodies[b], state.time, model.step);
    if (!even) return std::nullopt;
    const BodyState end = prescribed_state(model.bodies[b], state.time + model.step, model.step);
    job.start.second = *even;
    job.second_end = {end.position, end.rotation, end.velocity, end.angular_momentum};
  }
  PairState& start = job.advance.pair;
  start.bodies = job.start;
  const SmoothState& known = state.smooth[place];
  if (known.other != second || !known.placed) return job;
  start.contact = contact_of(known, job.start.second);
  start.first = start.contact.first;
  start.second = start.contact.second;
  start.placed = true;
  // The state of the bodies rules: whoever changed it, or the motion of the other body, ends the contact. Velocities of
  // prescribed motion are differences of places, and so not the same to the last bit from step to step.
  const BodyState follows = state_of(model.bodies[a], job.pair->contact->bodies(start.contact).first);
  const bool kept = model.bodies[b].motion ? alike(follows, state.bodies[a]) : same(follows, state.bodies[a]);
  start.touching = known.touching && kept;
  job.touched = start.touching;
  return job;
}

void SmoothPairs::leave(int body, SmoothLeave reason) {
  const int place = place_[static_cast<std::size_t>(body)];
  if (place >= 0) left_[static_cast<std::size_t>(place)] = reason;
}

void SmoothPairs::fly_alone(const WorldModel& model, const WorldState& state, int body) {
  const auto i = static_cast<std::size_t>(body);
  BodyMotion motion = motion_of(model.bodies[i], state.bodies[i]);
  fly(smooth_body(model.bodies[i], model.smooth), motion, model.step, model.gravity);
  ends_[i] = state_of(model.bodies[i], motion);
}

void SmoothPairs::settle(const WorldState& state, Job job) {
  const SmoothPairModel& pair = job.pair->model;
  const auto a = static_cast<std::size_t>(pair.first), b = static_cast<std::size_t>(pair.second);
  if (job.advance.left) {
    leave(pair.first, *job.advance.left);
    leave(pair.second, *job.advance.left);
    return;
  }
  PairState& end = job.advance.pair;
  BodyState second = state.bodies[b];
  if (!pair.second_body->fixed) {
    second = state_of(*pair.second_body, end.bodies.second);
    end.bodies.second = motion_of(*pair.second_body, second);
  } else {
    end.bodies.second = job.second_end;
  }
  if (end.touching) {
    // As the next step will find it, to the last bit.
    end.contact.second_body = end.bodies.second;
    end.bodies.first = job.pair->contact->bodies(end.contact).first;
  }
  const BodyState first = state_of(*pair.first_body, end.bodies.first);
  if (!finite(first) || !finite(second)) {
    leave(pair.first, SmoothLeave::stalled);
    leave(pair.second, SmoothLeave::stalled);
    return;
  }
  ends_[a] = first;
  if (!pair.second_body->fixed) ends_[b] = second;
  next_[job.place] = smooth_state(end, pair.second);
  hidden_.push_back(std::minmax(pair.first, pair.second));
  jobs_.push_back(std::move(job));
}

/// Moves trees of bodies that touch. Returns which bodies (of moving_) it has dealt with; the others may still move in
/// another way.
std::vector<char> SmoothPairs::claim_trees(const WorldModel& model, const WorldState& state,
                                           const std::vector<std::vector<int>>& near) {
  std::vector<char> done(moving_.size(), 0), barred(model.bodies.size(), 0);
  for (std::size_t i = 0; i < barred.size(); ++i) barred[i] = jointed_[i] || pushed_[i] || intruded_[i];
  for (const SmoothEdges& edges : find_trees(model, moving_, near, barred)) {
    std::unique_ptr<SmoothGroup>& group = groups_[edges];
    if (!group) group = std::make_unique<SmoothGroup>(model, edges, skins_);
    if (!group->suited()) continue;
    std::vector<std::size_t> places;
    for (const auto& [body, parent] : edges)
      places.push_back(static_cast<std::size_t>(place_[static_cast<std::size_t>(body)]));
    SmoothGroupAdvance advance = advance_group(*group, model, state, places);
    std::vector<BodyState> ends;
    for (std::size_t i = 0; i < edges.size() && !advance.left; ++i) {
      ends.push_back(state_of(*group->pair(i).first_body, advance.ends[i]));
      if (!finite(ends.back())) advance.left = SmoothLeave::stalled;
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
      done[places[i]] = 1;
      left_[places[i]] = advance.left;
      if (advance.left) continue;
      ends_[static_cast<std::size_t>(edges[i].first)] = ends[i];
      next_[places[i]] = smooth_state({true, advance.state.contacts[i], {}, {}, {}, false}, edges[i].second);
      hidden_.push_back(std::minmax(edges[i].first, edges[i].second));
    }
    if (!advance.left) group_jobs_.emplace_back(group.get(), std::move(advance));
  }
  return done;
}

void SmoothPairs::claim(const WorldModel& model, const WorldState& state,
                        const std::vector<std::pair<int, int>>& never_touch, std::vector<PosedShape>& posed,
                        std::vector<Vec6>& v_free) {
  ends_.assign(model.bodies.size(), std::nullopt);
  left_.assign(moving_.size(), std::nullopt);
  next_.assign(moving_.size(), SmoothState{});
  jobs_.clear();
  group_jobs_.clear();
  hidden_ = never_touch;
  const std::vector<std::vector<int>> near = neighbours(model, state, never_touch, posed);
  const auto obstacle = [&](std::size_t place) -> std::optional<SmoothLeave> {
    const auto body = static_cast<std::size_t>(moving_[place]);
    if (jointed_[body]) return SmoothLeave::unsuited;
    if (pushed_[body]) return SmoothLeave::pushed;
    if (intruded_[body] || near[place].size() > 1) return SmoothLeave::neighbours;
    if (near[place].size() == 1 && !model.bodies[std::size_t(near[place][0])].smooth) return SmoothLeave::neighbours;
    return std::nullopt;
  };
  const std::vector<char> in_tree = claim_trees(model, state, near);
  std::vector<Job> jobs;
  for (std::size_t k = 0; k < moving_.size(); ++k) {
    if (in_tree[k]) continue;
    left_[k] = obstacle(k);
    if (left_[k]) continue;
    if (near[k].empty()) {
      fly_alone(model, state, moving_[k]);
      continue;
    }
    const int other = near[k][0], place = place_[static_cast<std::size_t>(other)];
    if (place >= 0 && obstacle(static_cast<std::size_t>(place))) {
      left_[k] = SmoothLeave::neighbours;
    } else if (place < 0 || other > moving_[k]) {  // else the pair is told at the other one
      auto next = job(model, state, k, other);
      if (next) jobs.push_back(std::move(*next));
      if (!next) {
        leave(moving_[k], SmoothLeave::unsuited);
        leave(other, SmoothLeave::unsuited);
      }
    }
  }
  const auto advance = [&](std::size_t i) {
    Job& job = jobs[i];
    const double clearance = job.pair->cleared_at == state.step ? job.pair->clearance : 0;
    job.advance =
        advance_smooth_pair(job.pair->model, job.advance.pair, clearance, state.time, model.step, model.gravity);
  };
  if (jobs.size() == 1) advance(0);
  if (jobs.size() > 1) tbb::parallel_for(std::size_t{0}, jobs.size(), advance);
  for (Job& job : jobs) settle(state, std::move(job));
  std::sort(hidden_.begin(), hidden_.end());
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    if (!ends_[i]) continue;
    posed[i].shape = nullptr;
    v_free[i] = mean_velocity(state.bodies[i], *ends_[i], model.step);
  }
}

bool SmoothPairs::intruded(const std::vector<ContactPoint>& contacts) {
  bool any = false;
  for (const ContactPoint& contact : contacts) {
    for (const int body : {contact.body_a, contact.body_b}) {
      if (!claimed(static_cast<std::size_t>(body))) continue;
      intruded_[static_cast<std::size_t>(body)] = 1;
      any = true;
    }
  }
  return any;
}

void SmoothPairs::finish(const WorldModel& model, WorldState& state, StepReport& report) {
  for (std::size_t k = 0; k < moving_.size(); ++k) {
    const auto body = static_cast<std::size_t>(moving_[k]);
    const bool before = state.smooth[k].general;
    next_[k].general = left_[k].has_value();
    if (next_[k].general) ++report.smooth.general;
    if (ends_[body]) ++report.smooth.evolving;
    SmoothEvent event{state.time, moving_[k], -1, SmoothEventKind::returns, 0, 0};
    if (next_[k].general) {
      event.kind = SmoothEventKind::general;
      event.value = static_cast<double>(*left_[k]);
    }
    if (before != next_[k].general) report.smooth.events.push_back(event);
  }
  for (const auto& [group, advance] : group_jobs_) report_group(*group, advance, model, state, report);
  for (const Job& job : jobs_) {
    report_pair({job.pair->model, job.start, job.touched, job.advance}, model, state, report);
    job.pair->clearance = job.advance.clearance;
    job.pair->cleared_at = state.step + 1;
  }
  for (std::size_t i = 0; i < ends_.size(); ++i)
    if (ends_[i]) state.bodies[i] = *ends_[i];
  state.smooth = next_;
}

}  // namespace stiction
