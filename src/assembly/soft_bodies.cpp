#include "stiction/assembly/soft_bodies.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <string>

#include "stiction/common/error.h"

namespace stiction {

SoftBodies::SoftBodies(const std::vector<RigidBody>& bodies) : place_(bodies.size(), -1) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies[i].soft) continue;
    place_[i] = static_cast<int>(bodies_.size());
    bodies_.push_back(static_cast<int>(i));
    models_.push_back(bodies[i].soft.get());
  }
  always_.resize(bodies_.size());
}

std::vector<Deformation> SoftBodies::initial(const std::vector<RigidBody>& bodies, const WorldState& state) {
  std::vector<Deformation> deformations = state.deformations;
  const SoftBodies soft(bodies);
  if (deformations.empty())
    for (const int i : soft.bodies_)
      deformations.push_back(bodies[std::size_t(i)].soft->undeformed(state.bodies[std::size_t(i)]));
  bool fits = deformations.size() == soft.bodies_.size();
  for (std::size_t k = 0; fits && k < deformations.size(); ++k)
    fits = bodies[std::size_t(soft.bodies_[k])].soft->fits(deformations[k]);
  if (!fits)
    throw InputError("world state", "has deformations that do not fit the model's bodies",
                     "use a state of the same scene");
  return deformations;
}

void SoftBodies::always_touch(int body, const SurfaceSpot& spot) {
  for (const int vertex : spot.vertex)
    if (vertex >= 0) always_[place(body)].push_back(vertex);
}

void SoftBodies::begin(const std::vector<RigidBody>& bodies, const WorldState& state, const Vec3& gravity, double h,
                       std::span<const Vec6> applied) {
  steps_.resize(bodies_.size());
  positions_.resize(bodies_.size());
  travel_.resize(bodies_.size());
  spots_.clear();
  tbb::parallel_for(std::size_t{0}, bodies_.size(), [&](std::size_t k) {
    const std::size_t i = std::size_t(bodies_[k]);
    const SoftBody& body = *bodies[i].soft;
    steps_[k] = body.begin(state.bodies[i], state.deformations[k],
                           {gravity, applied[i].head<3>(), applied[i].tail<3>(), h, state.time});
    body.positions(state.bodies[i], state.deformations[k], positions_[k]);
    travel_[k].resize(positions_[k].size());
    for (std::size_t vertex = 0; vertex < travel_[k].size(); ++vertex)
      travel_[k][vertex] = h * steps_[k]->free_velocity(static_cast<int>(vertex));
  });
}

void SoftBodies::detect(const std::vector<RigidBody>& bodies, const std::vector<PosedShape>& rigid,
                        const std::vector<std::pair<int, int>>& never_touch, std::vector<ContactPoint>& contacts) {
  std::vector<PosedSoft> posed;
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const SoftBody& body = *bodies[std::size_t(bodies_[k])].soft;
    posed.push_back({bodies_[k], &body.surface(), positions_[k], travel_[k], body.touches_itself()});
  }
  std::vector<ContactPoint> found;
  detect_soft_contacts(rigid, posed, never_touch, found, spots_, &memory_);
  const auto moves = [&](int body, const SurfaceSpot& spot) {
    if (!is_soft(body)) return !bodies[std::size_t(body)].fixed;
    const SoftStep& step = *steps_[std::size_t(place_[std::size_t(body)])];
    return std::any_of(spot.vertex.begin(), spot.vertex.end(), [&](int v) { return v >= 0 && step.moves(v); });
  };
  std::erase_if(found, [&](const ContactPoint& c) {
    const ContactSpot& spot = spots_[std::size_t(c.spot)];
    return !moves(c.body_a, spot.a) && !moves(c.body_b, spot.b);
  });
  const std::ptrdiff_t old = std::ssize(contacts);
  contacts.insert(contacts.end(), found.begin(), found.end());
  std::inplace_merge(contacts.begin(), contacts.begin() + old, contacts.end(),
                     [](const ContactPoint& a, const ContactPoint& b) {
                       return std::pair(a.body_a, a.body_b) < std::pair(b.body_a, b.body_b);
                     });
}

