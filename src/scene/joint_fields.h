// Which fields each kind of joint has, and what files call the kinds: one place for reading, writing and validation.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "stiction/assembly/joint.h"

namespace stiction {

const std::vector<std::pair<std::string, JointType>>& joint_type_names();
const std::vector<std::pair<std::string, Motor::Type>>& motor_type_names();
std::string motor_type_name(Motor::Type type);

/// Whether a joint of this type may have the field of a scene file ("axis", "limits", ...).
bool joint_has_field(JointType type, const std::string& field);

}  // namespace stiction
