#include "stiction/recording/recorder.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <string>

#include "stiction/common/error.h"
#include "stiction/recording/file_lock.h"
#include "stiction/recording/tables.h"

namespace stiction {
namespace {

using Clock = std::chrono::steady_clock;
using recording::FileLock;

constexpr std::chrono::milliseconds kFlushInterval{500};
/// More than this is not kept in memory, however fast the run.
constexpr std::size_t kMaxPendingBytes = 8 << 20;
/// Steps copied at a time when a recording is resumed.
constexpr std::int64_t kCopyBlock = 4096;

/// Nothing where there are no names.
void write_names(hid_t file, const char* name, const std::vector<std::string>& names) {
  if (names.empty()) return;
  const std::string doing = std::string("writing ") + name;
  std::size_t length = 1;
  for (const std::string& text : names) length = std::max(length, text.size());
  std::string text(length * names.size(), '\0');
  for (std::size_t i = 0; i < names.size(); ++i) names[i].copy(text.data() + i * length, length);
  const hdf5::Handle type = hdf5::string_type(length);
  const hsize_t count = names.size();
  const hdf5::Handle space = hdf5::own(H5Screate_simple(1, &count, nullptr), doing);
  const hdf5::Handle dataset =
      hdf5::own(H5Dcreate2(file, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), doing);
  hdf5::check(H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), doing);
}

hdf5::Handle create_file(const std::string& path) {
  const hdf5::Handle access = hdf5::own(H5Pcreate(H5P_FILE_ACCESS), "making access properties");
  // Reading while writing needs the newest file structures.
  hdf5::check(H5Pset_libver_bounds(access.get(), H5F_LIBVER_LATEST, H5F_LIBVER_LATEST), "choosing the file version");
  return hdf5::own(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), "creating the file");
}

void refuse_what_must_stay(const std::string& path) {
  std::error_code failure;
  if (!std::filesystem::exists(path, failure)) return;
  if (!std::filesystem::is_regular_file(path, failure)) {
    throw InputError(path, "exists and is not a file", "choose another output file");
  }
  if (FileLock::held(path)) {
    throw InputError(path, "is being written by another run", "wait for it to end or choose another output file");
  }
  if (!Recording::is_recording(path)) {
    throw InputError(path, "exists and is not a stiction recording, so it is not overwritten",
                     "choose another output file or move this one away");
  }
}

}  // namespace

struct Recorder::Impl {
  std::string path;
  FileLock lock;
  hdf5::Handle file;
  recording::Tables tables;
  recording::CommitSlots commits;
  Clock::time_point flushed = Clock::now();
  std::int64_t last_checkpoint = -1, last_frame = -1;

  std::string partial_path() const { return path + ".partial"; }

  /// Everything is made under another name first, so that no reader ever meets a file without its beginning.
  void begin(const RecordingHeader& header) {
    hdf5::silence();
    if (header.body_names.empty()) {
      throw InputError(path, "cannot record a scene without bodies", "add at least one body");
    }
    file = create_file(partial_path());
    hdf5::write_attribute(file.get(), recording::kFormatAttribute, recording::kFormatVersion);
    hdf5::write_attribute(file.get(), "frame_interval", header.frame_interval);
    hdf5::write_attribute(file.get(), "checkpoint_interval", header.checkpoint_interval);
    hdf5::write_attribute(file.get(), "joint_count", static_cast<std::int64_t>(header.joint_names.size()));
    hdf5::write_attribute(file.get(), "probe_count", static_cast<std::int64_t>(header.probe_columns.size()));
    if (header.live) hdf5::write_attribute(file.get(), "live", 1);
    if (header.smooth > 0) hdf5::write_attribute(file.get(), "smooth", header.smooth);
    if (!header.deformations.empty()) {
      std::string counts;
      for (const std::int64_t count : header.deformations) counts += std::to_string(count) + " ";
      hdf5::write_text(file.get(), "deformations", counts);
    }
    hdf5::write_text(file.get(), "scene", header.scene_json);
    write_names(file.get(), "bodies", header.body_names);
    write_names(file.get(), "joints", header.joint_names);
    write_names(file.get(), "probes", header.probe_columns);
    tables = recording::Tables::create(file.get(), recording::Widths(header));
    commits = recording::CommitSlots::create(file.get());
    hdf5::check(H5Fstart_swmr_write(file.get()), "letting readers in");
  }

  /// Makes a file, lets `fill` write its beginning, and gives it its name. On failure nothing is left behind.
  template <typename Fill>
  static std::unique_ptr<Impl> make(const std::string& path, const RecordingHeader& header, Fill fill) {
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    refuse_what_must_stay(path);
    impl->lock = FileLock::take(impl->partial_path());
    try {
      impl->begin(header);
      fill(*impl);
      impl->publish();
    } catch (const InputError&) {
      impl->remove_partial();
      throw;
    } catch (const Error& error) {
      impl->remove_partial();
      throw Error(path + ": could not be written (" + error.what() +
                  "); make room there or choose another output file");
    }
    return impl;
  }

