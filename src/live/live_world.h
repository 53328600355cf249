// A world that somebody pushes around while it runs. Everything done to it is an input with a step, so that the same
// inputs give the same run again, bit by bit.
#pragma once

#include <optional>
#include <vector>

#include "stiction/live/coupling.h"
#include "stiction/state/live_input.h"
#include "stiction/stepping/world.h"

namespace stiction {

class LiveWorld {
 public:
  explicit LiveWorld(World world, CouplingSettings coupling = {});

  /// Takes effect with the next step; its step is set to now. Throws InputError, and changes nothing, for an input that
  /// makes no sense: a body that is not there or cannot be held, a number that is not finite or out of range.
  void apply(LiveInput input);

  const StepReport& step();

  const World& world() const { return world_; }
  /// Everything applied since the start, in order.
  const std::vector<LiveInput>& inputs() const { return inputs_; }

  /// Who is held where, and how strongly it was pulled in the last step.
  struct Hold {
    int body = -1;
    Vec3 point = Vec3::Zero();   ///< from the body's centre of mass, body axes, as it was grabbed, m
    int vertex = -1;             ///< of a deformable body: the vertex that was nearest to it
    Vec3 target = Vec3::Zero();  ///< world, m
    Vec3 force = Vec3::Zero();   ///< on the body, N; a device gives the opposite to the hand
    /// Of the point, world.
    Vec3 position(const WorldModel& model, const WorldState& state) const;
  };
  const std::optional<Hold>& hold() const { return hold_; }

 private:
  World world_;
  CouplingSettings coupling_;
  std::optional<Hold> hold_;
  std::vector<LiveInput> inputs_;
};

/// Runs `world` through recorded inputs for `steps` steps. Inputs must be in order. Throws InputError where one of them
/// does not fit the world.
void repeat(LiveWorld& world, const std::vector<LiveInput>& inputs, std::int64_t steps);

}  // namespace stiction
