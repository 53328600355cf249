#include "contact_regions/exhibits.h"

namespace stiction::papers {

Paper contact_regions() {
  return {"contact_regions",
          "Decomposing the Contact Linear Complementarity Problem into Separate Contact Regions",
          "Lazarevych, Szekely and Harders",
          "not told",
          {skittles(), bucket(), inclined_plane(), walking_table(), friction_models()}};
}

}  // namespace stiction::papers
