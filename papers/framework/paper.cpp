#include "framework/paper.h"

#include <exception>

#include "contact_evolution/exhibits.h"
#include "contact_regions/exhibits.h"
#include "fischer_newton/exhibits.h"
#include "staggered_projections/exhibits.h"
#include "stiction/common/timer.h"

namespace stiction::papers {

const std::vector<Paper>& all_papers() {
  static const std::vector<Paper> papers = {staggered_projections(), contact_regions(), fischer_newton(),
                                            contact_evolution()};
  return papers;
}

Findings play(const Exhibit& exhibit, Depth depth, const Watch& watch) {
  Stage stage(depth, watch);
  const double start = wall_seconds(), cpu = cpu_seconds();
  try {
    exhibit.play(stage);
  } catch (const std::exception& error) {
    // What fails while the user wants an end, such as a write that the signal cut short, is no finding.
    if (watch.go_on && !watch.go_on()) throw Stopped();
    stage.check("the exhibit runs to its end", false, error.what());
  }
  Findings findings = stage.findings();
  findings.wall_s = wall_seconds() - start;
  findings.cpu_s = cpu_seconds() - cpu;
  return findings;
}

}  // namespace stiction::papers
