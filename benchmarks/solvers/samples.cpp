#include "samples.h"

#include <tuple>

#include "stiction/problem/decomposition.h"

namespace stiction::bench {

void for_each_step(const Source& source, const std::function<void(const std::vector<Sample>&)>& use) {
  Scene scene = build_gallery_scene(source.scene, source.parameters);
  scene.solver.type = source.solver;
  World world = build_world(scene);
  std::map<std::tuple<int, int, std::uint64_t>, Vec3> carried;
  for (int step = 0; step < source.first + source.steps; ++step) {
    world.step();
    const ContactProblem& whole = world.last_problem();
    const auto& contacts = world.state().contacts;
    std::vector<Vec3> start(whole.contacts.size(), Vec3::Zero());
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const auto known = carried.find({contacts[k].body_a, contacts[k].body_b, contacts[k].feature});
      if (known != carried.end()) start[k] = known->second;
    }
    if (step >= source.first) {
      std::vector<Sample> samples;
      for (ProblemBlock& block : decompose(whole)) {
        Sample sample{std::move(block.problem), {}};
        for (const int k : block.contacts) sample.start.push_back(start[k]);
        samples.push_back(std::move(sample));
      }
      use(samples);
    }
    carried.clear();
    for (std::size_t k = 0; k < contacts.size(); ++k)
      carried[{contacts[k].body_a, contacts[k].body_b, contacts[k].feature}] = world.last_impulses()[k];
  }
}

}  // namespace stiction::bench