void SoftBodies::append_parts(const std::vector<ContactPoint>& contacts, ContactProblem& problem) {
  std::vector<std::vector<int>> touched = always_;
  for (const ContactPoint& c : contacts) {
    if (c.spot < 0) continue;
    const ContactSpot& spot = spots_[std::size_t(c.spot)];
    for (const auto& [body, side] : {std::pair{c.body_a, &spot.a}, std::pair{c.body_b, &spot.b}})
      if (is_soft(body))
        for (const int vertex : side->vertex)
          if (vertex >= 0) touched[std::size_t(place_[std::size_t(body)])].push_back(vertex);
  }
  tbb::parallel_for(std::size_t{0}, bodies_.size(), [&](std::size_t k) {
    std::sort(touched[k].begin(), touched[k].end());
    touched[k].erase(std::unique(touched[k].begin(), touched[k].end()), touched[k].end());
    steps_[k]->touch(touched[k]);
  });
  first_part_.clear();
  for (const std::unique_ptr<SoftStep>& step : steps_) {
    first_part_.push_back(problem.bodies());
    for (int part = 0; part < step->parts(); ++part) {
      problem.mass.push_back(step->mass(part) * Mat6::Identity());
      problem.inverse_mass.push_back(1 / step->mass(part) * Mat6::Identity());
      problem.v_free.push_back(step->v_free(part));
      problem.v_start.push_back(step->v_start(part));
    }
  }
}

Vec3 SoftBodies::rows(const ContactPoint& point, bool side_a, const Mat3& axes, std::vector<ProblemTerm>& terms) const {
  const ContactSpot& spot = spots_[std::size_t(point.spot)];
  return rows(side_a ? point.body_a : point.body_b, side_a ? spot.a : spot.b, axes, terms);
}

Vec3 SoftBodies::rows(int body, const SurfaceSpot& spot, const Mat3& axes, std::vector<ProblemTerm>& terms) const {
  const std::size_t k = place(body);
  std::vector<SoftTerm> of_parts;
  const Vec3 known = steps_[k]->rows(spot, axes, of_parts);
  for (const SoftTerm& term : of_parts) terms.push_back({first_part_[k] + term.part, term.G});
  return known;
}

Vec3 SoftBodies::arrival(int body, const SurfaceSpot& spot, const WorldState& state, const std::vector<Vec6>& v) const {
  const std::size_t k = place(body);
  BodyState end = state.bodies[std::size_t(body)];
  Deformation deformation = state.deformations[k];
  steps_[k]->finish(parts_of(k, v), end, deformation);
  std::vector<Vec3> x;
  models_[k]->positions(end, deformation, x);
  return spot.position(x);
}

std::span<const Vec6> SoftBodies::parts_of(std::size_t i, const std::vector<Vec6>& v) const {
  return {v.data() + first_part_[i], std::size_t(steps_[i]->parts())};
}

bool SoftBodies::follow(const std::vector<Vec6>& v) {
  std::vector<char> moved(bodies_.size(), 0);
  tbb::parallel_for(std::size_t{0}, bodies_.size(),
                    [&](std::size_t k) { moved[k] = steps_[k]->follow(parts_of(k, v)); });
  return std::any_of(moved.begin(), moved.end(), [](char m) { return m != 0; });
}

void SoftBodies::finish(const std::vector<Vec6>& v, WorldState& state) const {
  tbb::parallel_for(std::size_t{0}, bodies_.size(), [&](std::size_t k) {
    steps_[k]->finish(parts_of(k, v), state.bodies[std::size_t(bodies_[k])], state.deformations[k]);
  });
}

}  // namespace stiction
