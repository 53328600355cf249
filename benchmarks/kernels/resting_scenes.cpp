#include "resting_scenes.h"

#include "stiction/scene/scene.h"

namespace stiction::kernels {

const std::vector<RestingScene>& resting_scenes() {
  static const std::vector<RestingScene> scenes = {
      {"stack 40", "stack", {{"count", 40}}},
      {"card house 5", "card_house", {{"levels", 5}}},
      {"arch 27", "arch", {{"stones", 27}}},
      {"wall", "wall", {}},
  };
  return scenes;
}

World settled_world(const RestingScene& scene) {
  World world = build_world(build_gallery_scene(scene.gallery, scene.parameters));
  while (world.state().time < 0.5) world.step();
  return world;
}

}  // namespace stiction::kernels
