#include "comparison.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "motion.h"

namespace stiction::peers {
namespace {

constexpr int kTurn = 20;              ///< steps an engine takes before the next one has its turn
constexpr double kMotionLimit = 0.01;  ///< of a body's size: more is not standing
constexpr double kGone = 1;            ///< of a body's size: no need to watch it any longer
constexpr double kFallen = 0.25;       ///< of a body's size: from here on it is another scene
constexpr double kDriftLimit = 1e-4;   ///< m, after the first second
constexpr double kCreepLimit = 1e-6;   ///< m/s
constexpr double kAccuracy = 1e-3;     ///< relative, of accelerations and distances
constexpr double kHeadingLimit = 0.1;  ///< degrees

double thread_cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// One engine on one case: steps, times and watches.
class Contestant {
 public:
  Contestant(const Case& what, const EngineChoice& choice, const World& world, int steps)
      : case_(what),
        world_(world),
        steps_(steps),
        engine_(choice.make(world.model(), world.state())),
        start_(world.model(), *engine_),
        after_first_second_(start_) {
    result_.engine = choice.name;
    result_.settings = choice.settings;
    while (world.model().bodies[watched_].fixed) ++watched_;
    path_.push_back(engine_->pose(watched_).p);
  }

  void take_turn(int first, int last) {
    for (int i = first; i < last; ++i) step(i);
  }

  Result finish() {
    result_.gone = gone();
    result_.times = summarise(std::move(times_));
    judge();
    return result_;
  }

 private:
  bool gone() const { return case_.question == Question::holds && result_.moved_relative > kGone; }

  void step(int index) {
    if (gone()) return;
    ++result_.steps;
    const double before = thread_cpu_ms();
    engine_->step();
    const double after = thread_cpu_ms();
    path_.push_back(engine_->pose(watched_).p);
    const Snapshot::Motion motion = start_.motion_to(*engine_);
    result_.moved = std::max(result_.moved, motion.distance);
    result_.moved_relative = std::max(result_.moved_relative, motion.relative);
    // What has fallen costs something else than what stands: such steps are not compared.
    const bool standing = case_.question != Question::holds || result_.moved_relative < kFallen;
    if (standing) times_.push_back(after - before);
    const double time = (index + 1) * case_.scene.step;
    if (time <= 1 + 1e-9) {
      after_first_second_ = Snapshot(world_.model(), *engine_);
    } else {
      result_.drift = std::max(result_.drift, after_first_second_.motion_to(*engine_).distance);
    }
    if (const auto error = engine_->certificate()) {
      // The comparison is written so that a NaN stays.
      if (!result_.certificate || !(*error <= *result_.certificate)) result_.certificate = error;
    }
  }

  void judge() {
    switch (case_.question) {
      case Question::holds:
        result_.good = result_.moved_relative < kMotionLimit && result_.drift < kDriftLimit;
        result_.answer = result_.good                            ? "holds"
                         : result_.moved_relative < kMotionLimit ? "creeps"
                         : std::isinf(result_.moved_relative)    ? "diverges"
                         : result_.moved_relative < kFallen
                             ? "moves"
                             : fmt::format("falls at {:.2f} s", result_.times.count * case_.scene.step);
        break;
      case Question::creep: {
        const int middle = steps_ / 2;
        const double creep = (path_[steps_] - path_[middle]).norm() / ((steps_ - middle) * case_.scene.step);
        result_.good = creep < kCreepLimit;
        result_.answer = fmt::format("creeps {:.2g} m/s", creep);
        break;
      }
      case Question::acceleration: {
        // Second difference over the last two thirds: blind to how the motion began and to jitter from step to step.
        const int third = steps_ / 3;
        const double time = third * case_.scene.step;
        const Vec3 change = path_[3 * third] - 2 * path_[2 * third] + path_[third];
        const double acceleration = change.norm() / (time * time);
        const double error = acceleration / case_.expected - 1;
        result_.good = std::abs(error) < kAccuracy;
        result_.answer = fmt::format("acceleration {:+.2f} %", 100 * error);
        break;
      }
      case Question::stop: {
        const Vec3 way = path_.back() - path_.front();
        const double distance = way.dot(case_.heading);
        const double sideways = (way - distance * case_.heading - way.z() * Vec3::UnitZ()).norm();
        const double angle = std::atan2(sideways, distance) * 180 / std::numbers::pi;
        const double error = distance / case_.expected - 1;
        // A first-order integrator may be half a step's way off.
        const double initial_speed = std::sqrt(2 * case_.expected * deceleration());
        const double allowed = 0.5 * initial_speed * case_.scene.step / case_.expected + kAccuracy;
        result_.good = std::abs(error) < allowed && angle < kHeadingLimit;
        result_.answer = fmt::format("distance {:+.2f} %, {:.1f}° off", 100 * error, angle);
        break;
      }
    }
  }

  double deceleration() const {
    const WorldModel& model = world_.model();
    return model.materials.law(model.bodies[watched_].material, model.bodies[0].material).mu * model.gravity.norm();
  }

  const Case& case_;
  const World& world_;
  int steps_;
  std::unique_ptr<Engine> engine_;
  Snapshot start_, after_first_second_;
  int watched_ = 0;            ///< the first free body: the slider, where there is one
  std::vector<Vec3> path_;     ///< of its centre, m
  std::vector<double> times_;  ///< ms
  Result result_;
};

}  // namespace

StepTimes summarise(std::vector<double> milliseconds) {
  StepTimes times;
  if (milliseconds.empty()) return times;
  std::sort(milliseconds.begin(), milliseconds.end());
  const std::size_t count = milliseconds.size();
  const auto quantile = [&](double q) {
    return milliseconds[std::min(count - 1, static_cast<std::size_t>(q * static_cast<double>(count)))];
  };
  times.mean = std::accumulate(milliseconds.begin(), milliseconds.end(), 0.0) / static_cast<double>(count);
  times.p50 = quantile(0.5);
  times.p99 = quantile(0.99);
  times.max = milliseconds.back();
  times.count = static_cast<int>(count);
  return times;
}

CaseResult compare(const Case& what, const std::vector<EngineChoice>& engines, double duration) {
  CaseResult result{what.name, what.description, what.scene.step, std::min(duration, what.duration_limit), {}};
  const int steps = std::max(3, static_cast<int>(std::lround(result.duration / what.scene.step)));
  const World world = build_world(what.scene);
  std::vector<std::unique_ptr<Contestant>> contestants;
  for (const EngineChoice& choice : engines) {
    contestants.push_back(std::make_unique<Contestant>(what, choice, world, steps));
  }
  for (int first = 0; first < steps; first += kTurn) {
    for (auto& contestant : contestants) contestant->take_turn(first, std::min(first + kTurn, steps));
  }
  for (auto& contestant : contestants) result.results.push_back(contestant->finish());
  return result;
}

}  // namespace stiction::peers
