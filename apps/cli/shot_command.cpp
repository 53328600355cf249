#include "shot_command.h"

#include <fmt/core.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "exit_codes.h"
#include "recorded_world.h"
#include "stiction/common/error.h"
#include "stiction/export/export_job.h"
#include "stiction/export/picture/png_file.h"
#include "stop_signal.h"
#include "work_progress.h"

namespace stiction::cli {
namespace {

constexpr int kMostFrames = 1000;
constexpr double kMostAnimatedPixels = 400e6;  // of all frames together: they are kept until the colours are chosen

/// Numbers with commas between them; empty if anything else is there.
std::vector<double> numbers_of(const std::string& text) {
  std::vector<double> numbers;
  const char* at = text.c_str();
  while (true) {
    char* end = nullptr;
    numbers.push_back(std::strtod(at, &end));
    if (end == at || !std::isfinite(numbers.back())) return {};
    if (*end == '\0') return numbers;
    if (*end != ',') return {};
    at = end + 1;
  }
}

void read_size(const std::string& text, ShotSettings& settings) {
  int read = 0;
  const bool sound = text.size() < 20 &&
                     std::sscanf(text.c_str(), "%5dx%5d%n", &settings.width, &settings.height, &read) == 2 &&
                     read == int(text.size());
  if (!sound) throw InputError("--size", "is '" + text + "'", "give width and height, such as 1280x720");
}

void read_camera(const std::string& text, CameraWish& wish) {
  if (text.empty()) return;
  const std::vector<double> x = numbers_of(text);
  if (x.size() == 2 || x.size() == 3) {
    wish.azimuth = x[0];
    wish.elevation = x[1];
    if (x.size() == 3) wish.zoom = x[2];
  } else if (x.size() == 6) {
    wish.eye = Vec3(x[0], x[1], x[2]);
    wish.target = Vec3(x[3], x[4], x[5]);
  } else {
    throw InputError("--camera", "is '" + text + "'",
                     "give azimuth,elevation or azimuth,elevation,zoom in degrees, or eye and target: x,y,z,x,y,z");
  }
}

/// Times of the frames of an animation, s.
std::vector<double> animation_times(const ShotOptions& options, const Recording& recording, int fps) {
  const double first = recording.frame_time(0), last = recording.frame_time(recording.frame_count() - 1);
  const double from = options.from.value_or(first), to = options.to.value_or(last), speed = options.speed.value_or(1);
  if (!(speed > 0 && std::isfinite(speed)))
    throw InputError("--speed", fmt::format("is {}", speed), "give a number above 0");
  if (fps < 1 || fps > 120) throw InputError("--fps", fmt::format("is {}", fps), "give from 1 to 120");
  if (!(from < to)) throw InputError("--from", fmt::format("is {:g} s, --to {:g} s", from, to), "give a later end");
  const double count = std::floor((to - from) / speed * fps + 1e-6) + 1;
  if (count > kMostFrames)
    throw InputError("--from, --to", fmt::format("make {:.0f} frames", count),
                     fmt::format("take less time, fewer --fps or more --speed: at most {} frames", kMostFrames));
  std::vector<double> times;
  for (int i = 0; i < int(count); ++i) times.push_back(std::min(from + i * speed / fps, to));
  return times;
}

int stopped() {
  fmt::print(stderr, "stiction: stopped; nothing was written\n");
  return kStopped;
}

int write(const std::string& path, const std::string& bytes) {
  NewFiles files;
  files.add(path, bytes);
  files.publish();
  fmt::print("{} ({:.2f} MB)\n", path, double(bytes.size()) / 1e6);
  return kGood;
}

}  // namespace

int shot_command(const ShotOptions& options) {
  ShotSettings settings = options.settings;
  read_size(options.size, settings);
  read_camera(options.camera, settings.camera);
  check(settings);
  if (std::filesystem::path(options.output).extension() != ".png")
    throw InputError("-o " + options.output, "does not end in .png", "give a name such as picture.png");
  const bool animated = options.from || options.to || options.fps || options.speed;
  if (animated && options.time)
    throw InputError("--time", "is for still pictures", "leave it out, or leave out --from, --to, --fps and --speed");
  const Recording recording(options.recording);
  const int fps = options.fps.value_or(25);
  const double last = recording.frame_time(recording.frame_count() - 1);
  const std::vector<double> times =
      animated ? animation_times(options, recording, fps) : std::vector{options.time.value_or(last)};
  if (animated && double(times.size()) * settings.width * settings.height > kMostAnimatedPixels)
    throw InputError("--size", fmt::format("and {} frames make too many pixels", times.size()),
                     "take a smaller size or fewer frames");
  std::vector<Moment> moments;
  for (const double time : times) moments.push_back(moment_at(recording, time));
  const ShownWorld world = recorded_world(recording);
  WorkProgress line(options.output);
  const Photographer photographer(world, settings, moments);
  std::vector<Image> images;
  for (const Moment& moment : moments) {
    images.push_back(photographer.take(moment, [] { return !stop_requested(); }));
    if (!line.update(double(images.size()) / double(moments.size()))) return stopped();
  }
  return write(options.output, animated ? encode_animation(images, fps) : encode_png(images.front()));
}

}  // namespace stiction::cli
