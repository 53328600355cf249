// Table I: ten partial derivatives.
#include <fmt/format.h>

#include "contact_evolution/exhibits.h"
#include "contact_evolution/surface_costs.h"

namespace stiction::papers {
namespace {

void play(Stage& stage) {
  bool cheaper = true;
  for (const SurfaceCost& cost : surface_costs(stage.pick(1, 5, 20))) {
    stage.compare("Table I: ten partial derivatives, µs", cost.surface, "CPU", 1e6 * cost.paper_s, 1e6 * cost.median_s);
    cheaper = cheaper && cost.median_s < cost.paper_s;
    stage.breathe();
  }
  stage.check("every surface costs less than in the paper", cheaper, "see Table I");
}

}  // namespace

Exhibit surface_derivatives() {
  return {"surface_derivatives", "Evaluating surfaces (Table I)",
          "Ten partial derivatives of Loop, S-patch and Bézier surfaces.", play};
}

}  // namespace stiction::papers
