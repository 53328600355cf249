#include "repeat_command.h"

#include <fmt/core.h>

#include <optional>

#include "exit_codes.h"
#include "progress.h"
#include "stiction/common/error.h"
#include "stiction/live/live_world.h"
#include "stiction/recording/recording.h"
#include "stiction/scene/scene.h"
#include "stop_signal.h"

namespace stiction::cli {
int repeat_command(const std::string& path) {
  const Recording recording(path);
  const Scene scene = scene_from_json(recording.header().scene_json, path + ": scene");
  const std::vector<LiveInput> inputs = recording.inputs();
  LiveWorld world(World(build_world(scene).model(), recording.checkpoint(0)));
  catch_stop_signals();
  const std::int64_t steps = recording.checkpoint_step(recording.last_valid_checkpoint());
  std::optional<Progress> progress;
  progress.emplace(scene.name, 0, static_cast<double>(steps) * scene.step);
  std::size_t next = 0;
  std::int64_t checked = 0;
  for (std::int64_t i = 1; i < recording.checkpoint_count(); ++i) {
    if (!recording.checkpoint_valid(i)) continue;
    while (world.world().state().step < recording.checkpoint_step(i)) {
      if (stop_requested()) return kStopped;
      for (; next < inputs.size() && inputs[next].step <= world.world().state().step; ++next) world.apply(inputs[next]);
      world.step();
      const StepReport& report = world.world().report();
      progress->update(world.world().state().time, report.contacts, report.certificate.error);
    }
    if (hash(world.world().state()) != hash(recording.checkpoint(i))) {
      progress.reset();
      fmt::print("{}: at step {} the run is NOT the same; up to the checkpoint before it was\n", path,
                 recording.checkpoint_step(i));
      fmt::print(
          "  Steps cut by a clock (--budget-ms) do not repeat; nor do runs of another version of the program.\n");
      return kDifferent;
    }
    ++checked;
  }
  progress.reset();
  fmt::print("{}: {} steps with {} inputs, the same bits at all {} checkpoints\n", path, steps, inputs.size(), checked);
  return kGood;
}

}  // namespace stiction::cli
