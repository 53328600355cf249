#include "staggered_projections/exhibits.h"

#include <fmt/format.h>

namespace stiction::papers {

Paper staggered_projections() {
  return {"staggered_projections",
          "Staggered Projections for Frictional Contact in Multibody Systems",
          "Kaufman, Sueda, James and Pai, 2008",
          "Java on one core of a Pentium D, 3 GHz",
          {composites(), thrown_composites(), chairs(), jamming_tubes(), catenary_arch(), card_house(), dinosaurs(),
           bunny_arches(), stacks(), log_house(), bunny_drop(), warm_start(), other_solvers(), haptic()}};
}

void compare_with_table_1(Stage& stage, const PaperRow& row, const Film& film) {
  const Cost cost = film.cost_while_moving();
  const std::string table = "Table 1: a step while the scene moves";
  stage.compare(table, row.scene, "solve, s (ours: CPU)", row.solve_s, cost.solve_s);
  stage.compare(table, row.scene, "the same beside our whole step", row.solve_s, cost.cpu_s);
  stage.compare(table, row.scene, "contacts", row.contacts, cost.contacts);
  stage.compare(table, row.scene, "degrees of freedom", row.dofs, film.dofs());
}

}  // namespace stiction::papers