  void remove_partial() const {
    std::error_code ignored;
    std::filesystem::remove(partial_path(), ignored);
  }

  void publish() {
    write_and_commit();
    std::error_code failure;
    std::filesystem::rename(partial_path(), path, failure);
    if (failure) throw InputError(path, "cannot be written (" + failure.message() + ")", "choose another output file");
  }

  void add_frame(const Frame& frame) {
    tables.add(frame);
    last_frame = frame.step;
  }

  void add_checkpoint(const WorldState& state) {
    tables.add(state);
    last_checkpoint = state.step;
  }

  /// Data first, and only when the file has it the commit that says so.
  void flush() {
    try {
      write_and_commit();
    } catch (const Error& error) {
      throw Error(path + ": could not be written (" + error.what() +
                  "); make room there and continue with --resume, nothing before the last flush is lost");
    }
  }

  void write_and_commit() {
    tables.write();
    hdf5::check(H5Fflush(file.get(), H5F_SCOPE_LOCAL), "flushing");
    recording::CommitRow row = tables.lengths();
    row.file_bytes = lock.file_bytes();
    commits.write(row);
    hdf5::check(H5Fflush(file.get(), H5F_SCOPE_LOCAL), "flushing");
    flushed = Clock::now();
  }

  void flush_if_due() {
    if (tables.pending_bytes() > kMaxPendingBytes || Clock::now() - flushed > kFlushInterval) flush();
  }

  void copy(const Recording& source, std::int64_t checkpoint) {
    const std::int64_t end_step = source.checkpoint_step(checkpoint);
    for (std::int64_t begin = 0; begin < end_step; begin += kCopyBlock) {
      for (const StepRecord& record : source.steps(begin, std::min(begin + kCopyBlock, end_step))) tables.add(record);
      write_if_large();
    }
    for (const LiveInput& input : source.inputs())
      if (input.step < end_step) tables.add(input);
    for (std::int64_t i = 0; i < source.frame_count() && source.frame_step(i) <= end_step; ++i) {
      add_frame(source.frame(i));
      write_if_large();
    }
    for (std::int64_t i = 0; i <= checkpoint; ++i) {
      // A damaged one in between is not needed to go on.
      if (source.checkpoint_valid(i)) add_checkpoint(source.checkpoint(i));
      write_if_large();
    }
  }

  void write_if_large() {
    if (tables.pending_bytes() > kMaxPendingBytes) tables.write();
  }

  void close() {
    if (!file.valid()) return;
    flush();
    tables = {};
    commits = {};
    const hid_t id = file.get();
    const bool failed = H5Fflush(id, H5F_SCOPE_GLOBAL) < 0;
    file.reset();
    lock = {};
    if (failed) throw Error(path + ": could not be closed (" + hdf5::last_error() + "); what was flushed is kept");
  }
};

Recorder::Recorder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Recorder::Recorder(Recorder&&) noexcept = default;
Recorder& Recorder::operator=(Recorder&&) noexcept = default;
Recorder::~Recorder() {
  if (!impl_) return;
  try {
    impl_->close();
  } catch (const std::exception&) {
    // A destructor has no one to tell; what was flushed before is safe.
  }
}

Recorder Recorder::create(const std::string& path, const RecordingHeader& header, const WorldState& initial,
                          const Frame& initial_frame) {
  return Recorder(Impl::make(path, header, [&](Impl& impl) {
    impl.add_checkpoint(initial);
    impl.add_frame(initial_frame);
  }));
}

Recorder Recorder::resume(const std::string& path, const RecordingHeader& header, const Recording& source,
                          std::int64_t checkpoint) {
  return Recorder(Impl::make(path, header, [&](Impl& impl) { impl.copy(source, checkpoint); }));
}

void Recorder::add(const StepRecord& record) {
  impl_->tables.add(record);
  impl_->flush_if_due();
}

void Recorder::add(const Frame& frame) { impl_->add_frame(frame); }

void Recorder::add(const LiveInput& input) { impl_->tables.add(input); }

void Recorder::add_checkpoint(const WorldState& state) {
  impl_->add_checkpoint(state);
  impl_->flush();
}

void Recorder::flush() { impl_->flush(); }
void Recorder::close() { impl_->close(); }
const std::string& Recorder::path() const { return impl_->path; }
std::int64_t Recorder::last_checkpoint_step() const { return impl_->last_checkpoint; }
std::int64_t Recorder::last_frame_step() const { return impl_->last_frame; }

}  // namespace stiction
