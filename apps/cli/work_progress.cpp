#include "work_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "stiction/common/timer.h"
#include "stop_signal.h"

namespace stiction::cli {
namespace {

constexpr double kInterval = 0.1;  // s between two updates

}  // namespace

WorkProgress::WorkProgress(std::string name) : name_(std::move(name)), enabled_(isatty(STDERR_FILENO) != 0) {
  catch_stop_signals();
}

WorkProgress::~WorkProgress() {
  if (enabled_ && printed_ > 0) fmt::print(stderr, "\r\033[K");
}

bool WorkProgress::update(double done) {
  if (stop_requested()) return false;
  const double now = wall_seconds();
  if (!enabled_ || now - printed_ < kInterval) return true;
  printed_ = now;
  fmt::print(stderr, "\r\033[K{}  {:.0f} %", name_, 100 * done);
  std::fflush(stderr);
  return true;
}

}  // namespace stiction::cli
