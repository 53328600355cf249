#include <fmt/core.h>

#include <cstdio>

#include "contact_regions/mlcp_study.h"
#include "samples.h"
#include "sections.h"

namespace stiction::bench {

void regions_section(bool quick) {
  using papers::MlcpRow;
  using papers::MlcpStudy;
  fmt::print(
      "Gauss-Seidel, conjugate gradients and their combination, cold, model error {:g}, N_max {}, 2n gradient steps\n"
      "  paper: the cone saves 20-40 % of the combined method's time; it ends poorly converged in 0-0.9 % of the\n"
      "  problems, plain Gauss-Seidel in up to 3 % (deformable balls; here rigid boxes, which couple all contacts)\n",
      MlcpStudy::kTolerance, MlcpStudy::kSweeps);
  // Like the paper's scenes: bodies that fly at each other without gravity, and bodies that come to rest in a bin.
  const Source sources[] = {{"cluster", {}, 0, quick ? 100 : 400}, {"pile", {{"count", 30}}, 0, quick ? 60 : 250}};
  for (const Source& source : sources) {
    MlcpStudy study;
    for_each_step(source, [&](const std::vector<Sample>& step) {
      for (const Sample& sample : step) study.take(condense(sample.problem));
    });
    fmt::print("  {}: {} problems, 1 to {} contacts\n    {:<26} {:>11} {:>11} {:>11} {:>13} {:>13}\n", source.scene,
               study.problems(), study.largest(), "", "pyramid ms", "cone ms", "cone saves", "pyramid poor",
               "cone poor");
    for (const MlcpRow& row : study.rows())
      fmt::print("    {:<26} {:>11.1f} {:>11.1f} {:>9.0f} % {:>11.2f} % {:>11.2f} %\n", row.method,
                 1e3 * row.pyramid.seconds, 1e3 * row.cone.seconds, row.cone_saves_percent(),
                 row.pyramid.poor_percent(), row.cone.poor_percent());
    std::fflush(stdout);
  }
}

}  // namespace stiction::bench
