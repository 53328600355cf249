// Changes to gallery scenes that make other kinds of contact problems of them.
#pragma once

#include <cstdint>

#include "stiction/scene/gallery.h"

namespace stiction::bench {

/// One friction coefficient for all materials and pairs of them.
void set_friction(Scene& scene, double mu);
/// Boxes become spheres, capsules, cylinders and cones in turn.
void make_round(Scene& scene);
/// A loose plate above the bin's content, `width` as the bin's, that presses on it.
void add_lid(Scene& scene, double width, double mass);
/// Free bodies weigh 1 kg and `ratio` kg in turn.
void alternate_masses(Scene& scene, double ratio);
/// The last body, at the top, gets `ratio` times the mass of the first free one.
void make_last_heavy(Scene& scene, double ratio);
/// Masses of 1 kg to `ratio` kg by chance, evenly over the orders of magnitude.
void spread_masses(Scene& scene, double ratio, std::uint64_t seed);
/// Ties every second free body to the one before it by a ball joint halfway.
void tie_pairs(Scene& scene);
/// Rolling friction with this arm, and spin friction with half of it, m.
void add_rolling_friction(Scene& scene, double arm);

}  // namespace stiction::bench
