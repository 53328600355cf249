// A world as Python holds it: with its scene, with arrays that look at its memory, and usable from several threads.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "run_summary.h"
#include "stiction/scene/scene.h"
#include "stiction/session/world_recorder.h"
#include "stiction/stepping/world.h"

namespace stiction::python {

namespace py = pybind11;

class LiveWorld : public std::enable_shared_from_this<LiveWorld> {
 public:
  LiveWorld(Scene scene, World world);

  /// The world for as long as this lives: no other thread steps it meanwhile. Take it with the GIL held; the GIL is let
  /// go only while waiting for a step to end.
  class Access {
   public:
    explicit Access(LiveWorld& live);
    World* operator->() const { return world_; }
    World& operator*() const { return *world_; }

   private:
    World* world_;
    std::unique_lock<std::recursive_mutex> lock_;
  };
  Access access() { return Access(*this); }

  const Scene& scene() const { return scene_; }  ///< with the bodies added since
  /// The body's index from its name or index (negative ones count from the end). Throws InputError or IndexError.
  int body_index(const py::object& body);
  int joint_index(const py::object& joint);

  /// One step. `self` is the Python object, whose attribute `before_step` is called first unless it is None.
  StepReport step(const py::object& self);
  RunSummary run(const py::object& self, std::int64_t steps);

  /// Keeps the world alive; while one exists, bodies' memory does not move.
  py::capsule hold_memory();
  int views() const { return views_; }

  /// Throws BufferError if that would move memory that an array looks at.
  int add_body(const std::string& json, const std::string& directory);

  void start_recording(const std::string& path, const RecordingIntervals& intervals);
  void stop_recording();
  bool is_recording() const { return recorder_ != nullptr; }

 private:
  /// What arrays may have put into the state must be numbers, and rotations unit quaternions.
  void check_written_state();
  void call_before_step(const py::object& self);
  StepReport step_alone();

  Scene scene_;
  World world_;
  std::recursive_mutex mutex_;  ///< held by whoever reads or changes world_
  int views_ = 0;               ///< arrays that look at the bodies' memory; guarded by the GIL
  bool written_ = false;        ///< there was one since the state was last checked
  bool in_callback_ = false;
  std::unique_ptr<WorldRecorder> recorder_;
};

}  // namespace stiction::python
