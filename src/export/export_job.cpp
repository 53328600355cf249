#include "stiction/export/export_job.h"

#include <fmt/core.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "stiction/common/error.h"

namespace stiction {

std::vector<double> frame_times(const Recording& recording) {
  std::vector<double> times;
  for (std::int64_t i = 0; i < recording.frame_count(); ++i) times.push_back(recording.frame_time(i));
  return times;
}

std::vector<std::int64_t> chosen_frames(const Recording& recording, const FrameChoice& choice) {
  if (!(choice.frames_per_second > 0))
    throw InputError("--fps", fmt::format("is {}", choice.frames_per_second), "give a number above 0");
  if (std::isnan(choice.from)) throw InputError("--from", "is not a number", "give a time in seconds");
  if (std::isnan(choice.to)) throw InputError("--to", "is not a number", "give a time in seconds");
  const std::vector<double> times = frame_times(recording);
  std::vector<std::int64_t> frames;
  // Frames come at multiples of a step: half a percent of the interval keeps rounding from dropping every second one.
  const double interval = 0.995 / choice.frames_per_second;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] < choice.from || times[i] > choice.to) continue;
    if (frames.empty() || times[i] - times[std::size_t(frames.back())] >= interval) frames.push_back(std::int64_t(i));
  }
  if (frames.empty())
    throw InputError(recording.path(), fmt::format("has no frame between {:g} and {:g} s", choice.from, choice.to),
                     fmt::format("it goes from {:g} to {:g} s", times.front(), times.back()));
  return frames;
}

void fail_to_write(const std::string& path) {
  throw InputError(path, "could not be written", "check that its folder exists, may be written and is not full");
}

NewFiles::~NewFiles() {
  files_.clear();  // takes the drafts away
  std::error_code ignored;
  if (!new_folder_.empty()) std::filesystem::remove(new_folder_, ignored);
}

void NewFiles::add_folder(const std::string& path) {
  std::error_code failure;
  if (std::filesystem::create_directory(path, failure)) new_folder_ = path;
  if (failure || !std::filesystem::is_directory(path)) fail_to_write(path);
}

const std::string& NewFiles::add(const std::string& path) {
  return files_.emplace_back(std::make_unique<NewFile>(path))->draft();
}

void NewFiles::add(const std::string& path, const std::string& content) {
  std::ofstream file(add(path), std::ios::binary | std::ios::trunc);
  file.write(content.data(), std::streamsize(content.size()));
  file.close();
  if (!file) fail_to_write(path);
}

void NewFiles::publish() {
  for (const auto& file : files_) file->publish();
  files_.clear();
  new_folder_.clear();
}

}  // namespace stiction
