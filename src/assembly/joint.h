// Joints: what two bodies may not do relative to each other, and what drives them.
#pragma once

#include <limits>
#include <string>

#include "stiction/geometry/shape.h"

namespace stiction {

enum class JointType {
  weld,      ///< no relative motion
  ball,      ///< anchors coincide
  hinge,     ///< anchors coincide, z axes agree; coordinate: angle about z, rad
  slider,    ///< axes agree, the anchor of A stays on the z axis of B; coordinate: displacement along z, m
  distance,  ///< coordinate: distance of the anchors, m; equal to `length`, or only within the limits where given
};
const char* to_string(JointType type);

/// What acts along a joint's coordinate.
struct Motor {
  enum class Type {
    none,
    velocity,  ///< keeps the coordinate's rate at `target`, m/s or rad/s
    position,  ///< brings the coordinate to `target`, m or rad
    force,     ///< always pushes with `target`, N or N·m
  };
  Type type = Type::none;
  double target = 0;
  double max_force = std::numeric_limits<double>::infinity();  ///< N or N·m, for velocity and position
  double time_constant = 0.05;  ///< s: a position motor approaches its target at the rate distance/time_constant
};

/// Joint of body_a and body_b; -1 is the world. Coordinates are of A relative to B.
struct Joint {
  std::string name;
  JointType type = JointType::ball;
  int body_a = -1, body_b = -1;
  Pose frame_a, frame_b;  ///< anchor and axes in the frames of the bodies (origin at the centre of mass)
  double length = 0;      ///< of a distance joint without limits, m
  double lower = -std::numeric_limits<double>::infinity();  ///< limits of the coordinate
  double upper = std::numeric_limits<double>::infinity();
  double friction = 0;  ///< dry friction along the coordinate (ball: about each axis of B), N or N·m
  Motor motor;
  bool collide = false;  ///< whether the two bodies may touch each other

  bool limited() const {
    return lower > -std::numeric_limits<double>::infinity() || upper < std::numeric_limits<double>::infinity();
  }
  bool has_coordinate() const {
    return type == JointType::hinge || type == JointType::slider || type == JointType::distance;
  }
};

}  // namespace stiction
