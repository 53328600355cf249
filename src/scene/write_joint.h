// Joints and prescribed motion as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "stiction/scene/scene.h"

namespace stiction {

nlohmann::ordered_json joint_json(const JointDescription& joint);
/// Throws InputError for a motion that is code.
nlohmann::ordered_json motion_json(const MotionDescription& motion);

}  // namespace stiction
