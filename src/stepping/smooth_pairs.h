// The smooth bodies of a world within one step: which of them contact evolution moves, and where to.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "stiction/collision/detector.h"
#include "stiction/state/step_report.h"
#include "stiction/stepping/smooth_group.h"
#include "stiction/stepping/world.h"

namespace stiction {

/// A smooth body that has nothing near but one other smooth body is moved with it in contact coordinates, and so are
/// bodies that rest on each other and on one fixed body in a tree; one that has nothing near at all flies. All others
/// are left to the general path, for this step.
class SmoothPairs {
 public:
  SmoothPairs() = default;
  explicit SmoothPairs(const WorldModel& model);
  /// No smooth body moves.
  bool empty() const { return moving_.empty(); }
  /// States to start with: those of `state`, or new ones. Throws InputError if they do not fit.
  static std::vector<SmoothState> initial(const std::vector<RigidBody>& bodies, const WorldState& state);
  /// Forgets laws of contact that may have changed.
  void reset() {
    pairs_.clear();
    groups_.clear();
  }

  /// Begins a step. `applied`: force and torque on each body.
  void begin(std::span<const Vec6> applied);
  /// Chooses bodies and finds where they go. Those lose their shape in `posed`, so that nobody else sees them, and get
  /// their mean velocity in `v_free`.
  void claim(const WorldModel& model, const WorldState& state, const std::vector<std::pair<int, int>>& never_touch,
             std::vector<PosedShape>& posed, std::vector<Vec6>& v_free);
  bool claimed(std::size_t body) const { return !ends_.empty() && ends_[body].has_value(); }
  /// Pairs that the general path must not look at: `never_touch` of claim(), and those that evolve.
  const std::vector<std::pair<int, int>>& hidden() const { return hidden_; }
  /// Whether contacts reach bodies that were claimed. These are left out, and the step must begin again.
  bool intruded(const std::vector<ContactPoint>& contacts);
  /// Moves the claimed bodies, adds their contacts to those of `state`, and reports.
  void finish(const WorldModel& model, WorldState& state, StepReport& report);

 private:
  struct Pair {
    SmoothPairModel model;
    std::unique_ptr<SmoothContact> contact;
    bool suited = true;
    double clearance = 0;          ///< from a second contact, at
    std::int64_t cleared_at = -1;  ///< the beginning of this step
  };
  struct Job {
    Pair* pair = nullptr;
    std::size_t place = 0;  ///< of the first body in moving_
    SmoothContact::Bodies start;
    BodyMotion second_end;  ///< of a second body that forces do not move
    bool touched = false;   ///< at the start
    SmoothAdvance advance;
  };

  std::vector<std::vector<int>> neighbours(const WorldModel& model, const WorldState& state,
                                           const std::vector<std::pair<int, int>>& never_touch,
                                           const std::vector<PosedShape>& posed) const;
  bool only_known_pairs(const WorldState& state, const std::vector<PosedShape>& posed) const;
  Pair& pair(const WorldModel& model, int first, int second);
  std::optional<Job> job(const WorldModel& model, const WorldState& state, std::size_t place, int second);
  std::vector<char> claim_trees(const WorldModel& model, const WorldState& state,
                                const std::vector<std::vector<int>>& near);
  void fly_alone(const WorldModel& model, const WorldState& state, int body);
  void settle(const WorldState& state, Job job);
  void leave(int body, SmoothLeave reason);

  std::vector<int> moving_, place_;  ///< bodies, and their places among them; -1: none
  std::vector<double> radius_;       ///< of all bodies, m
  std::vector<char> jointed_, pushed_, intruded_;
  std::vector<std::unique_ptr<SmoothSkin>> skins_;
  std::map<std::pair<int, int>, Pair> pairs_;
  std::map<SmoothEdges, std::unique_ptr<SmoothGroup>> groups_;

  // Of the step in hand.
  std::vector<std::optional<BodyState>> ends_;  ///< of each body that was claimed
  std::vector<SmoothState> next_;
  std::vector<std::optional<SmoothLeave>> left_;
  std::vector<Job> jobs_;
  std::vector<std::pair<const SmoothGroup*, SmoothGroupAdvance>> group_jobs_;
  std::vector<std::pair<int, int>> hidden_;
};

}  // namespace stiction
