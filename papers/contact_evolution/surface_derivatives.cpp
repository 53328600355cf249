// Table I: ten partial derivatives, and the acceleration that they serve.
#include <fmt/format.h>

#include "contact_evolution/exhibits.h"
#include "contact_evolution/surface_costs.h"

namespace stiction::papers {
namespace {

void play(Stage& stage) {
  const int calls = stage.pick(1, 5, 20);
  bool cheaper = true;
  const auto show = [&](const char* table, const std::vector<SurfaceCost>& costs) {
    for (const SurfaceCost& cost : costs) {
      stage.compare(table, cost.surface, "CPU", 1e6 * cost.paper_s, 1e6 * cost.median_s);
      cheaper = cheaper && !(cost.median_s >= cost.paper_s);
    }
    stage.breathe();
  };
  show("Table I: ten partial derivatives, µs", surface_costs(calls));
  show("Whole acceleration, one Loop surface rolling on another, µs", acceleration_costs(calls));
  stage.check("every surface costs less than in the paper", cheaper, "see Table I");
}

}  // namespace

Exhibit surface_derivatives() {
  return {"surface_derivatives", "Evaluating surfaces (Table I)",
          "Ten partial derivatives of Loop, S-patch and Bézier surfaces, and the acceleration made of them.", play};
}

}  // namespace stiction::papers
