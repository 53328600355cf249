#include "contact_evolution/exhibits.h"

namespace stiction::papers {

Paper contact_evolution() {
  return {
      "contact_evolution",
      "Continuous Contact Simulation for Smooth Surfaces",
      "Kry and Pai, 2002",
      "Java on a Pentium II, 350 MHz (Table I), and on a Xeon, 1.8 GHz (Table II)",
      {surface_derivatives(), bowl_on_table(), rattleback()},
      {"With steps of 128 ms the paper's bowl slides off its table; ours stays and comes to rest as with shorter ones.",
       "With steps of 50 ms our rattleback loses a seventh of its energy and reverses, the paper's loses most of it."}};
}

}  // namespace stiction::papers
