#include "stiction/recording/recording.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <new>
#include <optional>
#include <sstream>

#include "stiction/common/error.h"
#include "stiction/recording/tables.h"

namespace stiction {
namespace {

using recording::CommitRow;
using recording::CommitSlots;
using recording::Tables;

constexpr const char* kRemedy = "give a file written by `stiction run`, or run the scene again";

/// How often HDF5 reads a structure again that a writer may be changing. It doubles its pause each time, from
/// 1 ns: these attempts take some 20 ms on a damaged file, HDF5's own default of 100 would take forever.
constexpr unsigned kReadAttempts = 24;

hdf5::Handle open_file(const std::string& path, unsigned flags) {
  const hdf5::Handle access = hdf5::own(H5Pcreate(H5P_FILE_ACCESS), "making access properties");
  hdf5::check(H5Pset_metadata_read_attempts(access.get(), kReadAttempts), "limiting read attempts");
  return hdf5::Handle(H5Fopen(path.c_str(), flags, access.get()));
}

std::vector<std::string> read_names(hid_t file, const char* name) {
  const std::string doing = std::string("reading ") + name;
  const hdf5::Handle dataset = hdf5::own(H5Dopen2(file, name, H5P_DEFAULT), doing);
  const hdf5::Handle type = hdf5::own(H5Dget_type(dataset.get()), doing);
  const hdf5::Handle space = hdf5::own(H5Dget_space(dataset.get()), doing);
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0) {
    throw Error(doing + ": not names of fixed length");
  }
  const std::size_t length = H5Tget_size(type.get());
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  if (count < 1) throw Error(doing + ": there are none");
  std::string text(length * static_cast<std::size_t>(count), '\0');
  hdf5::check(H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), doing);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    std::string one = text.substr(i * length, length);
    const std::size_t end = one.find_last_not_of('\0');
    one.resize(end == std::string::npos ? 0 : end + 1);
    names.push_back(std::move(one));
  }
  return names;
}

/// Names that a recording may do without; the count tells a missing table from a damaged one.
std::vector<std::string> read_counted_names(hid_t file, const char* name, const char* count_name) {
  const std::int64_t count = hdf5::read_attribute(file, count_name);
  if (count == 0) return {};
  std::vector<std::string> names = read_names(file, name);
  if (static_cast<std::int64_t>(names.size()) != count)
    throw Error(std::string("reading ") + name + ": some are missing");
  return names;
}

}  // namespace

struct Recording::Impl {
  std::string path;
  hdf5::Handle file;
  RecordingHeader header;
  Tables tables;
  CommitRow valid{};
  std::vector<recording::FrameRow> frames;
  std::vector<recording::CheckpointRow> checkpoints;
  std::vector<recording::SmoothEventRow> events;

  /// Turns a failure of HDF5 into one the user can act on.
  template <typename Work>
  auto guarded(Work work) const {
    try {
      return work();
    } catch (const InputError&) {
      throw;
    } catch (const Error& error) {
      throw InputError(path, std::string("is damaged (") + error.what() + ")", kRemedy);
    } catch (const std::bad_alloc&) {
      throw InputError(path, "is damaged (it claims to hold more than fits in memory)", kRemedy);
    } catch (const std::length_error&) {
      throw InputError(path, "is damaged (it claims to hold more than fits in memory)", kRemedy);
    }
  }

  void open() {
    hdf5::silence();
    std::error_code failure;
    if (!std::filesystem::exists(path, failure)) {
      throw InputError(path, "does not exist", "check the name, or record a run with `stiction run SCENE -o FILE`");
    }
    if (!std::filesystem::is_regular_file(path, failure)) throw InputError(path, "is not a file", kRemedy);
    // A plain open succeeds only on a file that was closed in order, and then HDF5 itself checks its length.
    file = open_file(path, H5F_ACC_RDONLY);
    const bool closed = file.valid();
    const std::string reason = closed ? "" : hdf5::last_error();
    if (!closed) file = open_file(path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ);
    if (!file.valid()) throw InputError(path, "cannot be opened as a recording (" + reason + ")", kRemedy);
    if (H5Aexists(file.get(), recording::kFormatAttribute) <= 0) {
      throw InputError(path, "is an HDF5 file but not a stiction recording", kRemedy);
    }
    guarded([&] { load(closed); });
  }

