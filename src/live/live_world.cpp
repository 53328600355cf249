#include "stiction/live/live_world.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "stiction/common/error.h"

namespace stiction {

namespace {

constexpr double kMostFriction = 100, kMostGravity = 1e4;

void expect(bool right, const std::string& what, const std::string& remedy) {
  if (!right) throw InputError("live input", what, remedy);
}

const Deformation& deformation_of(const WorldModel& model, const WorldState& state, int body) {
  const auto deformable = [](const RigidBody& b) { return b.soft != nullptr; };
  const auto before = std::count_if(model.bodies.begin(), model.bodies.begin() + body, deformable);
  return state.deformations[std::size_t(before)];
}

/// Of a deformable body, world.
std::vector<Vec3> vertices(const WorldModel& model, const WorldState& state, int body) {
  std::vector<Vec3> x;
  model.bodies[std::size_t(body)].soft->positions(state.bodies[std::size_t(body)], deformation_of(model, state, body),
                                                  x);
  return x;
}

int nearest(const std::vector<Vec3>& all, const Vec3& point) {
  const auto closer = [&](const Vec3& a, const Vec3& b) { return (a - point).norm() < (b - point).norm(); };
  return static_cast<int>(std::min_element(all.begin(), all.end(), closer) - all.begin());
}

CouplingForce pull_on(const World& world, const LiveWorld::Hold& hold, const CouplingSettings& settings) {
  const WorldModel& model = world.model();
  const RigidBody& body = model.bodies[std::size_t(hold.body)];
  const BodyState& state = world.state().bodies[std::size_t(hold.body)];
  if (!body.soft) return coupling_force(body, state, hold.point, hold.target, model.step, settings);
  const Vec3 at = hold.position(model, world.state());
  const Vec3 spin = body.soft->spin(state, deformation_of(model, world.state(), hold.body));
  const Vec3 v = state.velocity + spin.cross(at - state.position);
  return coupling_force(SoftGrip{at, v, state.position, body.soft->mass()}, hold.target, model.step, settings);
}

void apply_solver(World& world, const LiveInput& input) {
  SolverSettings solver = world.model().solver;
  const double x = input.value.x();
  switch (input.action) {
    case LiveAction::tolerance:
      expect(x >= 1e-14 && x <= 1, "gives a tolerance that is not from 1e-14 to 1", "give for example 1e-6");
      solver.tolerance = x;
      break;
    case LiveAction::solver:
      expect(x >= 0 && x < double(solver_names().size()) && x == std::floor(x), "names a solver that is not there",
             "give the index of one of the solvers");
      solver = SolverSettings{.type = solver_names()[std::size_t(x)],
                              .tolerance = solver.tolerance,
                              .max_iterations = solver.max_iterations,
                              .time_limit_s = solver.time_limit_s,
                              .warm_start = solver.warm_start};
      break;
    default:
      expect(x >= 1 && x <= std::numeric_limits<int>::max(), "gives a limit on the work that is below 1",
             "give 1 factorization or more");
      // Other solvers have no factorizations to count.
      if (solver.type == "auto" || solver.type == "proximal_newton") solver.max_factorizations = static_cast<int>(x);
  }
  world.set_solver(solver);
}

}  // namespace

LiveWorld::LiveWorld(World world, CouplingSettings coupling) : world_(std::move(world)), coupling_(coupling) {}

Vec3 LiveWorld::Hold::position(const WorldModel& model, const WorldState& state) const {
  const BodyState& held = state.bodies[std::size_t(body)];
  if (vertex < 0) return held.position + held.rotation * point;
  return vertices(model, state, body)[std::size_t(vertex)];
}

void LiveWorld::apply(LiveInput input) {
  input.step = world_.state().step;
  expect(input.value.allFinite(), "is not a number", "give finite numbers");
  const double x = input.value.x();
  switch (input.action) {
    case LiveAction::grab: {
      const auto& bodies = world_.model().bodies;
      expect(input.body >= 0 && input.body < std::ssize(bodies), "grabs a body that is not there",
             "give the index of a body");
      const RigidBody& body = bodies[std::size_t(input.body)];
      expect(!body.fixed || body.soft, "grabs \"" + body.name + "\", which cannot move",
             "grab a body that moves freely");
      hold_ = Hold{.body = input.body, .point = input.value};
      hold_->target = hold_->position(world_.model(), world_.state());
      if (body.soft) hold_->vertex = nearest(vertices(world_.model(), world_.state(), input.body), hold_->target);
      break;
    }
    case LiveAction::move:
      if (!hold_) return;  // let go meanwhile: the last moves of a hand are of no use
      hold_->target = input.value;
      break;
    case LiveAction::release:
      if (!hold_) return;
      hold_.reset();
      break;
    case LiveAction::friction:
      expect(x >= 0 && x <= kMostFriction, "gives a coefficient of friction that is not from 0 to 100",
             "give for example 0.5");
      world_.set_friction(x);
      break;
    case LiveAction::gravity:
      expect(input.value.norm() <= kMostGravity, "gives a gravity above 1e4 m/s²", "give for example 0, 0, -9.81");
      world_.set_gravity(input.value);
      break;
    case LiveAction::tolerance:
    case LiveAction::solver:
    case LiveAction::work:
      apply_solver(world_, input);
      break;
    default:
      expect(false, "is of an unknown kind", "give one of the actions there are");
  }
  inputs_.push_back(input);
}

const StepReport& LiveWorld::step() {
  if (hold_) {
    const CouplingForce pull = pull_on(world_, *hold_, coupling_);
    hold_->force = pull.force;
    world_.apply_force(hold_->body, pull.force, pull.torque);
  }
  return world_.step();
}

void repeat(LiveWorld& world, const std::vector<LiveInput>& inputs, std::int64_t steps) {
  std::size_t next = 0;
  for (std::int64_t step = 0; step < steps; ++step) {
    for (; next < inputs.size() && inputs[next].step <= step; ++next) world.apply(inputs[next]);
    world.step();
  }
}

}  // namespace stiction
