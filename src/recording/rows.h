// The rows of a recording's tables as they lie in the file, and their HDF5 types. Internal to the room.
// Only fixed-size types: variable-length ones cannot be read while a file is being written.
#pragma once

#include <cstdint>

#include "stiction/common/hdf5.h"
#include "stiction/recording/records.h"

namespace stiction::recording {

struct ContactRow {
  std::int32_t bodies[2];
  std::uint64_t feature;
  double position[3], normal[3], gap, mu, impulse_normal, impulse_tangent[3], slip[3], torque[3];
};
static_assert(sizeof(ContactRow) == 160);

/// In frames `spin` is the angular velocity, in checkpoints the angular momentum; the file names it so.
struct BodyRow {
  double position[3], rotation[4], velocity[3], spin[3];
};
static_assert(sizeof(BodyRow) == 104);

/// A joint in a checkpoint: what the next step starts from.
struct JointRow {
  double linear[3], angular[3], limit[3], drive[3], coordinate, target, force[3], torque[3];
};
static_assert(sizeof(JointRow) == 160);

struct FrameJointRow {
  double coordinate, force[3], torque[3];
};
static_assert(sizeof(FrameJointRow) == 56);

struct StepRow {
  std::int64_t step;
  double error, error_worst, error_q, normal, cone, complementarity, dissipation, joint, joint_gap;
  double overlap, correction, correction_energy;
  double contact_work, kinetic_energy, potential_energy, elastic_energy, cpu_s, wall_s, displacement,
      displacement_settled;
  std::int32_t contacts, blocks, iterations, factorizations;
  std::uint8_t converged, path;
  std::uint8_t unused[6];  ///< named, so that no padding with stray bytes reaches the file
};
static_assert(sizeof(StepRow) == 192);

struct FrameRow {
  std::int64_t step;
  double time, penetration;
  std::int64_t contact_end;  ///< its contacts end before this row; they begin where the last frame's end
};
static_assert(sizeof(FrameRow) == 32);

struct CheckpointRow {
  std::int64_t step;
  double time;
  std::int64_t contact_end;
  std::uint64_t checksum;  ///< hash() of the state
};
static_assert(sizeof(CheckpointRow) == 32);

/// A smooth body in a checkpoint.
struct SmoothRow {
  std::int32_t other, flags, patch[2], chart[2];  ///< flags: touching 1, placed 2, rolling 4, spin locked 8, general 16
  double place[4], psi, spin[3], slip[2], slip_direction[2], spin_direction, step;
};
static_assert(sizeof(SmoothRow) == 136);

/// What a step says of smooth bodies.
struct SmoothStepRow {
  std::int64_t step;
  std::int32_t evolving, touching, general, unused;
  double least_normal, cone, alignment, energy_drift;
};
static_assert(sizeof(SmoothStepRow) == 56);

struct SmoothEventRow {
  std::int64_t step;
  double time;
  std::int32_t body, other, kind, patch;
  double value;
};
static_assert(sizeof(SmoothEventRow) == 40);

/// What was done to a live run.
struct InputRow {
  std::int64_t step;
  std::int32_t action, body;
  double value[3];
};
static_assert(sizeof(InputRow) == 40);

/// How many rows of each table are complete. Written only after those rows have reached the file.
struct CommitRow {
  std::int64_t sequence;  ///< 1 for the first commit
  std::int64_t steps, frames, frame_contacts, checkpoints, checkpoint_contacts;
  std::int64_t file_bytes;  ///< the file is at least this long, or its tail has been cut off
  std::int64_t inputs;      ///< not in files of before there were any; 0 then
  std::uint64_t checksum;   ///< of the fields above
};
static_assert(sizeof(CommitRow) == 72);
std::uint64_t checksum(const CommitRow& row);

ContactRow to_row(const ContactState& contact);
ContactState from_row(const ContactRow& row);
BodyRow to_row(const BodyState& body);
BodyState body_state(const BodyRow& row);
BodyRow to_row(const FrameBody& body);
FrameBody frame_body(const BodyRow& row);
JointRow to_row(const JointState& joint);
JointState from_row(const JointRow& row);
FrameJointRow to_row(const FrameJoint& joint);
FrameJoint from_row(const FrameJointRow& row);
InputRow to_row(const LiveInput& input);
LiveInput from_row(const InputRow& row);
SmoothRow to_row(const SmoothState& state);
SmoothState from_row(const SmoothRow& row);
SmoothStepRow smooth_row(const StepRecord& record);
SmoothReport smooth_report(const SmoothStepRow& row);
SmoothEventRow to_row(std::int64_t step, const SmoothEvent& event);
SmoothEvent from_row(const SmoothEventRow& row);
StepRow to_row(const StepRecord& record);
StepRecord from_row(const StepRow& row);

hdf5::Handle contact_type();
hdf5::Handle body_type(const char* spin_name);
hdf5::Handle joint_type();
hdf5::Handle frame_joint_type();
hdf5::Handle input_type();
hdf5::Handle smooth_type();
hdf5::Handle smooth_step_type();
hdf5::Handle smooth_event_type();
hdf5::Handle number_type();
hdf5::Handle step_type();
hdf5::Handle frame_type();
hdf5::Handle checkpoint_type();
hdf5::Handle commit_type();

}  // namespace stiction::recording