  void load(bool closed) {
    const std::int64_t version = hdf5::read_attribute(file.get(), recording::kFormatAttribute);
    if (version < recording::kOldestVersion || version > recording::kFormatVersion) {
      throw InputError(path, "has recording format " + std::to_string(version),
                       "this program reads formats " + std::to_string(recording::kOldestVersion) + " to " +
                           std::to_string(recording::kFormatVersion) + "; run the scene again");
    }
    header.scene_json = hdf5::read_text(file.get(), "scene");
    header.body_names = read_names(file.get(), "bodies");
    header.joint_names = read_counted_names(file.get(), "joints", "joint_count");
    header.probe_columns = read_counted_names(file.get(), "probes", "probe_count");
    header.live = H5Aexists(file.get(), "live") > 0;
    if (H5Lexists(file.get(), "deformations", H5P_DEFAULT) > 0) {
      std::istringstream counts(hdf5::read_text(file.get(), "deformations"));
      for (std::int64_t count = 0; counts >> count;) {
        if (count < 1) throw Error("a deformable body has no coordinates");
        header.deformations.push_back(count);
      }
    }
    if (H5Aexists(file.get(), "smooth") > 0) header.smooth = hdf5::read_attribute(file.get(), "smooth");
    header.frame_interval = hdf5::read_attribute(file.get(), "frame_interval");
    header.checkpoint_interval = hdf5::read_attribute(file.get(), "checkpoint_interval");
    if (header.frame_interval < 1 || header.checkpoint_interval < 1) throw Error("an interval is not positive");
    // Commits first, then the tables they speak of: a living writer only lengthens those.
    const auto commits = CommitSlots::open(file.get()).read();
    tables = Tables::open(file.get(), recording::Widths(header));
    const std::int64_t bytes =
        closed ? std::numeric_limits<std::int64_t>::max() : static_cast<std::int64_t>(std::filesystem::file_size(path));
    const std::optional<CommitRow> commit = newest(commits, tables, bytes);
    if (!commit) throw Error("no complete part was found; the file may have been cut short");
    valid = *commit;
    frames = tables.frames.read(0, valid.frames);
    checkpoints = tables.checkpoints.read(0, valid.checkpoints);
    check_index(frames, valid.frame_contacts);
    check_index(checkpoints, valid.checkpoint_contacts);
    if (header.smooth > 0) load_events();
    if (checkpoints.empty() || checkpoints.front().step != 0) throw Error("the initial state is missing");
  }

  /// What a killed writer added after its last commit does not count, whatever it looks like.
  void load_events() {
    events = tables.smooth_events.read(0, tables.smooth_events.written());
    std::int64_t last = 0;
    const auto end = std::find_if(events.begin(), events.end(), [&](const recording::SmoothEventRow& row) {
      const bool sound = row.step >= std::max<std::int64_t>(last, 1) && row.step <= valid.steps && row.kind >= 0 &&
                         row.kind <= static_cast<std::int32_t>(SmoothEventKind::returns);
      last = row.step;
      return !sound;
    });
    events.erase(end, events.end());
  }

  template <typename Row>
  static void check_index(const std::vector<Row>& rows, std::int64_t contacts) {
    std::int64_t step = -1, end = 0;
    for (const Row& row : rows) {
      if (row.step <= step || row.contact_end < end || row.contact_end > contacts)
        throw Error("an index is not in order");
      step = row.step;
      end = row.contact_end;
    }
  }

  template <typename Row>
  std::vector<ContactState> contacts(const recording::Table<recording::ContactRow>& table,
                                     const std::vector<Row>& index, std::size_t i) const {
    const std::int64_t begin = i == 0 ? 0 : index[i - 1].contact_end;
    std::vector<ContactState> result;
    for (const auto& row : table.read(begin, index[i].contact_end)) result.push_back(recording::from_row(row));
    return result;
  }

  WorldState unchecked_checkpoint(std::int64_t index) const {
    const auto i = static_cast<std::size_t>(index);
    WorldState state;
    state.step = checkpoints.at(i).step;
    state.time = checkpoints[i].time;
    for (const auto& row : tables.checkpoint_bodies.read(index, index + 1)) {
      state.bodies.push_back(recording::body_state(row));
    }
    state.contacts = contacts(tables.checkpoint_contacts, checkpoints, i);
    if (!header.joint_names.empty())
      for (const auto& row : tables.checkpoint_joints.read(index, index + 1))
        state.joints.push_back(recording::from_row(row));
    if (!header.deformations.empty()) {
      const std::vector<double> numbers = tables.checkpoint_deformations.read(index, index + 1);
      auto from = numbers.begin();
      for (const std::int64_t count : header.deformations) {
        state.deformations.push_back({{from, from + count}, {from + count, from + 2 * count}});
        from += 2 * count;
      }
    }
    if (header.smooth > 0)
      for (const auto& row : tables.checkpoint_smooth.read(index, index + 1))
        state.smooth.push_back(recording::from_row(row));
    return state;
  }

  /// Adds what `records`, of steps in order, say of smooth bodies.
  void add_smooth(std::int64_t begin, std::vector<StepRecord>& records) const {
    const auto rows = tables.smooth_steps.read(begin, begin + static_cast<std::int64_t>(records.size()));
    auto event =
        std::lower_bound(events.begin(), events.end(), begin + 1,
                         [](const recording::SmoothEventRow& row, std::int64_t step) { return row.step < step; });
    for (std::size_t i = 0; i < records.size(); ++i) {
      records[i].report.smooth = recording::smooth_report(rows[i]);
      for (; event != events.end() && event->step == records[i].step; ++event)
        records[i].report.smooth.events.push_back(recording::from_row(*event));
    }
  }
};

Recording::Recording(const std::string& path) : impl_(std::make_unique<Impl>()) {
  impl_->path = path;
  impl_->open();
}
Recording::~Recording() = default;
Recording::Recording(Recording&&) noexcept = default;
Recording& Recording::operator=(Recording&&) noexcept = default;

