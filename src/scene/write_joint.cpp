#include "stiction/scene/write_joint.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "stiction/common/error.h"
#include "stiction/scene/joint_fields.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Vec3& x) { return Json::array({x.x(), x.y(), x.z()}); }

Json motor_json(const Motor& motor) {
  Json out{{"type", motor_type_name(motor.type)}, {"target", motor.target}};
  if (motor.type != Motor::Type::force && std::isfinite(motor.max_force)) out["max_force"] = motor.max_force;
  if (motor.type == Motor::Type::position) out["time_constant"] = motor.time_constant;
  return out;
}

}  // namespace

Json joint_json(const JointDescription& joint) {
  Json out{{"name", joint.name}, {"type", to_string(joint.type)}, {"bodies", Json::array({joint.body_a})}};
  if (!joint.body_b.empty()) out["bodies"].push_back(joint.body_b);
  out["anchor"] = to_json(joint.anchor);
  if (joint.anchor_b) out["anchor_b"] = to_json(*joint.anchor_b);
  if (joint_has_field(joint.type, "axis")) out["axis"] = to_json(joint.axis);
  if (joint.length) out["length"] = *joint.length;
  if (joint.lower || joint.upper) {
    out["limits"] = Json::array({nullptr, nullptr});
    if (joint.lower) out["limits"][0] = *joint.lower;
    if (joint.upper) out["limits"][1] = *joint.upper;
  }
  if (joint.friction != 0) out["friction"] = joint.friction;
  if (joint.motor.type != Motor::Type::none) out["motor"] = motor_json(joint.motor);
  if (joint.collide) out["collide"] = true;
  return out;
}

Json motion_json(const MotionDescription& motion) {
  if (motion.code) {
    throw InputError("motion", "is C++ code, which no file can hold",
                     "use keyframes or formulas, or run without writing the scene");
  }
  Json out = Json::object();
  if (!motion.keyframes.empty()) {
    out["keyframes"] = Json::array();
    for (const MotionDescription::Keyframe& frame : motion.keyframes) {
      const Quat& q = frame.rotation;
      out["keyframes"].push_back({{"time", frame.time},
                                  {"position", to_json(frame.position)},
                                  {"rotation", Json::array({q.w(), q.x(), q.y(), q.z()})}});
    }
    out["interpolation"] = motion.interpolation;
    out["repeat"] = motion.repeat;
  }
  if (!motion.position.empty()) out["position"] = motion.position;
  if (!motion.rotation_vector.empty()) out["rotation_vector"] = motion.rotation_vector;
  return out;
}

}  // namespace stiction
