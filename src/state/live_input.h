// What a person or a device does to a running world, as plain values: with them a live run repeats bit by bit.
#pragma once

#include <cstdint>

#include "stiction/linalg/types.h"

namespace stiction {

/// The numbers are those in recordings: do not change them.
enum class LiveAction : std::int32_t {
  grab = 0,       ///< body; value: point of it, from the centre of mass, body axes, m
  move = 1,       ///< value: where the grabbed point is pulled to, world, m
  release = 2,    ///< lets go
  friction = 3,   ///< value.x: mu of all contacts
  gravity = 4,    ///< value: m/s²
  tolerance = 5,  ///< value.x: of the solver
  solver = 6,     ///< value.x: index in solver_names()
  work = 7,       ///< value.x: factorizations a step may take (SolverSettings::max_factorizations)
};

struct LiveInput {
  std::int64_t step = 0;  ///< steps taken before it took effect
  LiveAction action = LiveAction::release;
  std::int32_t body = -1;  ///< of grab
  Vec3 value = Vec3::Zero();
};

}  // namespace stiction
