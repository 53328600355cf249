#include "stiction/scene/validate_motion.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "stiction/common/error.h"
#include "stiction/scene/checks.h"
#include "stiction/scene/limits.h"
#include "stiction/scene/motion_model.h"

namespace stiction {
namespace {

void check_body(const BodyDescription& body) {
  if (!body.fixed && !body.elastic) {
    throw InputError("motion", "is given though the body is not fixed", "add \"fixed\": true, or remove the motion");
  }
  if (std::holds_alternative<HalfSpaceDescription>(body.shape)) {
    throw InputError("motion", "is given to a half-space, which cannot move", "use a large box in its place");
  }
}

void check_kind(const MotionDescription& motion) {
  const bool keyframes = !motion.keyframes.empty(),
             formulas = !motion.position.empty() || !motion.rotation_vector.empty();
  const int kinds = int(keyframes) + int(formulas) + int(motion.code != nullptr);
  if (kinds == 1) return;
  throw InputError("motion", kinds == 0 ? "says nothing" : "has both keyframes and formulas",
                   "give either \"keyframes\" or formulas (\"position\", \"rotation_vector\")");
}

void check_keyframes(const MotionDescription& motion) {
  check_choice("motion.interpolation", motion.interpolation, {"linear", "smooth"});
  double before = -INFINITY;
  for (std::size_t i = 0; i < motion.keyframes.size(); ++i) {
    const MotionDescription::Keyframe& frame = motion.keyframes[i];
    const std::string place = fmt::format("motion.keyframes[{}]", i);
    check_range(place + ".time", frame.time, -limits::max_time, limits::max_time, "s");
    if (!(frame.time > before)) {
      throw InputError(place + ".time", fmt::format("is {} s, not after {} s of the one before", frame.time, before),
                       "give keyframes in order of time");
    }
    before = frame.time;
    check_vector(place + ".position", frame.position, limits::max_position, "m");
    if (!(std::abs(frame.rotation.norm() - 1) <= limits::unit_slack)) {
      throw InputError(place + ".rotation", fmt::format("has length {:.6g}, not 1", frame.rotation.norm()),
                       "give a unit quaternion [w, x, y, z]");
    }
  }
}

/// At the start, one step before (where the initial velocity comes from), and here and there up to the end.
void check_values(const Scene& scene, const BodyDescription& body) {
  constexpr int samples = 1000;
  const auto motion = make_motion(*body.motion, {body.position, body.rotation});
  const auto check = [&](double t) {
    const Placement at = motion->at(t);
    if (!at.position.allFinite() || !at.rotation.coeffs().allFinite()) {
      throw InputError("motion", fmt::format("is not a finite number at t = {:.6g} s", t),
                       "give formulas that are finite from one step before the start to the end, e.g. sqrt(max(t, 0))");
    }
    const double farthest = at.position.cwiseAbs().maxCoeff();
    if (!(farthest <= limits::max_position)) {
      throw InputError("motion", fmt::format("leads {:.3g} m away at t = {:.6g} s", farthest, t),
                       fmt::format("stay within {} m", limits::max_position));
    }
  };
  check(0);
  check(-scene.step);
  for (int i = 1; i <= samples; ++i) check(scene.duration * i / samples);
}

}  // namespace

void validate_motion(const Scene& scene, const BodyDescription& body) {
  check_body(body);
  check_kind(*body.motion);
  if (!body.motion->keyframes.empty()) check_keyframes(*body.motion);
  check_values(scene, body);
}

}  // namespace stiction
