#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "stiction/common/timer.h"

namespace stiction::cli {
namespace {

constexpr double kInterval = 0.1;  // s between two updates

std::string duration_text(double exactly) {
  const double seconds = std::round(exactly);  // before it is split: never 60 s
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  if (seconds < 3600) return fmt::format("{:.0f} min {:02.0f} s", std::floor(seconds / 60), std::fmod(seconds, 60));
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

Progress::Progress(std::string name, double start_s, double end_s)
    : name_(std::move(name)),
      start_s_(start_s),
      end_s_(end_s),
      started_(wall_seconds()),
      enabled_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (enabled_ && printed_ > 0) std::fputs("\r\033[K", stderr);
}

void Progress::update(double time_s, int contacts, double worst_error) {
  if (!enabled_) return;
  const double now = wall_seconds();
  if (now - printed_ < kInterval) return;
  printed_ = now;
  const double rate = (time_s - start_s_) / std::max(now - started_, 1e-9);
  const std::string line =
      fmt::format("\r\033[K{}  {:.2f} of {:g} s  {:.3g}x real time  {} left  {} contacts  worst error {:.1e}", name_,
                  time_s, end_s_, rate, duration_text((end_s_ - time_s) / std::max(rate, 1e-9)), contacts, worst_error);
  // Not by fmt::print, which throws: a signal that cuts the line short must not end the run as a failure.
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace stiction::cli
