#include "stiction/recording/tables.h"

#include <algorithm>

#include "stiction/common/error.h"

namespace stiction::recording {
namespace {

constexpr hsize_t kSlots = 2;

}  // namespace

Tables Tables::create(hid_t file, const Widths& widths) {
  const auto group = [file](const char* name) {
    return hdf5::own(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "creating a group");
  };
  const hdf5::Handle frames = group("frames"), checkpoints = group("checkpoints");
  Tables tables;
  tables.steps = Table<StepRow>::create(file, "steps", step_type());
  tables.frames = Table<FrameRow>::create(frames.get(), "index", frame_type());
  tables.frame_bodies = Table<BodyRow>::create(frames.get(), "bodies", body_type("angular_velocity"), widths.bodies);
  tables.frame_contacts = Table<ContactRow>::create(frames.get(), "contacts", contact_type());
  tables.checkpoints = Table<CheckpointRow>::create(checkpoints.get(), "index", checkpoint_type());
  tables.checkpoint_bodies =
      Table<BodyRow>::create(checkpoints.get(), "bodies", body_type("angular_momentum"), widths.bodies);
  tables.checkpoint_contacts = Table<ContactRow>::create(checkpoints.get(), "contacts", contact_type());
  tables.has_joints_ = widths.joints > 0;
  tables.has_probes_ = widths.probes > 0;
  if (tables.has_joints_) {
    tables.frame_joints = Table<FrameJointRow>::create(frames.get(), "joints", frame_joint_type(), widths.joints);
    tables.checkpoint_joints = Table<JointRow>::create(checkpoints.get(), "joints", joint_type(), widths.joints);
  }
  if (tables.has_probes_)
    tables.frame_probes = Table<double>::create(frames.get(), "probes", number_type(), widths.probes);
  tables.has_deformations_ = widths.deformation > 0;
  if (tables.has_deformations_) {
    tables.frame_deformations = Table<double>::create(frames.get(), "deformations", number_type(), widths.deformation);
    tables.checkpoint_deformations =
        Table<double>::create(checkpoints.get(), "deformations", number_type(), 2 * widths.deformation);
  }
  if (widths.live) tables.inputs = Table<InputRow>::create(file, "inputs", input_type());
  tables.has_smooth_ = widths.smooth > 0;
  if (tables.has_smooth_) {
    const hdf5::Handle smooth = group("smooth");
    tables.checkpoint_smooth = Table<SmoothRow>::create(checkpoints.get(), "smooth", smooth_type(), widths.smooth);
    tables.smooth_steps = Table<SmoothStepRow>::create(smooth.get(), "steps", smooth_step_type());
    tables.smooth_events = Table<SmoothEventRow>::create(smooth.get(), "events", smooth_event_type());
  }
  return tables;
}

Tables Tables::open(hid_t file, const Widths& widths) {
  Tables tables;
  tables.steps = Table<StepRow>::open(file, "steps", step_type());
  tables.frames = Table<FrameRow>::open(file, "frames/index", frame_type());
  tables.frame_bodies = Table<BodyRow>::open(file, "frames/bodies", body_type("angular_velocity"), widths.bodies);
  tables.frame_contacts = Table<ContactRow>::open(file, "frames/contacts", contact_type());
  tables.checkpoints = Table<CheckpointRow>::open(file, "checkpoints/index", checkpoint_type());
  tables.checkpoint_bodies =
      Table<BodyRow>::open(file, "checkpoints/bodies", body_type("angular_momentum"), widths.bodies);
  tables.checkpoint_contacts = Table<ContactRow>::open(file, "checkpoints/contacts", contact_type());
  tables.has_joints_ = widths.joints > 0;
  tables.has_probes_ = widths.probes > 0;
  if (tables.has_joints_) {
    tables.frame_joints = Table<FrameJointRow>::open(file, "frames/joints", frame_joint_type(), widths.joints);
    tables.checkpoint_joints = Table<JointRow>::open(file, "checkpoints/joints", joint_type(), widths.joints);
  }
  if (tables.has_probes_)
    tables.frame_probes = Table<double>::open(file, "frames/probes", number_type(), widths.probes);
  tables.has_deformations_ = widths.deformation > 0;
  if (tables.has_deformations_) {
    tables.frame_deformations = Table<double>::open(file, "frames/deformations", number_type(), widths.deformation);
    tables.checkpoint_deformations =
        Table<double>::open(file, "checkpoints/deformations", number_type(), 2 * widths.deformation);
  }
  if (widths.live) tables.inputs = Table<InputRow>::open(file, "inputs", input_type());
  tables.has_smooth_ = widths.smooth > 0;
  if (tables.has_smooth_) {
    tables.checkpoint_smooth = Table<SmoothRow>::open(file, "checkpoints/smooth", smooth_type(), widths.smooth);
    tables.smooth_steps = Table<SmoothStepRow>::open(file, "smooth/steps", smooth_step_type());
    tables.smooth_events = Table<SmoothEventRow>::open(file, "smooth/events", smooth_event_type());
  }
  return tables;
}

void Tables::add(const StepRecord& record) {
  steps.add(to_row(record));
  if (!has_smooth_) return;
  smooth_steps.add(smooth_row(record));
  for (const SmoothEvent& event : record.report.smooth.events) smooth_events.add(to_row(record.step, event));
}

void Tables::add(const Frame& frame) {
  for (const FrameBody& body : frame.bodies) frame_bodies.add(to_row(body));
  for (const ContactState& contact : frame.contacts) frame_contacts.add(to_row(contact));
  for (const FrameJoint& joint : frame.joints) frame_joints.add(to_row(joint));
  for (const double value : frame.probes) frame_probes.add(value);
  for (const std::vector<double>& coordinates : frame.deformations)
    for (const double q : coordinates) frame_deformations.add(q);
  frames.add({frame.step, frame.time, frame.penetration, frame_contacts.size()});
}

void Tables::add(const WorldState& checkpoint) {
  for (const BodyState& body : checkpoint.bodies) checkpoint_bodies.add(to_row(body));
  for (const ContactState& contact : checkpoint.contacts) checkpoint_contacts.add(to_row(contact));
  for (const JointState& joint : checkpoint.joints) checkpoint_joints.add(to_row(joint));
  for (const Deformation& deformation : checkpoint.deformations)
    for (const std::vector<double>* numbers : {&deformation.q, &deformation.v})
      for (const double value : *numbers) checkpoint_deformations.add(value);
  for (const SmoothState& body : checkpoint.smooth) checkpoint_smooth.add(to_row(body));
  checkpoints.add({checkpoint.step, checkpoint.time, checkpoint_contacts.size(), hash(checkpoint)});
}

std::size_t Tables::pending_bytes() const {
  return steps.pending_bytes() + frame_bodies.pending_bytes() + frame_contacts.pending_bytes() +
         checkpoint_bodies.pending_bytes() + checkpoint_contacts.pending_bytes() + frame_joints.pending_bytes() +
         frame_probes.pending_bytes() + checkpoint_joints.pending_bytes() + inputs.pending_bytes() +
         frame_deformations.pending_bytes() + checkpoint_deformations.pending_bytes() +
         checkpoint_smooth.pending_bytes() + smooth_steps.pending_bytes() + smooth_events.pending_bytes();
}

void Tables::write() {
  inputs.write();
  smooth_events.write();
  smooth_steps.write();
  steps.write();
  frame_bodies.write();
  frame_contacts.write();
  frame_joints.write();
  frame_probes.write();
  frame_deformations.write();
  frames.write();
  checkpoint_bodies.write();
  checkpoint_contacts.write();
  checkpoint_joints.write();
  checkpoint_deformations.write();
  checkpoint_smooth.write();
  checkpoints.write();
}

std::int64_t Tables::whole_frames() const {
  std::int64_t count = std::min(frames.written(), frame_bodies.written());
  if (has_joints_) count = std::min(count, frame_joints.written());
  if (has_deformations_) count = std::min(count, frame_deformations.written());
  return has_probes_ ? std::min(count, frame_probes.written()) : count;
}

std::int64_t Tables::whole_checkpoints() const {
  std::int64_t count = std::min(checkpoints.written(), checkpoint_bodies.written());
  if (has_deformations_) count = std::min(count, checkpoint_deformations.written());
  if (has_smooth_) count = std::min(count, checkpoint_smooth.written());
  return has_joints_ ? std::min(count, checkpoint_joints.written()) : count;
}

CommitRow Tables::lengths() const {
  CommitRow row{};
  row.steps = has_smooth_ ? std::min(steps.written(), smooth_steps.written()) : steps.written();
  row.frames = frames.written();
  row.frame_contacts = frame_contacts.written();
  row.checkpoints = checkpoints.written();
  row.checkpoint_contacts = checkpoint_contacts.written();
  row.inputs = inputs.written();
  return row;
}

CommitSlots CommitSlots::create(hid_t file) {
  CommitSlots slots;
  slots.type_ = commit_type();
  const hdf5::Handle space = hdf5::own(H5Screate_simple(1, &kSlots, nullptr), "making the commit slots");
  slots.dataset_ =
      hdf5::own(H5Dcreate2(file, "commit", slots.type_.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                "creating the commit slots");
  const CommitRow empty[kSlots] = {};
  hdf5::check(H5Dwrite(slots.dataset_.get(), slots.type_.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, empty),
              "clearing the commit slots");
  return slots;
}

CommitSlots CommitSlots::open(hid_t file) {
  CommitSlots slots;
  slots.type_ = commit_type();
  slots.dataset_ = hdf5::own(H5Dopen2(file, "commit", H5P_DEFAULT), "opening the commit slots");
  const hdf5::Handle space = hdf5::own(H5Dget_space(slots.dataset_.get()), "opening the commit slots");
  if (H5Sget_simple_extent_npoints(space.get()) != static_cast<hssize_t>(kSlots)) {
    throw Error("opening the commit slots: there are not two of them");
  }
  return slots;
}

void CommitSlots::write(CommitRow row) {
  row.sequence = ++sequence_;
  row.checksum = checksum(row);
  const std::string doing = "writing a commit";
  const hsize_t slot = static_cast<hsize_t>(sequence_) % kSlots, one = 1;
  const hdf5::Handle target = hdf5::own(H5Dget_space(dataset_.get()), doing);
  hdf5::check(H5Sselect_hyperslab(target.get(), H5S_SELECT_SET, &slot, nullptr, &one, nullptr), doing);
  const hdf5::Handle source = hdf5::own(H5Screate_simple(1, &one, nullptr), doing);
  hdf5::check(H5Dwrite(dataset_.get(), type_.get(), source.get(), target.get(), H5P_DEFAULT, &row), doing);
}

std::array<CommitRow, 2> CommitSlots::read() const {
  std::array<CommitRow, kSlots> rows{};
  hdf5::check(H5Dread(dataset_.get(), type_.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()),
              "reading the commit slots");
  return rows;
}

std::optional<CommitRow> newest(const std::array<CommitRow, 2>& commits, const Tables& tables,
                                std::int64_t file_bytes) {
  const CommitRow there = tables.lengths();
  std::optional<CommitRow> best;
  for (const CommitRow& row : commits) {
    const bool sound = row.sequence > 0 && row.checksum == checksum(row);
    const bool honoured = row.steps <= there.steps && row.frames <= tables.whole_frames() &&
                          row.frame_contacts <= there.frame_contacts && row.checkpoints <= tables.whole_checkpoints() &&
                          row.checkpoint_contacts <= there.checkpoint_contacts && row.file_bytes <= file_bytes &&
                          row.inputs <= there.inputs;
    if (sound && honoured && (!best || row.sequence > best->sequence)) best = row;
  }
  return best;
}

}  // namespace stiction::recording
