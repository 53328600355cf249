#include "stiction/live/live_loop.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/live/governor.h"
#include "stiction/live/time_histogram.h"

namespace stiction {

namespace {

using Clock = std::chrono::steady_clock;

/// Wall time between two publications of the present, s: more often than a screen can show.
constexpr double kPublish = 1.0 / 120;
/// A loop that is later than this gives up catching up, s.
constexpr double kLate = 0.25;
/// Rates are means over about this long, s.
constexpr double kMean = 1;

bool is_setting(LiveAction action) {
  return action == LiveAction::friction || action == LiveAction::gravity || action == LiveAction::tolerance ||
         action == LiveAction::solver || action == LiveAction::work;
}

double budget_of(const LiveLoopOptions& options, const World& world) {
  return options.budget_s > 0 ? options.budget_s : 0.8 * world.model().step;
}

/// The coefficient of friction of all contacts, where there is one.
std::optional<double> common_friction(const World& world) {
  const MaterialTable& table = world.model().materials;
  if (table.materials.empty() || !table.pairs.empty()) return std::nullopt;
  for (const Material& material : table.materials)
    if (material.mu != table.materials.front().mu || material.mu_static >= 0) return std::nullopt;
  return table.materials.front().mu;
}

bool has_motion(const World& world) {
  const auto& bodies = world.model().bodies;
  return std::any_of(bodies.begin(), bodies.end(), [](const RigidBody& b) { return b.motion != nullptr; });
}

}  // namespace

struct LiveLoop::Impl {
  Impl(std::function<World()> builder, const LiveLoopOptions& given, LiveObserver watcher)
      : build(std::move(builder)),
        options(given),
        observer(std::move(watcher)),
        live(build()),
        governor(budget_of(options, live.world())),
        paused(given.paused),
        mu(common_friction(live.world())) {
    if (!(options.speed > 0)) throw InputError("speed", "is not above 0", "give 1 for real time");
    if (observer.began) observer.began(live, {});
    publish();
    thread = std::thread([this] { run(); });
  }

  ~Impl() {
    {
      const std::lock_guard lock(mutex);
      stop = true;
    }
    wake.notify_all();
    thread.join();
  }

  void post(std::function<void()> work) {
    {
      const std::lock_guard lock(mutex);
      commands.push_back(std::move(work));
    }
    wake.notify_all();
  }

  void run() {
    auto due = Clock::now();
    while (take_commands()) {
      if (paused && single_steps == 0) {
        publish();
        std::unique_lock lock(mutex);
        wake.wait_for(lock, std::chrono::milliseconds(50), [this] { return stop || !commands.empty(); });
        due = Clock::now();
        continue;
      }
      single_steps = std::max(0, single_steps - 1);
      step();
      due += std::chrono::duration_cast<Clock::duration>(
          std::chrono::duration<double>(live.world().model().step / options.speed));
      const auto now = Clock::now();
      if (now - due > std::chrono::duration<double>(kLate)) due = now;
      std::this_thread::sleep_until(due);
    }
  }

  /// False if the loop is to end.
  bool take_commands() {
    std::deque<std::function<void()>> todo;
    bool last = false;
    {
      const std::lock_guard lock(mutex);
      last = stop;
      todo.swap(commands);
    }
    for (const auto& command : todo) {
      try {
        notice.clear();
        command();
      } catch (const std::exception& error) {
        notice = error.what();
      }
    }
    return !last;
  }

  void step() {
    const SolverSettings& solver = live.world().model().solver;
    const bool counts = solver.type == "auto" || solver.type == "proximal_newton";
    if (counts && governor.limit() != solver.max_factorizations)
      live.apply({.action = LiveAction::work, .value = Vec3(governor.limit(), 0, 0)});
    const double start = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    live.step();
    const double took = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    governor.learn(live.world().report(), took);
    times.add(took);
    ++steps;
    converged += live.world().report().converged;
    const std::span<const LiveInput> all(live.inputs());
    if (observer.stepped) observer.stepped(live, all.subspan(told));
    remember(all.subspan(told));
    told = all.size();
    const double now = wall_seconds();
    if (last_step > 0) mean_interval += (1 - std::exp(-(now - last_step) / kMean)) * (now - last_step - mean_interval);
    last_step = now;
    if (now - published > kPublish) publish();
  }

