#include "fischer_newton/exhibits.h"

namespace stiction::papers {

Paper fischer_newton() {
  return {
      "fischer_newton",
      "Nonsmooth Newton Method for Fischer Function Reformulation of Contact Force Problems for Interactive Rigid Body "
      "Simulation",
      "Silcowitz, Niebe and Erleben, 2009",
      "Java on one core of 2.1 GHz",
      {mass_ratio(), structures(), piles(), convergence(), matrices()},
      {"The method solves for friction within a box, the certificate below is Coulomb's law: where bodies slide, most "
       "steps of heaps miss 1e-4 by the difference of the two, not by a solve that failed.",
       "A frame of mixed objects costs more than the paper's 6 ms: our Newton iterations go on until they have "
       "converged."}};
}

LocalProblem problem_of(const std::string& scene, const std::map<std::string, GalleryValue>& parameters, int step) {
  World world = build_world(build_gallery_scene(scene, parameters));
  for (int i = 0; i < step; ++i) world.step();
  return condense(world.last_problem());
}

std::vector<TestCase> test_cases() {
  return {{"heavy on light", problem_of("mass_ratio", {{"ratio", 100}}, 1)},
          {"stack", problem_of("stack", {{"count", 10}}, 1)},
          {"dense wall", problem_of("wall", {{"rows", 5}, {"columns", 5}}, 1)}};
}

}  // namespace stiction::papers
