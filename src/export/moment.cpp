#include "stiction/export/moment.h"

#include <fmt/core.h>

#include <algorithm>

#include "stiction/common/error.h"
#include "stiction/export/export_job.h"

namespace stiction {

Moment moment_at(const Recording& recording, double time) {
  const std::vector<double> times = frame_times(recording);
  const double slack = 1e-9 * (1 + times.back());
  if (!(time >= times.front() - slack && time <= times.back() + slack))
    throw InputError(recording.path(), fmt::format("has no time {:g} s", time),
                     fmt::format("choose one from {:g} to {:g} s", times.front(), times.back()));
  const auto after = std::lower_bound(times.begin(), times.end(), time - slack);
  const auto next = std::min<std::int64_t>(after - times.begin(), std::ssize(times) - 1);
  const Frame b = recording.frame(next);
  if (next == 0 || b.time <= time + slack) return {time, b.bodies, b.contacts, b.deformations};
  const Frame a = recording.frame(next - 1);
  const double x = (time - a.time) / (b.time - a.time);
  Moment moment{time, b.bodies, x < 0.5 ? a.contacts : b.contacts, b.deformations};
  for (std::size_t i = 0; i < moment.bodies.size(); ++i) {
    moment.bodies[i].position = (1 - x) * a.bodies[i].position + x * b.bodies[i].position;
    moment.bodies[i].rotation = a.bodies[i].rotation.slerp(x, b.bodies[i].rotation);
    moment.bodies[i].velocity = (1 - x) * a.bodies[i].velocity + x * b.bodies[i].velocity;
    moment.bodies[i].angular_velocity = (1 - x) * a.bodies[i].angular_velocity + x * b.bodies[i].angular_velocity;
  }
  for (std::size_t k = 0; k < moment.deformations.size(); ++k) {
    std::vector<double>& q = moment.deformations[k];
    for (std::size_t j = 0; j < q.size(); ++j) q[j] = (1 - x) * a.deformations[k][j] + x * q[j];
  }
  return moment;
}

}  // namespace stiction
