// Smooth bodies that rest on each other and on one fixed body, through one step.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "stiction/evolution/smooth_tree.h"
#include "stiction/state/step_report.h"
#include "stiction/stepping/smooth_advance.h"
#include "stiction/stepping/world.h"

namespace stiction {

/// Who rests on whom: pairs (body, parent) of bodies of the world, parents first; the first parent is fixed.
using SmoothEdges = std::vector<std::pair<int, int>>;

/// Trees among bodies that have only smooth ones near: `near` lists them for each of `moving`; bodies that `barred`
/// says may not take part. A tree has two bodies or more and one fixed one.
std::vector<SmoothEdges> find_trees(const WorldModel& model, const std::vector<int>& moving,
                                    const std::vector<std::vector<int>>& near, const std::vector<char>& barred);

/// The model of a tree of bodies, made once.
class SmoothGroup {
 public:
  SmoothGroup(const WorldModel& model, SmoothEdges edges, const std::vector<std::unique_ptr<SmoothSkin>>& skins);

  /// No friction against rolling or spinning, which trees do not know.
  bool suited() const { return tree_ != nullptr; }
  const SmoothEdges& edges() const { return edges_; }
  const SmoothTree& tree() const { return *tree_; }
  const SmoothPairModel& pair(std::size_t edge) const { return pairs_[edge]; }
  /// Of an edge: that of its parent, or -1.
  int parent_edge(std::size_t edge) const { return parents_[edge]; }

 private:
  SmoothEdges edges_;
  std::vector<int> parents_;
  std::unique_ptr<SmoothTree> tree_;
  std::vector<SmoothPairModel> pairs_;
};

/// Where a group goes.
struct SmoothGroupAdvance {
  std::optional<SmoothLeave> left;  ///< why it must be left to the general path; then nothing else counts
  bool touched = false;             ///< in contact at the start, not only since
  std::vector<BodyMotion> start;
  SmoothTreeState state;         ///< at the end
  std::vector<BodyMotion> ends;  ///< as the next step will find them, to the last bit
  std::vector<SmoothEvent> events;
};

/// Moves a group by a step. `places`: of each edge's body among `state.smooth`. Bodies that do not touch yet, or
/// hardly, are put together if all of them do so gently.
SmoothGroupAdvance advance_group(const SmoothGroup& group, const WorldModel& model, const WorldState& state,
                                 std::span<const std::size_t> places);

/// Adds the group's contacts to `state.contacts` and its part to `report`, as report_pair does.
void report_group(const SmoothGroup& group, const SmoothGroupAdvance& advance, const WorldModel& model,
                  WorldState& state, StepReport& report);

}  // namespace stiction
