// A scene that is run and watched: what happened in it, for checks, tables and pictures.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "framework/findings.h"
#include "stiction/export/moment.h"
#include "stiction/scene/scene.h"

namespace stiction::papers {

/// Thrown between two steps when the user wants an end.
struct Stopped {};

/// Who looks on.
struct Watch {
  std::function<bool()> go_on = {};  ///< false: stop; asked after every step
  /// After every step: of which film, how far it has come and will go (s), contacts and worst error so far.
  std::function<void(const std::string& film, double time, double end, int contacts, double error)> step = {};
};

/// A stretch of time, s.
struct Stretch {
  double from = 0, to = 0;
};

struct FilmOptions {
  double duration = 1;    ///< s
  std::string name = {};  ///< for people; else the scene's
  double frames_per_second = 25;
  int most_frames = 1000;             ///< a longer film has fewer frames a second, but for its first and last seconds
  std::vector<Stretch> closely = {};  ///< where it has all of them, too
  std::function<void(World&)> before_step = {}, after_step = {};
  std::function<bool(const World&)> is_over = {};  ///< ends it before its time
};

/// Means over steps.
struct Cost {
  std::int64_t steps = 0;
  double cpu_s = 0, solve_s = 0, solve_wall_s = 0, contacts = 0, iterations = 0;
};

/// One step in short.
struct Sample {
  double time = 0;         ///< s, at its end
  float cpu_s = 0;         ///< of the whole step
  float solve_s = 0;       ///< of its solves
  float solve_wall_s = 0;  ///< the same by the clock
  float error = 0;         ///< certificate
  float speed = 0;         ///< of the fastest body's centre, m/s
  int contacts = 0, iterations = 0;
  double energy = 0;  ///< J: kinetic, of gravity and elastic
};

class Film {
 public:
  /// Runs the scene. Throws Stopped.
  Film(Scene scene, const FilmOptions& options, const Watch& watch);

  const Scene& scene() const { return scene_; }
  const World& world() const { return world_; }  ///< at the end
  const std::string& name() const { return name_; }
  const std::vector<Moment>& frames() const { return frames_; }               ///< without contacts
  const std::vector<std::vector<double>>& probes() const { return probes_; }  ///< of every frame
  const std::vector<Sample>& samples() const { return samples_; }
  const Health& health() const { return health_; }
  double end() const { return frames_.back().time; }
  int dofs() const;  ///< of everything that forces move

  /// Means over the steps at whose end some body's centre is faster than 1 cm/s.
  Cost cost_while_moving() const;
  Cost cost_until(double time) const;
  Cost cost() const;

  /// The frame nearest to a time, s.
  const Moment& at(double time) const;
  /// Indices of the bodies that forces move and whose names begin so.
  std::vector<int> bodies(const std::string& prefix = "") const;
  int body(const std::string& name) const;
  /// How far the body's farthest point moved between two moments, m (of a deformable body: its frame).
  double moved(int body, const Moment& from, const Moment& to) const;
  /// Farthest of those bodies, from time to time. Throws if the film has but one frame for both.
  double moved(const std::string& prefix, double from, double to) const;
  /// How much lower the body's centre is, m.
  double sunk(int body, const Moment& from, const Moment& to) const;
  /// Farthest way of any body over the last seconds, m.
  double unrest(double seconds) const;
  double mass() const;  ///< of everything that forces move, kg

 private:
  void watch_step(const StepReport& report);
  void add_frame();

  Scene scene_;
  World world_;
  std::string name_;
  std::vector<Moment> frames_;
  std::vector<std::vector<double>> probes_;
  std::vector<Sample> samples_;
  std::vector<double> radius_;  ///< of a ball about the centre of mass that holds the body, m
  Health health_;
};

}  // namespace stiction::papers
