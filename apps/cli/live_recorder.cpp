#include "live_recorder.h"

#include <filesystem>
#include <utility>

namespace stiction::cli {
namespace {

/// The path itself, or the first with a number that is free.
std::string free_path(const std::string& wanted) {
  const std::filesystem::path path(wanted);
  std::string name = wanted;
  std::error_code ignored;
  for (int i = 2; std::filesystem::exists(name, ignored); ++i)
    name = (path.parent_path() / (path.stem().string() + "-" + std::to_string(i) + path.extension().string())).string();
  return name;
}

}  // namespace

LiveRecorder::LiveRecorder(Scene scene, std::string path, bool from_the_start)
    : scene_(std::move(scene)), first_path_(std::move(path)), wanted_(from_the_start) {}

LiveObserver LiveRecorder::observer() {
  return {[this](const LiveWorld& world, std::span<const LiveInput> inputs) { begin(world, inputs); },
          [this](const LiveWorld& world, std::span<const LiveInput> inputs) { add(world, inputs); }};
}

void LiveRecorder::start(LiveLoop& loop) {
  {
    const std::lock_guard lock(mutex_);
    if (wanted_) return;
    wanted_ = true;
  }
  loop.begin_again();
}

void LiveRecorder::stop(LiveLoop& loop) {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = false;
  }
  loop.call([this](const LiveWorld& world) { end(world); });
}

std::string LiveRecorder::path() const {
  const std::lock_guard lock(mutex_);
  return path_;
}

std::vector<std::string> LiveRecorder::made() const {
  const std::lock_guard lock(mutex_);
  return made_;
}

/// A recording holds one run: a reset ends it, and begins the next.
void LiveRecorder::begin(const LiveWorld& world, std::span<const LiveInput> inputs) {
  recorder_.reset();
  const std::lock_guard lock(mutex_);
  path_.clear();
  if (!wanted_) return;
  const std::string path = free_path(first_path_);
  recorder_ = std::make_unique<WorldRecorder>(path, scene_, world.world(), RecordingIntervals{.live = true});
  pending_.assign(inputs.begin(), inputs.end());
  path_ = path;
  made_.push_back(path);
}

void LiveRecorder::add(const LiveWorld& world, std::span<const LiveInput> inputs) {
  if (!recorder_) return;
  pending_.insert(pending_.end(), inputs.begin(), inputs.end());
  recorder_->add_step(world.world(), pending_);
  pending_.clear();
}

void LiveRecorder::end(const LiveWorld& world) {
  if (recorder_) recorder_->close(world.world());
  recorder_.reset();
  const std::lock_guard lock(mutex_);
  path_.clear();
}

}  // namespace stiction::cli
