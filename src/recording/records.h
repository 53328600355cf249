// What a recording holds, as plain values: one record per step, per frame, and the constant header.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stiction/linalg/types.h"
#include "stiction/state/live_input.h"
#include "stiction/state/step_report.h"
#include "stiction/state/world_state.h"

namespace stiction {

/// What stays constant over a recording.
struct RecordingHeader {
  std::string scene_json;                  ///< the scene as run, options applied
  std::vector<std::string> body_names;     ///< in the order of the states
  std::int64_t frame_interval = 1;         ///< steps from one frame to the next
  std::int64_t checkpoint_interval = 1;    ///< steps from one regular checkpoint to the next
  std::vector<std::string> joint_names;    ///< in the order of the states
  std::vector<std::string> probe_columns;  ///< what each number that probes log is, with its unit
  bool live = false;                       ///< inputs are recorded, too
  /// Coordinates of each deformable body, in the order of the states.
  std::vector<std::int64_t> deformations = {};
  std::int64_t smooth = 0;  ///< smooth bodies that forces move
};

/// One step: the report of the step and how far bodies had moved when it ended.
struct StepRecord {
  std::int64_t step = 0;  ///< 1 for the first step taken
  StepReport report;
  double displacement = 0;          ///< m, the farthest any body has moved from its start pose
  double displacement_settled = 0;  ///< m, the same from the pose at 1 s; 0 before
};

/// Pose and velocities of one body in a frame.
struct FrameBody {
  Vec3 position = Vec3::Zero();          ///< centre of mass, m
  Quat rotation = Quat::Identity();      ///< body to world
  Vec3 velocity = Vec3::Zero();          ///< of the centre of mass, m/s
  Vec3 angular_velocity = Vec3::Zero();  ///< rad/s, world axes
};

/// One joint in a frame.
struct FrameJoint {
  double coordinate = 0;       ///< rad or m
  Vec3 force = Vec3::Zero();   ///< on the first body at its anchor, mean over the step, world axes, N
  Vec3 torque = Vec3::Zero();  ///< on the first body about its anchor, N·m
};

/// What a viewer shows at one moment.
struct Frame {
  std::int64_t step = 0;
  double time = 0;         ///< s
  double penetration = 0;  ///< m, deepest overlap of any two bodies
  std::vector<FrameBody> bodies;
  std::vector<ContactState> contacts;                  ///< of the step that ended here
  std::vector<FrameJoint> joints;                      ///< as many as the header names
  std::vector<double> probes;                          ///< one for each of the header's probe columns
  std::vector<std::vector<double>> deformations = {};  ///< coordinates (Deformation::q) of each deformable body
};

}  // namespace stiction
