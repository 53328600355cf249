// A live world on a thread of its own, in real time: commands in, the present out.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "stiction/live/live_world.h"

namespace stiction {

/// The present of a live world, and how well it keeps up.
struct LiveStatus {
  WorldState state;
  StepReport report;
  std::optional<LiveWorld::Hold> hold;
  SolverSettings solver;
  Vec3 gravity = Vec3::Zero();
  std::optional<double> mu;  ///< where all contacts have the same
  bool paused = false;
  std::string notice;                 ///< why the last command was refused; empty if it was not
  std::int64_t steps = 0;             ///< since the start, however often the world was reset
  double rate = 0;                    ///< steps a second, over the last second or so
  double real_time = 0;               ///< simulated over wall time, likewise
  double converged_share = 1;         ///< of all steps
  double p50 = 0, p99 = 0, p999 = 0;  ///< CPU time of a step on its thread, s
};

struct LiveLoopOptions {
  double budget_s = 0;  ///< time a step may take; 0: four fifths of the simulated step
  double speed = 1;     ///< simulated over wall time, if steps are fast enough
  bool paused = false;  ///< at first
};

/// What happens on the loop's thread, for those who record it.
struct LiveObserver {
  /// A new run begins, at step 0. `inputs` have been applied already: they set what an earlier run had changed.
  std::function<void(const LiveWorld& world, std::span<const LiveInput> inputs)> began;
  /// A step was taken, after `inputs` had been applied.
  std::function<void(const LiveWorld& world, std::span<const LiveInput> inputs)> stepped;
};

class LiveLoop {
 public:
  /// `build` makes the world anew for every reset. The loop runs until destruction.
  LiveLoop(std::function<World()> build, const LiveLoopOptions& options, LiveObserver observer = {});
  ~LiveLoop();
  LiveLoop(const LiveLoop&) = delete;
  LiveLoop& operator=(const LiveLoop&) = delete;

  // Commands, from any thread; they take effect before the next step.
  void send(const LiveInput& input);
  void pause(bool paused);
  void step_once();  ///< where paused
  void reset();      ///< to the initial state; settings stay as they are
  /// Starts the clock anew at the present state, as a new run (LiveObserver::began). Worlds with prescribed motion,
  /// which depends on the clock, begin at their initial state.
  void begin_again();
  /// Runs `work` on the loop's thread between two steps; before destruction, too.
  void call(std::function<void(const LiveWorld& world)> work);

  LiveStatus status() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
