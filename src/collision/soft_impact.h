// Continuous detection: what hits what within the step although it is not nearest at its start.
#pragma once

#include <vector>

#include "stiction/collision/edge_crossing.h"
#include "stiction/collision/soft_touch.h"

namespace stiction {

/// Appends the first impact, from outside, of the moving probe with the moving triangles of the surface, unless one of
/// `touches` stands for it (the same plane). Normal and weights are those at the time of impact; the gap is measured
/// along that normal at the start of the step. Balls are left to their touches. `near`: what is known of its
/// surroundings.
void find_impact(const SoftFrame& frame, const PointProbe& probe, const Surroundings& near, const TouchLimits& limits,
                 std::vector<SoftTouch>& touches);

/// The first time at which two moving edges meet, both from outside: places, normal and gap as above. False if they do
/// not meet within the step.
bool find_edge_impact(const EdgeProbe& a, const EdgeProbe& b, EdgeCrossing& out);

}  // namespace stiction
