#include "live_world.h"

#include <cmath>
#include <utility>

#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/scene/add_body.h"
#include "stiction/scene/limits.h"
#include "stiction/scene/suggest.h"

namespace stiction::python {
namespace {

/// Room for bodies that are added later: up to it, arrays stay valid.
constexpr std::size_t kSpareBodies = 1024;
/// How long a run goes on before it looks for signals such as Ctrl-C, s.
constexpr double kSignalInterval = 0.05;

template <typename Named>
int index_of(const py::object& wanted, const std::vector<Named>& all, const char* kind, const char* plural) {
  if (py::isinstance<py::str>(wanted)) {
    const std::string name = wanted.cast<std::string>();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].name == name) return static_cast<int>(i);
    std::vector<std::string> known;
    for (const Named& one : all) known.push_back(one.name);
    throw InputError(std::string(kind) + " \"" + printable(name) + "\"", "is unknown",
                     suggest_name(name, known, plural));
  }
  // Whatever can be an index: also numpy's whole numbers.
  const py::ssize_t given = PyNumber_AsSsize_t(wanted.ptr(), PyExc_IndexError);
  if (given == -1 && PyErr_Occurred()) throw py::error_already_set();
  const auto size = static_cast<py::ssize_t>(all.size());
  const py::ssize_t i = given < 0 ? given + size : given;
  if (i < 0 || i >= size)
    throw py::index_error(std::string(kind) + " " + std::to_string(given) + " is out of range: there are " +
                          std::to_string(size));
  return static_cast<int>(i);
}

}  // namespace

LiveWorld::LiveWorld(Scene scene, World world) : scene_(std::move(scene)), world_(std::move(world)) {
  const std::size_t bodies = scene_.bodies.size();
  world_.reserve_bodies(std::max(2 * bodies, bodies + kSpareBodies));
}

LiveWorld::Access::Access(LiveWorld& live) : world_(&live.world_), lock_(live.mutex_, std::try_to_lock) {
  if (lock_.owns_lock()) return;
  py::gil_scoped_release release;
  lock_.lock();
}

int LiveWorld::body_index(const py::object& body) { return index_of(body, access()->model().bodies, "body", "bodies"); }

int LiveWorld::joint_index(const py::object& joint) {
  return index_of(joint, access()->model().joints, "joint", "joints");
}

void LiveWorld::call_before_step(const py::object& self) {
  const py::object callback = self.attr("before_step");
  if (callback.is_none()) return;
  if (in_callback_) throw Error("before_step must not step its own world");
  in_callback_ = true;
  try {
    callback(self);
  } catch (...) {
    in_callback_ = false;
    throw;
  }
  in_callback_ = false;
}

void LiveWorld::check_written_state() {
  if (!written_) return;
  const Access world = access();
  const auto fail = [&](std::size_t i, const char* field) {
    throw InputError("body \"" + printable(world->model().bodies[i].name) + "\": " + field, "is not a finite number",
                     "write finite numbers into the world's arrays");
  };
  const auto states = world->body_states();
  const auto forces = world->applied_forces();
  for (std::size_t i = 0; i < states.size(); ++i) {
    BodyState& body = states[i];
    if (!body.position.allFinite()) fail(i, "position");
    if (!body.velocity.allFinite()) fail(i, "velocity");
    if (!body.angular_momentum.allFinite()) fail(i, "angular momentum");
    if (!forces[i].allFinite()) fail(i, "applied force");
    const double length = body.rotation.norm();
    if (!(std::abs(length - 1) <= limits::unit_slack))
      throw InputError("body \"" + printable(world->model().bodies[i].name) + "\": rotation",
                       "has length " + std::to_string(length) + ", not 1", "write unit quaternions");
    if (std::abs(length - 1) > limits::unit_exact) body.rotation.normalize();
  }
  written_ = views_ > 0;
}

StepReport LiveWorld::step_alone() {
  py::gil_scoped_release release;
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  return world_.step();
}

StepReport LiveWorld::step(const py::object& self) {
  call_before_step(self);
  check_written_state();
  const StepReport report = step_alone();
  if (recorder_) recorder_->add_step(*access());
  return report;
}

RunSummary LiveWorld::run(const py::object& self, std::int64_t steps) {
  RunSummary summary;
  while (summary.steps < steps) {
    if (recorder_ || !self.attr("before_step").is_none()) {
      summary.add(step(self));
    } else {
      check_written_state();
      py::gil_scoped_release release;
      const std::lock_guard<std::recursive_mutex> lock(mutex_);
      const double end = wall_seconds() + kSignalInterval;
      while (summary.steps < steps && wall_seconds() < end) summary.add(world_.step());
    }
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return summary;
}

py::capsule LiveWorld::hold_memory() {
  struct Hold {
    std::shared_ptr<LiveWorld> world;
    explicit Hold(std::shared_ptr<LiveWorld> held) : world(std::move(held)) {
      ++world->views_;
      world->written_ = true;
    }
    ~Hold() { --world->views_; }
  };
  return py::capsule(new Hold(shared_from_this()), [](void* hold) { delete static_cast<Hold*>(hold); });
}

int LiveWorld::add_body(const std::string& json, const std::string& directory) {
  if (recorder_)
    throw InputError("add_body", "cannot add a body while a recording is written", "close the recording first");
  const BodyDescription body = body_from_json(json, "body", directory);
  const Access world = access();
  const std::size_t bodies = scene_.bodies.size();
  if (bodies == world->body_capacity()) {
    if (views_ > 0)
      throw py::buffer_error("the world must move its bodies in memory to make room for more, but arrays (" +
                             std::to_string(views_) + ") still look at them; delete those arrays first");
    world->reserve_bodies(2 * bodies);
  }
  return stiction::add_body(scene_, *world, body);
}

void LiveWorld::start_recording(const std::string& path, const RecordingIntervals& intervals) {
  if (recorder_) throw InputError(path, "cannot be recorded to: a recording is under way", "close that one first");
  recorder_ = std::make_unique<WorldRecorder>(path, scene_, *access(), intervals);
}

void LiveWorld::stop_recording() {
  if (!recorder_) return;
  // Gone even if the disk is full now: what was flushed stays.
  const std::unique_ptr<WorldRecorder> last = std::move(recorder_);
  last->close(*access());
}

}  // namespace stiction::python
