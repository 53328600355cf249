#include "stiction/scene/read_motion.h"

#include <fmt/core.h>

#include "stiction/scene/limits.h"
#include "stiction/scene/read_body.h"

namespace stiction {
namespace {

MotionDescription::Keyframe read_keyframe(const JsonNode& node) {
  node.expect_object({"time", "position", "rotation"});
  MotionDescription::Keyframe frame;
  frame.time = node.at("time").number();
  if (const auto position = node.find("position")) frame.position = position->vec3();
  if (const auto rotation = node.find("rotation")) frame.rotation = read_rotation(*rotation);
  return frame;
}

std::vector<std::string> read_formulas(const JsonNode& node) {
  if (node.array_size() != 3) {
    node.fail(fmt::format("has {} entries", node.array_size()),
              "give three formulas in t, e.g. [\"0.1*sin(t)\", \"0\", \"0\"]");
  }
  return {node.item(0).text(), node.item(1).text(), node.item(2).text()};
}

}  // namespace

MotionDescription read_motion(const JsonNode& node) {
  node.expect_object({"keyframes", "interpolation", "repeat", "position", "rotation_vector"});
  MotionDescription motion;
  const auto keyframes = node.find("keyframes");
  if (keyframes) {
    const std::size_t count = keyframes->array_size();
    if (count == 0) keyframes->fail("is empty", "give at least one keyframe");
    if (count > limits::max_keyframes) {
      keyframes->fail(fmt::format("has {} entries", count), fmt::format("give at most {}", limits::max_keyframes));
    }
    for (std::size_t i = 0; i < count; ++i) motion.keyframes.push_back(read_keyframe(keyframes->item(i)));
  }
  for (const char* field : {"interpolation", "repeat"}) {
    if (!keyframes && node.has(field))
      node.at(field).fail("is given without keyframes", "remove it, or add \"keyframes\"");
  }
  if (const auto interpolation = node.find("interpolation")) motion.interpolation = interpolation->text();
  if (const auto repeat = node.find("repeat")) motion.repeat = repeat->boolean();
  if (const auto position = node.find("position")) motion.position = read_formulas(*position);
  if (const auto turn = node.find("rotation_vector")) motion.rotation_vector = read_formulas(*turn);
  return motion;
}

}  // namespace stiction