bool Recording::is_recording(const std::string& path) {
  hdf5::silence();
  std::error_code failure;
  if (!std::filesystem::is_regular_file(path, failure)) return false;
  hdf5::Handle file = open_file(path, H5F_ACC_RDONLY);
  if (!file.valid()) file = open_file(path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ);
  return file.valid() && H5Aexists(file.get(), recording::kFormatAttribute) > 0;
}

const std::string& Recording::path() const { return impl_->path; }
const RecordingHeader& Recording::header() const { return impl_->header; }
std::int64_t Recording::step_count() const { return impl_->valid.steps; }
std::int64_t Recording::frame_count() const { return impl_->valid.frames; }
std::int64_t Recording::checkpoint_count() const { return impl_->valid.checkpoints; }

std::vector<StepRecord> Recording::steps(std::int64_t begin, std::int64_t end) const {
  return impl_->guarded([&] {
    std::vector<StepRecord> records;
    for (const auto& row : impl_->tables.steps.read(begin, std::min(end, step_count()))) {
      records.push_back(recording::from_row(row));
    }
    if (impl_->header.smooth > 0) impl_->add_smooth(begin, records);
    return records;
  });
}

std::vector<LiveInput> Recording::inputs() const {
  std::vector<LiveInput> inputs;
  if (!impl_->header.live) return inputs;
  impl_->guarded([&] {
    for (const recording::InputRow& row : impl_->tables.inputs.read(0, impl_->valid.inputs))
      inputs.push_back(recording::from_row(row));
  });
  return inputs;
}

Frame Recording::frame(std::int64_t index) const {
  return impl_->guarded([&] {
    const auto i = static_cast<std::size_t>(index);
    const recording::FrameRow& row = impl_->frames.at(i);
    Frame frame{row.step, row.time, row.penetration, frame_bodies(index), frame_contacts(index), {}, {}, {}};
    if (!impl_->header.joint_names.empty())
      for (const auto& joint : impl_->tables.frame_joints.read(index, index + 1))
        frame.joints.push_back(recording::from_row(joint));
    if (!impl_->header.probe_columns.empty()) frame.probes = impl_->tables.frame_probes.read(index, index + 1);
    frame.deformations = frame_deformations(index);
    return frame;
  });
}

std::vector<std::vector<double>> Recording::frame_deformations(std::int64_t index) const {
  std::vector<std::vector<double>> deformations;
  if (impl_->header.deformations.empty()) return deformations;
  impl_->guarded([&] {
    const std::vector<double> numbers = impl_->tables.frame_deformations.read(index, index + 1);
    auto from = numbers.begin();
    for (const std::int64_t count : impl_->header.deformations) {
      deformations.emplace_back(from, from + count);
      from += count;
    }
  });
  return deformations;
}

std::vector<FrameBody> Recording::frame_bodies(std::int64_t index) const {
  return impl_->guarded([&] {
    std::vector<FrameBody> bodies;
    for (const auto& row : impl_->tables.frame_bodies.read(index, index + 1)) {
      bodies.push_back(recording::frame_body(row));
    }
    return bodies;
  });
}

std::vector<ContactState> Recording::frame_contacts(std::int64_t index) const {
  return impl_->guarded(
      [&] { return impl_->contacts(impl_->tables.frame_contacts, impl_->frames, static_cast<std::size_t>(index)); });
}

std::int64_t Recording::frame_contact_count(std::int64_t index) const {
  const auto i = static_cast<std::size_t>(index);
  return impl_->frames.at(i).contact_end - (i == 0 ? 0 : impl_->frames[i - 1].contact_end);
}

std::int64_t Recording::frame_step(std::int64_t index) const {
  return impl_->frames.at(static_cast<std::size_t>(index)).step;
}

double Recording::frame_time(std::int64_t index) const {
  return impl_->frames.at(static_cast<std::size_t>(index)).time;
}

std::int64_t Recording::checkpoint_step(std::int64_t index) const {
  return impl_->checkpoints.at(static_cast<std::size_t>(index)).step;
}

bool Recording::checkpoint_valid(std::int64_t index) const {
  return impl_->guarded([&] {
    return hash(impl_->unchecked_checkpoint(index)) == impl_->checkpoints.at(static_cast<std::size_t>(index)).checksum;
  });
}

WorldState Recording::checkpoint(std::int64_t index) const {
  return impl_->guarded([&] {
    WorldState state = impl_->unchecked_checkpoint(index);
    if (hash(state) != impl_->checkpoints[static_cast<std::size_t>(index)].checksum) {
      throw Error("checkpoint " + std::to_string(index) + " does not match its checksum");
    }
    return state;
  });
}

std::int64_t Recording::last_valid_checkpoint() const {
  for (std::int64_t index = checkpoint_count() - 1; index >= 0; --index) {
    if (checkpoint_step(index) <= step_count() && checkpoint_valid(index)) return index;
  }
  throw InputError(impl_->path, "holds no checkpoint that is whole", kRemedy);
}

}  // namespace stiction