  /// Settings in the order in which they were made; of several limits on the work in a row only the last.
  void remember(std::span<const LiveInput> inputs) {
    for (const LiveInput& input : inputs) {
      if (!is_setting(input.action)) continue;
      if (input.action == LiveAction::friction) mu = input.value.x();
      const bool again =
          input.action == LiveAction::work && !settings.empty() && settings.back().action == LiveAction::work;
      if (again) settings.pop_back();
      settings.push_back(input);
    }
  }

  /// A new run from a world at step 0, with the settings of now. `hold` is a copy: the old world's own ends with it.
  void restart(World world, std::optional<LiveWorld::Hold> hold) {
    remember(std::span<const LiveInput>(live.inputs()).subspan(told));
    live = LiveWorld(std::move(world));
    for (const LiveInput& setting : settings) live.apply(setting);
    if (hold) {
      // Where the body is held now: one that deforms has moved on since it was grabbed.
      const BodyState& body = live.world().state().bodies[std::size_t(hold->body)];
      const Vec3 at = hold->position(live.world().model(), live.world().state());
      const Vec3 point = hold->vertex < 0 ? hold->point : Vec3(body.rotation.conjugate() * (at - body.position));
      live.apply({.action = LiveAction::grab, .body = hold->body, .value = point});
      live.apply({.action = LiveAction::move, .value = hold->target});
    }
    told = live.inputs().size();
    if (observer.began) observer.began(live, live.inputs());
    publish();
  }

  void begin_again() {
    if (has_motion(live.world())) return restart(build(), std::nullopt);
    WorldState state = live.world().state();
    state.step = 0;
    state.time = 0;
    restart(World(live.world().model(), std::move(state)), live.hold());
  }

  void publish() {
    LiveStatus now;
    now.state = live.world().state();
    now.report = live.world().report();
    now.hold = live.hold();
    now.solver = live.world().model().solver;
    now.gravity = live.world().model().gravity;
    now.mu = mu;
    now.paused = paused;
    now.notice = notice;
    now.steps = steps;
    now.rate = mean_interval > 0 && !paused ? 1 / mean_interval : 0;
    now.real_time = now.rate * live.world().model().step;
    now.converged_share = steps > 0 ? double(converged) / double(steps) : 1;
    now.p50 = times.quantile(0.5);
    now.p99 = times.quantile(0.99);
    now.p999 = times.quantile(0.999);
    published = wall_seconds();
    const std::lock_guard lock(mutex);
    status = std::move(now);
  }

  const std::function<World()> build;
  const LiveLoopOptions options;
  const LiveObserver observer;

  // Of the loop's thread.
  LiveWorld live;
  WorkGovernor governor;
  bool paused;
  int single_steps = 0;
  std::size_t told = 0;  ///< inputs that the observer knows of
  std::vector<LiveInput> settings;
  std::optional<double> mu;
  TimeHistogram times;
  std::int64_t steps = 0, converged = 0;
  double last_step = 0, mean_interval = 0, published = 0;
  std::string notice;

  // Shared.
  mutable std::mutex mutex;
  std::condition_variable wake;
  std::deque<std::function<void()>> commands;
  LiveStatus status;
  bool stop = false;
  std::thread thread;
};

LiveLoop::LiveLoop(std::function<World()> build, const LiveLoopOptions& options, LiveObserver observer)
    : impl_(std::make_unique<Impl>(std::move(build), options, std::move(observer))) {}
LiveLoop::~LiveLoop() = default;

void LiveLoop::send(const LiveInput& input) {
  impl_->post([this, input] { impl_->live.apply(input); });
}
void LiveLoop::pause(bool paused) {
  impl_->post([this, paused] { impl_->paused = paused; });
}
void LiveLoop::step_once() {
  impl_->post([this] { ++impl_->single_steps; });
}
void LiveLoop::reset() {
  impl_->post([this] { impl_->restart(impl_->build(), std::nullopt); });
}
void LiveLoop::begin_again() {
  impl_->post([this] { impl_->begin_again(); });
}
void LiveLoop::call(std::function<void(const LiveWorld&)> work) {
  impl_->post([this, work = std::move(work)] { work(impl_->live); });
}

LiveStatus LiveLoop::status() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->status;
}

}  // namespace stiction
