#include "stiction/recording/tables.h"

#include "stiction/common/error.h"

namespace stiction::recording {
namespace {

constexpr hsize_t kSlots = 2;

}  // namespace

Tables Tables::create(hid_t file, std::int64_t bodies) {
  const auto group = [file](const char* name) {
    return hdf5::own(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "creating a group");
  };
  const hdf5::Handle frames = group("frames"), checkpoints = group("checkpoints");
  Tables tables;
  tables.steps = Table<StepRow>::create(file, "steps", step_type());
  tables.frames = Table<FrameRow>::create(frames.get(), "index", frame_type());
  tables.frame_bodies = Table<BodyRow>::create(frames.get(), "bodies", body_type("angular_velocity"), bodies);
  tables.frame_contacts = Table<ContactRow>::create(frames.get(), "contacts", contact_type());
  tables.checkpoints = Table<CheckpointRow>::create(checkpoints.get(), "index", checkpoint_type());
  tables.checkpoint_bodies = Table<BodyRow>::create(checkpoints.get(), "bodies", body_type("angular_momentum"), bodies);
  tables.checkpoint_contacts = Table<ContactRow>::create(checkpoints.get(), "contacts", contact_type());
  return tables;
}

Tables Tables::open(hid_t file, std::int64_t bodies) {
  Tables tables;
  tables.steps = Table<StepRow>::open(file, "steps", step_type());
  tables.frames = Table<FrameRow>::open(file, "frames/index", frame_type());
  tables.frame_bodies = Table<BodyRow>::open(file, "frames/bodies", body_type("angular_velocity"), bodies);
  tables.frame_contacts = Table<ContactRow>::open(file, "frames/contacts", contact_type());
  tables.checkpoints = Table<CheckpointRow>::open(file, "checkpoints/index", checkpoint_type());
  tables.checkpoint_bodies = Table<BodyRow>::open(file, "checkpoints/bodies", body_type("angular_momentum"), bodies);
  tables.checkpoint_contacts = Table<ContactRow>::open(file, "checkpoints/contacts", contact_type());
  return tables;
}

void Tables::add(const StepRecord& record) { steps.add(to_row(record)); }

void Tables::add(const Frame& frame) {
  for (const FrameBody& body : frame.bodies) frame_bodies.add(to_row(body));
  for (const ContactState& contact : frame.contacts) frame_contacts.add(to_row(contact));
  frames.add({frame.step, frame.time, frame.penetration, frame_contacts.size()});
}

void Tables::add(const WorldState& checkpoint) {
  for (const BodyState& body : checkpoint.bodies) checkpoint_bodies.add(to_row(body));
  for (const ContactState& contact : checkpoint.contacts) checkpoint_contacts.add(to_row(contact));
  checkpoints.add({checkpoint.step, checkpoint.time, checkpoint_contacts.size(), hash(checkpoint)});
}

std::size_t Tables::pending_bytes() const {
  return steps.pending_bytes() + frame_bodies.pending_bytes() + frame_contacts.pending_bytes() +
         checkpoint_bodies.pending_bytes() + checkpoint_contacts.pending_bytes();
}

void Tables::write() {
  steps.write();
  frame_bodies.write();
  frame_contacts.write();
  frames.write();
  checkpoint_bodies.write();
  checkpoint_contacts.write();
  checkpoints.write();
}

CommitRow Tables::lengths() const {
  CommitRow row{};
  row.steps = steps.written();
  row.frames = frames.written();
  row.frame_contacts = frame_contacts.written();
  row.checkpoints = checkpoints.written();
  row.checkpoint_contacts = checkpoint_contacts.written();
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
  std::array<CommitRow, kSlots> rows;
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
    const bool honoured = row.steps <= there.steps && row.frames <= there.frames &&
                          row.frames <= tables.frame_bodies.written() && row.frame_contacts <= there.frame_contacts &&
                          row.checkpoints <= there.checkpoints &&
                          row.checkpoints <= tables.checkpoint_bodies.written() &&
                          row.checkpoint_contacts <= there.checkpoint_contacts && row.file_bytes <= file_bytes;
    if (sound && honoured && (!best || row.sequence > best->sequence)) best = row;
  }
  return best;
}

}  // namespace stiction::recording
