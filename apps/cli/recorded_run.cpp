#include "recorded_run.h"

#include <algorithm>

#include "run_statistics.h"
#include "stiction/common/error.h"
#include "stiction/stepping/measures.h"
#include "stiction/stepping/motion.h"

namespace stiction::cli {
namespace {

constexpr std::int64_t kBlock = 4096;  ///< steps read at a time

World last_world(const Recording& recording, const Scene& scene) {
  return {build_world(scene).model(), recording.checkpoint(recording.last_valid_checkpoint())};
}

RunStatistics statistics_of(const Recording& recording, const WorldModel& model) {
  RunStatistics statistics;
  const std::int64_t count = recording.step_count();
  for (std::int64_t begin = 0; begin < count; begin += kBlock) {
    for (const StepRecord& record : recording.steps(begin, std::min(begin + kBlock, count))) statistics.add(record);
  }
  for (std::int64_t i = 0; i < recording.frame_count(); ++i) {
    statistics.add(model, recording.frame(i));
  }
  return statistics;
}

std::string summary_of(const Recording& recording, const Scene& scene, const World& world) {
  const RunStatistics statistics = statistics_of(recording, world.model());
  RunSummary summary;
  summary.scene = &scene;
  summary.statistics = &statistics;
  summary.simulated_s = static_cast<double>(statistics.steps()) * scene.step;
  summary.cpu_s = statistics.step_cpu_s();
  summary.wall_s = statistics.step_wall_s();
  summary.hash = hash(world.state());
  summary.recording = recording.path();
  // A run still under way, or one that was stopped.
  summary.stopped = summary.simulated_s < scene.duration - scene.step / 2;
  summary.moving_bodies = static_cast<int>(
      std::count_if(scene.bodies.begin(), scene.bodies.end(), [](const BodyDescription& b) { return !b.fixed; }));
  return to_text(summary);
}

}  // namespace

RecordedRun::RecordedRun(const std::string& path)
    : recording_(path),
      scene_(scene_from_json(recording_.header().scene_json, recording_.path() + ": scene")),
      world_(last_world(recording_, scene_)),
      summary_(summary_of(recording_, scene_, world_)) {}

Replay RecordedRun::replay(const ReplayLimits& limits) const {
  ReplayScene scene;
  scene.name = scene_.name;
  scene.summary = summary_;
  scene.bodies = world_.model().bodies;
  for (const BodyDescription& body : scene_.bodies) scene.materials.push_back(body.material);
  for (const Joint& joint : world_.model().joints) scene.joints.emplace_back(joint.body_a, joint.body_b);
  scene.step = scene_.step;
  scene.tolerance = scene_.solver.tolerance;
  return {recording_, scene, limits};
}

}  // namespace stiction::cli
