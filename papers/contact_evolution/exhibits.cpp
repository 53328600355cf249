#include "contact_evolution/exhibits.h"

namespace stiction::papers {

Paper contact_evolution() {
  return {"contact_evolution",
          "Continuous Contact Simulation for Smooth Surfaces",
          "Kry and Pai, 2002",
          "Java on a Pentium II, 350 MHz (Table I), and on a Xeon, 1.8 GHz (Table II)",
          {surface_derivatives(), bowl_on_table(), rattleback()}};
}

}  // namespace stiction::papers
