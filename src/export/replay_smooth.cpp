#include "stiction/export/replay_smooth.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr std::int64_t kStepBlock = 4096;

std::size_t bin_of(double length) {
  const double place = std::log10(length / ReplaySmooth::kLeastStep) * ReplaySmooth::kBinsPerDecade;
  return static_cast<std::size_t>(std::clamp(place, 0., ReplaySmooth::kBins - 1.));
}

}  // namespace

ReplaySmooth smooth_tables(const Recording& recording, const std::vector<RigidBody>& bodies,
                           const std::vector<std::int64_t>& frames, std::size_t most_events) {
  ReplaySmooth tables;
  std::vector<std::size_t> place(bodies.size(), bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies[i].smooth || bodies[i].fixed) continue;
    place[i] = tables.bodies.size();
    tables.bodies.push_back(static_cast<std::int32_t>(i));
  }
  if (tables.bodies.empty()) return tables;
  tables.steps.assign(tables.bodies.size() * ReplaySmooth::kBins, 0);
  for (const std::int64_t frame : frames) {
    const std::vector<FrameBody> poses = recording.frame_bodies(frame);
    for (const std::int32_t body : tables.bodies)
      for (int i = 0; i < 3; ++i)
        tables.path.push_back(static_cast<float>(poses[static_cast<std::size_t>(body)].position[i]));
  }
  const std::int64_t count = recording.step_count();
  for (std::int64_t begin = 0; begin < count; begin += kStepBlock) {
    for (const StepRecord& record : recording.steps(begin, std::min(begin + kStepBlock, count))) {
      for (const SmoothEvent& event : record.report.smooth.events) {
        if (event.body < 0 || event.body >= std::ssize(bodies)) continue;
        const std::size_t row = place[static_cast<std::size_t>(event.body)];
        if (event.kind == SmoothEventKind::step) {
          if (row < tables.bodies.size()) ++tables.steps[row * ReplaySmooth::kBins + bin_of(event.value)];
        } else if (tables.time.size() < most_events) {
          tables.time.push_back(event.time);
          tables.body.push_back(event.body);
          tables.kind.push_back(static_cast<std::int32_t>(event.kind));
          tables.patch.push_back(event.patch);
          tables.value.push_back(static_cast<float>(event.value));
        }
      }
    }
  }
  return tables;
}

}  // namespace stiction
