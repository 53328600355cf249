#include "contact_regions/exhibits.h"

namespace stiction::papers {

Paper contact_regions() {
  return {
      "contact_regions",
      "Decomposing the Contact Linear Complementarity Problem into Separate Contact Regions",
      "Lazarevych, Szekely and Harders",
      "not told",
      {skittles(), bucket(), inclined_plane(), walking_table(), friction_models()},
      {"The friction cone costs the combined method more time than the pyramid, and not 20 to 40 % less: it needs one "
       "step length for both tangents.",
       "Regions pay more than the paper's 2.5 to 3 times in the skittles: our problems get larger (up to 75 contacts, "
       "not 45)."}};
}

}  // namespace stiction::papers
