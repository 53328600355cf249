#include "stop_signal.h"

#include <csignal>

namespace stiction::cli {
namespace {

volatile std::sig_atomic_t stop_flag = 0;

void request_stop(int) { stop_flag = 1; }

}  // namespace

void catch_stop_signals() {
  struct sigaction action {};
  action.sa_handler = request_stop;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool stop_requested() { return stop_flag != 0; }

}  // namespace stiction::cli
