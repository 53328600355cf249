#include "stiction/scene/read_joint.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "stiction/scene/joint_fields.h"
#include "stiction/scene/suggest.h"

namespace stiction {
namespace {

const std::vector<std::string> joint_fields = {"name",   "type",   "bodies",   "anchor", "anchor_b", "axis",
                                               "length", "limits", "friction", "motor",  "collide"};

template <class Type>
Type read_choice(const JsonNode& node, const std::vector<std::pair<std::string, Type>>& choices) {
  const std::string given = node.text();
  std::vector<std::string> known;
  for (const auto& [name, value] : choices) {
    if (name == given) return value;
    known.push_back(name);
  }
  node.fail(fmt::format("\"{}\" is unknown", printable(given)), suggest_name(given, known, "values"));
}

Motor read_motor(const JsonNode& node) {
  node.expect_object({"type", "target", "max_force", "time_constant"});
  Motor motor;
  motor.type = read_choice(node.at("type"), motor_type_names());
  motor.target = node.at("target").number();
  if (const auto force = node.find("max_force")) {
    if (motor.type == Motor::Type::force)
      force->fail("does not fit a force motor", "remove it: its force is its target");
    motor.max_force = force->number();
  }
  if (const auto constant = node.find("time_constant")) {
    if (motor.type != Motor::Type::position) constant->fail("fits position motors only", "remove it");
    motor.time_constant = constant->number();
  }
  return motor;
}

std::optional<double> read_limit(const JsonNode& node) {
  if (node.value().is_null()) return std::nullopt;
  return node.number();
}

void read_bodies(const JsonNode& node, JointDescription& joint) {
  const std::size_t count = node.array_size();
  if (count != 1 && count != 2) {
    node.fail(fmt::format("has {} entries", count), "name two bodies, or one to join it to the world");
  }
  joint.body_a = node.item(0).text();
  if (count == 1) return;
  joint.body_b = node.item(1).text();
  // In the description an empty name is the world; in a file it is a slip.
  if (joint.body_b.empty()) node.item(1).fail("is empty", "name a body, or leave it out to join to the world");
}

void read_limits(const JsonNode& node, JointDescription& joint) {
  if (node.array_size() != 2) {
    node.fail(fmt::format("has {} entries", node.array_size()), "give [lower, upper], null where there is no limit");
  }
  joint.lower = read_limit(node.item(0));
  joint.upper = read_limit(node.item(1));
}

}  // namespace

JointDescription read_joint(const JsonNode& node) {
  node.expect_object(joint_fields);
  JointDescription joint;
  joint.name = node.at("name").text();
  joint.type = read_choice(node.at("type"), joint_type_names());
  for (const std::string& field : node.fields()) {
    if (joint_has_field(joint.type, field)) continue;
    node.at(field).fail(fmt::format("does not fit a {} joint", to_string(joint.type)), "remove it");
  }
  read_bodies(node.at("bodies"), joint);
  joint.anchor = node.at("anchor").vec3();
  if (joint.type == JointType::distance) joint.anchor_b = node.at("anchor_b").vec3();
  if (joint_has_field(joint.type, "axis")) joint.axis = node.at("axis").vec3();
  if (const auto length = node.find("length")) joint.length = length->number();
  if (const auto limits = node.find("limits")) read_limits(*limits, joint);
  if (const auto friction = node.find("friction")) joint.friction = friction->number();
  if (const auto motor = node.find("motor")) joint.motor = read_motor(*motor);
  if (const auto collide = node.find("collide")) joint.collide = collide->boolean();
  return joint;
}

}  // namespace stiction
