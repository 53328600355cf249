// Lazarevych, Szekely, Harders: Decomposing the Contact Linear Complementarity Problem into Separate Contact Regions.
#pragma once

#include "framework/paper.h"

namespace stiction::papers {

Paper contact_regions();

// One file each.
Exhibit skittles();
Exhibit bucket();
Exhibit inclined_plane();
Exhibit walking_table();
Exhibit friction_models();

}  // namespace stiction::papers
