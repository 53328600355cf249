// Runs the cases through the engines, side by side, and judges what came out.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cases.h"
#include "engine.h"

namespace stiction::peers {

/// CPU time of the stepping thread, ms for each step.
struct StepTimes {
  double mean = 0, p50 = 0, p99 = 0, max = 0;
  int count = 0;  ///< steps that were timed; 0: the numbers mean nothing
};
StepTimes summarise(std::vector<double> milliseconds);

struct Result {
  std::string engine, settings;
  StepTimes times;            ///< only of steps before the scene fell
  int steps = 0;              ///< taken; a scene that has moved by a whole body is not followed further
  bool gone = false;          ///< moved by a whole body and left alone; `moved` and `drift` were on their way up
  double moved = 0;           ///< m, farthest way of a corner from the start, at any time
  double moved_relative = 0;  ///< the same in body sizes
  double drift = 0;           ///< m, farthest way of a corner after the first second
  bool good = false;          ///< the answer to the case's question
  std::string answer;         ///< in words
  std::optional<double> certificate;  ///< worst error over all steps
};

struct CaseResult {
  std::string name, description;
  double step = 0, duration = 0;  ///< s
  std::vector<Result> results;
};

/// All engines on one case, `duration` seconds. Engines take turns, 20 steps each, so that a busy machine hurts all
/// alike.
CaseResult compare(const Case& what, const std::vector<EngineChoice>& engines, double duration);

/// Text for people; lines end at 120 columns or so.
std::string to_table(const CaseResult& result);
/// Everything in the results, as JSON.
std::string to_json(const std::vector<CaseResult>& results);

}  // namespace stiction::peers
