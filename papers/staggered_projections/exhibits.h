// Kaufman, Sueda, James, Pai: Staggered Projections for Frictional Contact in Multibody Systems, 2008.
#pragma once

#include "framework/paper.h"

namespace stiction::papers {

Paper staggered_projections();

// One file each.
Exhibit jamming_tubes();
Exhibit catenary_arch();
Exhibit card_house();
Exhibit stacks();
Exhibit log_house();
Exhibit bunny_arches();
Exhibit bunny_drop();
Exhibit warm_start();
Exhibit other_solvers();
Exhibit haptic();
Exhibit thrown_composites();
// Three in one file.
Exhibit composites();
Exhibit chairs();
Exhibit dinosaurs();

/// A row of Table 1 and of the left of Table 2.
struct PaperRow {
  const char* scene;
  double solve_s, contacts, warm, cold, dofs;
};

/// Puts the film's cost while it moves beside the paper's, with its contacts: fewer make it cheaper.
void compare_with_table_1(Stage& stage, const PaperRow& row, const Film& film);

}  // namespace stiction::papers
