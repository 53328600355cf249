#include "stiction/scene/validate_joint.h"

#include <fmt/core.h>

#include <cmath>

#include "stiction/common/error.h"
#include "stiction/scene/checks.h"
#include "stiction/scene/joint_fields.h"
#include "stiction/scene/limits.h"
#include "stiction/scene/suggest.h"

namespace stiction {
namespace {

/// How far a stated length may be from the initial distance of the anchors: what rounding leaves, m.
constexpr double kLengthSlack = 1e-6;

void check_bodies(const Scene& scene, const NameIndex& bodies, const JointDescription& joint) {
  const bool to_world = joint.body_b.empty();
  const BodyDescription& a = scene.bodies[check_reference("bodies[0]", joint.body_a, bodies, "body", "bodies")];
  if (to_world) {
    if (a.fixed) {
      throw InputError("bodies[0]", fmt::format("\"{}\" is fixed, and so is the world", printable(a.name)),
                       "name a body that is free to move");
    }
    return;
  }
  const BodyDescription& b = scene.bodies[check_reference("bodies[1]", joint.body_b, bodies, "body", "bodies")];
  if (&a == &b) {
    throw InputError("bodies", fmt::format("names \"{}\" twice", printable(a.name)), "name two different bodies");
  }
  if (a.fixed && b.fixed) {
    throw InputError("bodies", fmt::format("\"{}\" and \"{}\" are both fixed", printable(a.name), printable(b.name)),
                     "name at least one body that is free to move");
  }
}

void check_deformable(const Scene& scene, const NameIndex& bodies, const JointDescription& joint) {
  const auto deforms = [&](const std::string& name) { return !name.empty() && scene.bodies[bodies.at(name)].elastic; };
  if (!deforms(joint.body_a) && !deforms(joint.body_b)) return;
  const std::string& name = deforms(joint.body_a) ? joint.body_a : joint.body_b;
  if (joint.type != JointType::ball) {
    throw InputError("type", fmt::format("is {}, but \"{}\" can deform", to_string(joint.type), printable(name)),
                     "use ball joints, one for each point of the surface that is to be held");
  }
  if (joint.friction != 0) {
    throw InputError("friction", fmt::format("is given, but \"{}\" can deform", printable(name)), "remove it");
  }
}

/// What a file cannot hold, but a description made in code can.
void check_fields(const JointDescription& joint) {
  const auto refuse = [&](const char* field, bool given) {
    if (!given || joint_has_field(joint.type, field)) return;
    throw InputError(field, fmt::format("does not fit a {} joint", to_string(joint.type)), "remove it");
  };
  refuse("anchor_b", joint.anchor_b.has_value());
  refuse("length", joint.length.has_value());
  refuse("limits", joint.lower || joint.upper);
  refuse("motor", joint.motor.type != Motor::Type::none);
  refuse("friction", joint.friction != 0);
}

/// Returns the coordinate at the start: zero but for a distance.
double check_geometry(const JointDescription& joint) {
  check_vector("anchor", joint.anchor, limits::max_position, "m");
  check_vector("axis", joint.axis, limits::max_size, "in any unit");
  if (!(joint.axis.norm() >= limits::min_size)) {
    throw InputError("axis", fmt::format("has length {:.3g}", joint.axis.norm()),
                     "give a direction such as [0, 0, 1]; its length does not matter");
  }
  if (joint.type != JointType::distance) return 0;
  if (!joint.anchor_b) {
    throw InputError("anchor_b", "is missing", "give the point on the second body, or of the world, that is held");
  }
  check_vector("anchor_b", *joint.anchor_b, limits::max_position, "m");
  const double distance = (joint.anchor - *joint.anchor_b).norm();
  if (!(distance >= limits::min_size)) {
    throw InputError("anchor_b", "is where anchor is",
                     fmt::format("give two points at least {} m apart, or use a ball joint", limits::min_size));
  }
  return distance;
}

void check_limits(const JointDescription& joint, double initial) {
  const std::string unit = joint.type == JointType::hinge ? "rad" : "m";
  const auto check = [&](const char* field, const std::optional<double>& limit) {
    if (limit) check_range(field, *limit, -limits::max_position, limits::max_position, unit);
  };
  check("limits[0]", joint.lower);
  check("limits[1]", joint.upper);
  if (joint.lower && joint.upper && *joint.lower > *joint.upper) {
    throw InputError("limits", fmt::format("has {} above {}", *joint.lower, *joint.upper),
                     "give the lower one first: [lower, upper]");
  }
  const double slack = joint.type == JointType::distance ? kLengthSlack : 0;
  if ((joint.lower && *joint.lower > initial + slack) || (joint.upper && *joint.upper < initial - slack)) {
    throw InputError("limits", fmt::format("leave out {:.9g} {}, where the joint is at the start", initial, unit),
                     joint.type == JointType::distance
                         ? "give limits on both sides of the initial distance of the anchors"
                         : "give limits with 0 between them: the initial placement of the bodies is 0");
  }
}

void check_length(const JointDescription& joint, double initial) {
  const bool limited = joint.lower || joint.upper;
  if (joint.length) {
    check_range("length", *joint.length, limits::min_size, limits::max_position, "m");
    if (limited) throw InputError("length", "is given beside limits", "remove one of them: limits set the length free");
    if (!(std::abs(*joint.length - initial) <= kLengthSlack * std::max(1.0, initial))) {
      throw InputError("length", fmt::format("is {} m but the anchors are {:.9g} m apart", *joint.length, initial),
                       "leave it out, or place the anchors at this distance");
    }
  }
  if (joint.type != JointType::distance || limited) return;
  const std::string remedy = "give limits such as [0.1, 2], or remove it";
  const std::string what = "moves nothing: the distance is fixed without limits";
  if (joint.motor.type != Motor::Type::none) throw InputError("motor", what, remedy);
  if (joint.friction != 0) throw InputError("friction", what, remedy);
}

void check_motor(const Motor& motor) {
  if (motor.type == Motor::Type::none) return;
  check_range("motor.target", motor.target, -limits::max_force, limits::max_force);
  if (!(motor.max_force >= 0)) {
    throw InputError("motor.max_force", fmt::format("is {}", motor.max_force),
                     "give 0 or more (N or N·m), or leave it out for no limit");
  }
  check_range("motor.time_constant", motor.time_constant, 0, limits::max_time, "s");
}

}  // namespace

void validate_joint(const Scene& scene, const NameIndex& bodies, const JointDescription& joint) {
  check_name("name", joint.name);
  check_bodies(scene, bodies, joint);
  check_deformable(scene, bodies, joint);
  check_fields(joint);
  const double initial = check_geometry(joint);
  check_limits(joint, initial);
  check_length(joint, initial);
  check_range("friction", joint.friction, 0, limits::max_force, joint.type == JointType::hinge ? "N·m" : "N");
  check_motor(joint.motor);
}

}  // namespace stiction
