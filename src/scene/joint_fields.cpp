#include "stiction/scene/joint_fields.h"

namespace stiction {

const std::vector<std::pair<std::string, JointType>>& joint_type_names() {
  static const std::vector<std::pair<std::string, JointType>> names = {{"weld", JointType::weld},
                                                                       {"ball", JointType::ball},
                                                                       {"hinge", JointType::hinge},
                                                                       {"slider", JointType::slider},
                                                                       {"distance", JointType::distance}};
  return names;
}

const std::vector<std::pair<std::string, Motor::Type>>& motor_type_names() {
  static const std::vector<std::pair<std::string, Motor::Type>> names = {
      {"velocity", Motor::Type::velocity}, {"position", Motor::Type::position}, {"force", Motor::Type::force}};
  return names;
}

std::string motor_type_name(Motor::Type type) {
  for (const auto& [name, value] : motor_type_names())
    if (value == type) return name;
  return "none";
}

bool joint_has_field(JointType type, const std::string& field) {
  const bool has_axis = type == JointType::hinge || type == JointType::slider;
  if (field == "axis") return has_axis;
  if (field == "anchor_b" || field == "length") return type == JointType::distance;
  if (field == "limits" || field == "motor") return has_axis || type == JointType::distance;
  if (field == "friction") return type != JointType::weld;
  return true;
}

}  // namespace stiction
