#include "problem_command.h"

#include <fmt/core.h>

#include <algorithm>

#include "exit_codes.h"
#include "stiction/common/error.h"
#include "stiction/problem/certificate.h"
#include "stiction/problem/fclib.h"
#include "stiction/recording/recording.h"
#include "stiction/scene/scene.h"
#include "stiction/stepping/world.h"
#include "stop_signal.h"

namespace stiction::cli {
namespace {

/// The world right after `step`, computed again from the last sound checkpoint before it; an earlier one if stopped.
World replay(const Recording& recording, std::int64_t step) {
  const Scene scene = scene_from_json(recording.header().scene_json, recording.path() + ": scene");
  std::int64_t from = -1;
  for (std::int64_t i = 0; i < recording.checkpoint_count(); ++i)
    if (recording.checkpoint_step(i) < step && recording.checkpoint_valid(i)) from = i;
  if (from < 0) throw InputError(recording.path(), "has no sound checkpoint before that step", "choose a later step");
  World world(build_world(scene).model(), recording.checkpoint(from));
  while (world.state().step < step && !stop_requested()) world.step();
  return world;
}

bool has_joint_rows(const ContactProblem& problem) {
  return std::any_of(problem.contacts.begin(), problem.contacts.end(),
                     [](const ProblemContact& c) { return c.law == RowLaw::bounded; });
}

}  // namespace

int problem_extract(const ExtractOptions& options) {
  const Recording recording(options.recording);
  if (options.step < 1 || options.step > recording.step_count())
    throw InputError(options.recording, fmt::format("holds no step {}", options.step),
                     fmt::format("choose one from 1 to {}", recording.step_count()));
  catch_stop_signals();
  const World world = replay(recording, options.step);
  if (stop_requested()) return kStopped;
  const ContactProblem& problem = world.last_problem();
  const std::vector<Vec3>& impulses = world.last_impulses();
  if (problem.size() == 0)
    throw InputError(options.recording, fmt::format("step {} has no contacts", options.step), "choose another step");
  ProblemInfo info;
  info.title =
      fmt::format("{}, step {}", scene_from_json(recording.header().scene_json, recording.path()).name, options.step);
  info.description = fmt::format("Step {} (t = {:g} s, h = {:g} s) of a stiction recording", options.step,
                                 world.state().time, world.model().step);
  const bool joints = has_joint_rows(problem);
  if (joints || options.global) {
    std::vector<Vec3> solution;
    const ContactProblem plain = free_of_bounds(problem, impulses, solution);
    if (joints) info.math_info = "joint rows at a bound act as known impulses; all others are bilateral";
    write_global_problem(options.output, plain, info, &solution);
  } else {
    write_local_problem(options.output, condense(problem), info, &impulses);
  }
  fmt::print("{}: {} contacts{}, error {:.2g}\n", options.output,
             std::count_if(problem.contacts.begin(), problem.contacts.end(),
                           [](const ProblemContact& c) { return c.law == RowLaw::coulomb; }),
             joints ? " and joints" : "", world.report().certificate.error);
  return kGood;
}

}  // namespace stiction::cli
