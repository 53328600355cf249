#include "stiction/scene/motion_model.h"

#include <fmt/core.h>

#include "stiction/common/error.h"
#include "stiction/scene/formula.h"

namespace stiction {
namespace {

/// Three formulas; no text means three zeros.
std::vector<Formula> formulas(const std::vector<std::string>& texts, const std::string& field) {
  std::vector<Formula> result;
  if (!texts.empty() && texts.size() != 3)
    throw InputError("motion." + field, fmt::format("has {} entries", texts.size()), "give three formulas");
  for (std::size_t i = 0; i < 3; ++i) {
    try {
      result.emplace_back(texts.empty() ? "0" : texts[i]);
    } catch (const InputError& error) {
      throw InputError(fmt::format("motion.{}[{}]", field, i), error.problem(), error.remedy());
    }
  }
  return result;
}

/// Displaced and turned from an initial placement by functions of time.
class FormulaMotion final : public PrescribedMotion {
 public:
  FormulaMotion(const MotionDescription& description, const Placement& initial)
      : initial_(initial),
        position_(formulas(description.position, "position")),
        turn_(formulas(description.rotation_vector, "rotation_vector")) {}

  Placement at(double t) const override {
    const Vec3 shift(position_[0](t), position_[1](t), position_[2](t));
    const Vec3 turn(turn_[0](t), turn_[1](t), turn_[2](t));
    const double angle = turn.norm();
    const Quat q = angle > 0 ? Quat(Eigen::AngleAxisd(angle, turn / angle)) : Quat::Identity();
    return {initial_.position + shift, q * initial_.rotation};
  }

 private:
  Placement initial_;
  std::vector<Formula> position_, turn_;
};

}  // namespace

std::shared_ptr<const PrescribedMotion> make_motion(const MotionDescription& description, const Placement& initial) {
  if (description.code) return description.code;
  if (description.keyframes.empty()) return std::make_shared<FormulaMotion>(description, initial);
  std::vector<KeyframeMotion::Key> keys;
  for (const auto& frame : description.keyframes) keys.push_back({frame.time, {frame.position, frame.rotation}});
  return std::make_shared<KeyframeMotion>(std::move(keys), description.interpolation == "smooth", description.repeat);
}

}  // namespace stiction
