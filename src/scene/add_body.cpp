#include "stiction/scene/add_body.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "stiction/common/error.h"
#include "stiction/scene/build_body.h"
#include "stiction/scene/json_node.h"
#include "stiction/scene/json_text.h"
#include "stiction/scene/limits.h"
#include "stiction/scene/mesh_library.h"
#include "stiction/scene/read_body.h"
#include "stiction/scene/suggest.h"
#include "stiction/scene/validate_body.h"

namespace stiction {

BodyDescription body_from_json(const std::string& text, const std::string& where, const std::string& directory) {
  try {
    const nlohmann::json document = parse_json_text(text);
    MeshLibrary library(directory);
    return read_body(JsonNode(document, ""), library);
  } catch (const InputError& error) {
    throw error.within(where);
  }
}

int add_body(Scene& scene, World& world, const BodyDescription& body) {
  const std::string place = fmt::format("body \"{}\"", printable(body.name));
  if (scene.bodies.size() != world.model().bodies.size())
    throw InputError(place, "cannot be added: scene and world have different bodies", "give the world's own scene");
  if (scene.bodies.size() >= limits::max_bodies)
    throw InputError(place, "is one too many", fmt::format("a world holds at most {} bodies", limits::max_bodies));
  try {
    validate_body(scene, body);
  } catch (const InputError& error) {
    throw error.within(place);
  }
  for (const BodyDescription& other : scene.bodies)
    if (other.name == body.name)
      throw InputError(place + ": name", "is the name of another body too", "give every body its own name");
  RigidBody built = build_body(body, world.model().materials);
  const BodyState state = initial_state(body, built, world.state().time, world.model().step);
  scene.bodies.push_back(body);
  return world.add_body(std::move(built), state);
}

}  // namespace stiction
