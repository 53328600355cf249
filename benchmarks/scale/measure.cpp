#include "measure.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "stiction/common/timer.h"

namespace stiction::scale {

namespace {

/// A line of /proc/self/status, such as "VmRSS:   1234 kB", in bytes.
double status(const std::string& name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key;
    double kilobytes = 0;
    if (words >> key >> kilobytes && key == name) return 1024 * kilobytes;
  }
  return 0;
}

}  // namespace

double memory_now() { return status("VmRSS:"); }
double memory_peak() { return status("VmHWM:"); }
void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

Measured measure(World& world, int steps, double limit_s) {
  Measured m;
  forget_peak();
  const double held = memory_now(), start = wall_seconds();
  while (m.steps < steps && (m.steps == 0 || wall_seconds() - start < limit_s)) {
    const StepReport& report = world.step();
    ++m.steps;
    m.converged += report.converged;
    m.carried += report.path <= SolvePath::carried;
    m.contacts += report.contacts;
    m.most_contacts = std::max(m.most_contacts, report.contacts);
    m.seconds += report.cpu_s;
    m.wall_seconds += report.wall_s;
    m.slowest = std::max(m.slowest, report.wall_s);
    m.factorizations += report.factorizations;
  }
  m.contacts /= m.steps;
  m.bytes = memory_peak() - held;
  return m;
}

Measured apart(const std::function<Measured()>& work) {
  static_assert(std::is_trivially_copyable_v<Measured>);
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("cannot make a pipe");
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process to measure in");
  if (child == 0) {
    close(ends[0]);
    Measured m;
    bool good = false;
    try {
      m = work();
      good = write(ends[1], &m, sizeof m) == ssize_t{sizeof m};
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    _exit(good ? 0 : 1);
  }
  close(ends[1]);
  Measured m;
  const bool whole = read(ends[0], &m, sizeof m) == ssize_t{sizeof m};
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!whole || status != 0) throw std::runtime_error("a measurement did not end well");
  return m;
}

double exponent(const std::vector<double>& x, const std::vector<double>& y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = std::log(x[i]), b = std::log(y[i]);
    sx += a;
    sy += b;
    sxx += a * a;
    sxy += a * b;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace stiction::scale
