#include "cases.h"

#include <fmt/format.h>

#include "shapes.h"
#include "stiction/scene/gallery.h"

namespace stiction::peers {
namespace {

/// The slider, its slope and the friction between them, from the scene itself: no number is told twice.
struct Slider {
  Vec3 velocity, normal, gravity;
  double mu = 0;

  explicit Slider(const Scene& scene) {
    const World world = build_world(scene);
    const WorldModel& model = world.model();
    const RigidBody* slope = nullptr;
    const RigidBody* slider = nullptr;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
      const BodyState& state = world.state().bodies[i];
      if (model.bodies[i].fixed) {
        slope = &model.bodies[i];
        normal = placed(std::get<HalfSpace>(slope->shape), pose_of(state)).normal;
      } else {
        slider = &model.bodies[i];
        velocity = state.velocity;
      }
    }
    gravity = model.gravity;
    mu = model.materials.law(slope->material, slider->material).mu;
  }
  double pressing() const { return -gravity.dot(normal); }
  double pulling() const { return (gravity + pressing() * normal).norm(); }
};

Case holding(const std::string& name, const std::string& description, const std::string& scene,
             const std::map<std::string, GalleryValue>& parameters, double step) {
  Case result{name, description, Question::holds, build_gallery_scene(scene, parameters)};
  result.scene.step = step;
  return result;
}

Case incline(const std::string& name, const std::string& description, double angle, Question question) {
  Case result{name, description, question, build_gallery_scene("incline", {{"angle", angle}, {"mu", 0.5}})};
  const Slider slider(result.scene);
  result.expected = slider.pulling() - slider.mu * slider.pressing();
  return result;
}

Case slide(double heading) {
  Case result{fmt::format("slide-{:g}", heading),
              fmt::format("cube sliding at 2 m/s, {:g}° to the axes, mu 0.3", heading), Question::stop,
              build_gallery_scene("slide", {{"heading", heading}, {"speed", 2.0}, {"mu", 0.3}})};
  result.scene.step = 0.01;
  const Slider slider(result.scene);
  result.expected = slider.velocity.squaredNorm() / (2 * slider.mu * slider.pressing());
  result.heading = slider.velocity.normalized();
  // It stops after 0.68 s; what follows would only add steps at rest to the times.
  result.duration_limit = 1;
  return result;
}

}  // namespace

std::vector<Case> cases() {
  return {
      holding("stack-40", "stack of 40 cubes", "stack", {{"count", 40}}, 0.01),
      holding("mass-ratio-1000", "cube of 1000 kg on a cube of 1 kg", "mass_ratio", {{"ratio", 1000}}, 0.01),
      holding("mass-ratio-10000", "cube of 10000 kg on a cube of 1 kg", "mass_ratio", {{"ratio", 10000}}, 0.01),
      holding("card-house-5", "card house of 5 levels, 40 cards", "card_house", {{"levels", 5}}, 0.01),
      holding("card-house-5-fine", "card house of 5 levels, 40 cards", "card_house", {{"levels", 5}}, 0.001),
      holding("arch-27", "catenary arch of 27 stones", "arch", {{"stones", 27}}, 0.01),
      incline("incline-25", "cube on a slope of 25°, mu 0.5: sticks", 25, Question::creep),
      incline("incline-28", "cube on a slope of 28°, mu 0.5: slides", 28, Question::acceleration),
      slide(0),
      slide(22.5),
      slide(45),
  };
}

}  // namespace stiction::peers
