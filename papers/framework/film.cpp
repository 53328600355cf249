#include "framework/film.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "stiction/common/error.h"
#include "stiction/export/display.h"
#include "stiction/session/world_recorder.h"

namespace stiction::papers {
namespace {

constexpr double kMoving = 0.01;  // m/s
// What happens happens at the start, and whether it is over is seen at the end, s.
constexpr double kOpening = 5, kEnding = 2;

bool moves(const RigidBody& body) { return !body.fixed || body.soft; }

/// Which steps leave a frame.
class Shutter {
 public:
  Shutter(const FilmOptions& options, double step) : options_(options), step_(step) {
    const auto every = [&](double seconds) { return std::max<std::int64_t>(1, std::llround(seconds / step)); };
    close_ = every(1 / options.frames_per_second);
    far_ = std::max(close_, every(options.duration / options.most_frames));
  }
  bool opens(std::int64_t i) const { return i % far_ == 0 || (i % close_ == 0 && closely(double(i) * step_)); }

 private:
  bool closely(double time) const {
    return time <= kOpening || time >= options_.duration - kEnding ||
           std::any_of(options_.closely.begin(), options_.closely.end(),
                       [&](const Stretch& s) { return time >= s.from && time <= s.to; });
  }

  const FilmOptions& options_;
  double step_;
  std::int64_t close_ = 1, far_ = 1;
};

}  // namespace

Film::Film(Scene scene, const FilmOptions& options, const Watch& watch)
    : scene_(std::move(scene)), world_(build_world(scene_)), name_(options.name.empty() ? scene_.name : options.name) {
  health_.film = name_;
  for (const RigidBody& body : world_.model().bodies) {
    const bool endless = std::holds_alternative<HalfSpace>(body.shape) || std::holds_alternative<Terrain>(body.shape);
    radius_.push_back(body.soft ? body.soft->surface().radius() : endless ? 0 : bounding_radius(body.shape));
  }
  const Shutter shutter(options, scene_.step);
  const auto steps = std::max<std::int64_t>(1, std::llround(options.duration / scene_.step));
  add_frame();
  for (std::int64_t i = 1; i <= steps; ++i) {
    if (options.before_step) options.before_step(world_);
    watch_step(world_.step());
    if (options.after_step) options.after_step(world_);
    const bool over = i == steps || (options.is_over && options.is_over(world_));
    if (shutter.opens(i) || over) add_frame();
    if (watch.step) {
      watch.step(name_, world_.state().time, options.duration, world_.report().contacts, health_.worst_error);
    }
    if (watch.go_on && !watch.go_on()) throw Stopped();
    if (over) break;
  }
}

void Film::watch_step(const StepReport& report) {
  const double error = report.certificate.error;
  ++health_.steps;
  const auto count = static_cast<double>(health_.steps);
  // Running means: the shares of all steps so far.
  health_.share_4 += ((error <= 1e-4 ? 1 : 0) - health_.share_4) / count;
  health_.share_6 += ((error <= 1e-6 ? 1 : 0) - health_.share_6) / count;
  // A NaN is worse than everything.
  if (!(error <= health_.worst_error)) health_.worst_error = error;
  health_.worst_penetration = std::max(health_.worst_penetration, report.overlap);
  health_.simulated_s = world_.state().time;
  Sample sample;
  sample.time = world_.state().time;
  sample.cpu_s = static_cast<float>(report.cpu_s);
  sample.solve_s = static_cast<float>(report.solve_s);
  sample.solve_wall_s = static_cast<float>(report.solve_wall_s);
  sample.error = static_cast<float>(error);
  sample.contacts = report.contacts;
  sample.iterations = report.iterations;
  sample.energy = report.kinetic_energy + report.potential_energy + report.elastic_energy;
  for (std::size_t i = 0; i < world_.state().bodies.size(); ++i) {
    if (!moves(world_.model().bodies[i])) continue;
    const double speed = world_.state().bodies[i].velocity.norm();
    if (!(speed <= sample.speed)) sample.speed = static_cast<float>(speed);
  }
  samples_.push_back(sample);
}

void Film::add_frame() {
  Frame frame = frame_of(world_, Probes(scene_));
  if (!(frame.penetration <= health_.worst_penetration)) health_.worst_penetration = frame.penetration;
  probes_.push_back(std::move(frame.probes));
  // Without contacts, which no picture here shows: those of a long film of thousands would fill the memory.
  frames_.push_back({frame.time, std::move(frame.bodies), {}, std::move(frame.deformations)});
}

int Film::dofs() const {
  int count = 0;
  std::size_t soft = 0;
  for (const BodyDescription& body : scene_.bodies) {
    if (body.elastic) {
      // Amplitudes in a frame that moves, or nodes and nothing else.
      const auto numbers = static_cast<int>(world_.state().deformations[soft++].q.size());
      count += body.elastic->model == SoftKind::tetrahedral ? numbers : 6 + numbers;
    } else if (!body.fixed) {
      count += 6;
    }
  }
  return count;
}

namespace {

template <class Counts>
Cost mean_cost(const std::vector<Sample>& samples, const Counts& counts) {
  Cost cost;
  for (const Sample& s : samples) {
    if (!counts(s)) continue;
    ++cost.steps;
    cost.cpu_s += s.cpu_s;
    cost.solve_s += s.solve_s;
    cost.solve_wall_s += s.solve_wall_s;
    cost.contacts += s.contacts;
    cost.iterations += s.iterations;
  }
  const auto n = static_cast<double>(std::max<std::int64_t>(1, cost.steps));
  return {cost.steps, cost.cpu_s / n, cost.solve_s / n, cost.solve_wall_s / n, cost.contacts / n, cost.iterations / n};
}

}  // namespace

Cost Film::cost_while_moving() const {
  return mean_cost(samples_, [](const Sample& s) { return s.speed > kMoving; });
}
Cost Film::cost_until(double time) const {
  return mean_cost(samples_, [&](const Sample& s) { return s.time < time * (1 + 1e-9); });
}
Cost Film::cost() const { return cost_until(INFINITY); }

const Moment& Film::at(double time) const {
  return *std::min_element(frames_.begin(), frames_.end(), [&](const Moment& a, const Moment& b) {
    return std::abs(a.time - time) < std::abs(b.time - time);
  });
}

std::vector<int> Film::bodies(const std::string& prefix) const {
  std::vector<int> found;
  for (std::size_t i = 0; i < world_.model().bodies.size(); ++i) {
    const RigidBody& body = world_.model().bodies[i];
    if (moves(body) && body.name.starts_with(prefix)) found.push_back(static_cast<int>(i));
  }
  return found;
}

int Film::body(const std::string& name) const {
  for (std::size_t i = 0; i < world_.model().bodies.size(); ++i) {
    if (world_.model().bodies[i].name == name) return static_cast<int>(i);
  }
  throw Error("the scene " + scene_.name + " has no body " + name);
}

double Film::moved(int body, const Moment& from, const Moment& to) const {
  const auto i = static_cast<std::size_t>(body);
  const FrameBody &a = from.bodies[i], &b = to.bodies[i];
  return (b.position - a.position).norm() + 2 * radius_[i] * std::sin(a.rotation.angularDistance(b.rotation) / 2);
}

double Film::moved(const std::string& prefix, double from, double to) const {
  const Moment &before = at(from), &after = at(to);
  if (from < to && &before == &after)
    throw Error("the film " + name_ + " has but one frame from " + std::to_string(from) + " s to " +
                std::to_string(to) + " s: nothing can be seen to move");
  double farthest = 0;
  for (const int i : bodies(prefix)) {
    const double way = moved(i, before, after);
    if (!(way <= farthest)) farthest = way;
  }
  return farthest;
}

double Film::sunk(int body, const Moment& from, const Moment& to) const {
  const auto i = static_cast<std::size_t>(body);
  return from.bodies[i].position.z() - to.bodies[i].position.z();
}

double Film::unrest(double seconds) const { return moved("", end() - seconds, end()); }

double Film::mass() const {
  double sum = 0;
  for (const RigidBody& body : world_.model().bodies) {
    if (moves(body)) sum += body.soft ? body.soft->mass() : body.mass;
  }
  return sum;
}

}  // namespace stiction::papers
