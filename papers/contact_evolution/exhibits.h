// Kry, Pai: Continuous Contact Simulation for Smooth Surfaces, 2002.
#pragma once

#include "framework/paper.h"

namespace stiction::papers {

Paper contact_evolution();

// One file each.
Exhibit surface_derivatives();
Exhibit bowl_on_table();
Exhibit rattleback();

}  // namespace stiction::papers
