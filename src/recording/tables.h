// All tables of a recording together, and the commit that says how much of them counts. Internal to the room.
#pragma once

#include <array>
#include <optional>

#include "stiction/recording/rows.h"
#include "stiction/recording/table.h"

namespace stiction::recording {

/// Version of the file's layout, and the oldest one that is still read: what it lacks (overlap and its correction,
/// torques of contacts) reads as zero. Readers refuse others.
constexpr std::int64_t kFormatVersion = 4, kOldestVersion = 2;
constexpr const char* kFormatAttribute = "stiction_recording";

/// How many of each an entry has.
struct Widths {
  std::int64_t bodies = 0, joints = 0, probes = 0, deformation = 0, smooth = 0;
  bool live = false;
  explicit Widths(const RecordingHeader& header)
      : bodies(static_cast<std::int64_t>(header.body_names.size())),
        joints(static_cast<std::int64_t>(header.joint_names.size())),
        probes(static_cast<std::int64_t>(header.probe_columns.size())),
        smooth(header.smooth),
        live(header.live) {
    for (const std::int64_t count : header.deformations) deformation += count;
  }
};

/// Tables whose lengths differ only while a write is under way.
struct Tables {
  Table<StepRow> steps;
  Table<FrameRow> frames;
  Table<BodyRow> frame_bodies;        ///< one row per frame and body
  Table<ContactRow> frame_contacts;   ///< all frames in a row, see FrameRow::contact_end
  Table<FrameJointRow> frame_joints;  ///< this and the next only where there are joints, probes
  Table<double> frame_probes;
  Table<double> frame_deformations;  ///< coordinates of all deformable bodies; only where there are any
  Table<CheckpointRow> checkpoints;
  Table<BodyRow> checkpoint_bodies;
  Table<ContactRow> checkpoint_contacts;
  Table<JointRow> checkpoint_joints;      ///< only where there are joints
  Table<double> checkpoint_deformations;  ///< coordinates, then velocities, of one body after the other
  Table<InputRow> inputs;                 ///< only of a live run
  Table<SmoothRow> checkpoint_smooth;     ///< this and the next only where smooth bodies move
  Table<SmoothStepRow> smooth_steps;      ///< one for each step
  Table<SmoothEventRow> smooth_events;    ///< of all steps in a row

  static Tables create(hid_t file, const Widths& widths);
  static Tables open(hid_t file, const Widths& widths);

  void add(const StepRecord& record);
  void add(const Frame& frame);
  void add(const WorldState& checkpoint);
  void add(const LiveInput& input) { inputs.add(to_row(input)); }

  std::size_t pending_bytes() const;
  /// Sends everything added to HDF5 (which may still keep it in memory until a flush).
  void write();
  /// Entries of frames and checkpoints that are complete in every table.
  std::int64_t whole_frames() const;
  std::int64_t whole_checkpoints() const;
  /// The lengths of now, unsealed.
  CommitRow lengths() const;

 private:
  bool has_joints_ = false, has_probes_ = false, has_deformations_ = false, has_smooth_ = false;
};

/// Two slots written in turn: a commit torn by a crash leaves the one before it.
class CommitSlots {
 public:
  static CommitSlots create(hid_t file);
  static CommitSlots open(hid_t file);

  /// Seals and writes `row` as the next commit.
  void write(CommitRow row);
  std::array<CommitRow, 2> read() const;

 private:
  hdf5::Handle dataset_, type_;
  std::int64_t sequence_ = 0;
};

/// The newest commit whose checksum is right and which `tables` and a file of `file_bytes` can honour. While
/// another process writes, read the commits before opening the tables: then the tables are the longer ones.
std::optional<CommitRow> newest(const std::array<CommitRow, 2>& commits, const Tables& tables, std::int64_t file_bytes);

}  // namespace stiction::recording
