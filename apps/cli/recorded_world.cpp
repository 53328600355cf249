#include "recorded_world.h"

#include <nlohmann/json.hpp>

#include "stiction/common/error.h"
#include "stiction/scene/scene.h"

namespace stiction::cli {

ShownWorld recorded_world(const Recording& recording) {
  const Scene scene = scene_from_json(recording.header().scene_json, recording.path() + ": scene");
  const World world = build_world(scene);
  const WorldModel& model = world.model();
  ShownWorld shown = shown_world(scene.name, model.bodies, model.gravity, model.step);
  if (shown.bodies.size() != recording.header().body_names.size())
    throw InputError(recording.path(), "its scene has another number of bodies", "record the run again");
  return shown;
}

double recorded_step(const Recording& recording) {
  const auto scene = nlohmann::json::parse(recording.header().scene_json, nullptr, false);
  if (scene.is_object() && scene.contains("step") && scene["step"].is_number()) return scene["step"];
  throw InputError(recording.path() + ": scene", "has no step", "record the run again");
}

}  // namespace stiction::cli
