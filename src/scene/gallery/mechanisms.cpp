// Bodies held by joints and moved by motors: pendulum, four_bar, door, chain, gripper, shaker.
#include <fmt/core.h>

#include <cmath>

#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

constexpr double kGravity = 9.81;

/// An empty second body is the world.
JointDescription joint(const std::string& name, JointType type, const std::string& a, const std::string& b,
                       const Vec3& anchor, const Vec3& axis = Vec3::UnitZ()) {
  JointDescription joint;
  joint.name = name;
  joint.type = type;
  joint.body_a = a;
  joint.body_b = b;
  joint.anchor = anchor;
  joint.axis = axis;
  return joint;
}

/// A slender bar from one point of the plane y = 0 to another; its own z axis runs along it.
BodyDescription bar(const std::string& name, const Vec3& from, const Vec3& to, const std::string& material) {
  constexpr double width = 0.02;
  const Vec3 along = to - from;
  BodyDescription body = box(name, {width, width, along.norm()}, (from + to) / 2, material);
  body.rotation = about_y(std::atan2(along.x(), along.z()));
  return body;
}

Scene build_pendulum(const GalleryArguments& arguments) {
  const double angle = radians(arguments.number("amplitude")), length = arguments.number("length");
  Scene s = scene("pendulum", "wood", {0.5, 0, 700});
  s.bodies = {bar("rod", Vec3::Zero(), length * Vec3(std::sin(angle), 0, -std::cos(angle)), "wood")};
  s.joints = {joint("pivot", JointType::hinge, "rod", "", Vec3::Zero(), Vec3::UnitY())};
  s.probes = {{"angle", ProbeType::joint_coordinate, "", "", "pivot"}, {"energy", ProbeType::energy, "", "", ""}};
  return s;
}

Scene build_four_bar(const GalleryArguments& arguments) {
  // Grashof: the crank is the shortest, and with the longest shorter than the other two together. So it turns around.
  constexpr double crank = 0.15, coupler = 0.45, rocker = 0.35, base = 0.5;
  const Vec3 origin = Vec3::Zero(), pivot(base, 0, 0), elbow(0, 0, crank);
  // Where circles about elbow and pivot meet, on the upper side.
  const Vec3 apart = pivot - elbow;
  const double distance = apart.norm();
  const double along = (coupler * coupler - rocker * rocker + distance * distance) / (2 * distance);
  const Vec3 up = Vec3(-apart.z(), 0, apart.x()) / distance;
  const Vec3 knee = elbow + along / distance * apart + std::sqrt(coupler * coupler - along * along) * up;
  Scene s = scene("four_bar", "steel", {0.3, 0, 7800});
  s.bodies = {bar("crank", origin, elbow, "steel"), bar("coupler", elbow, knee, "steel"),
              bar("rocker", pivot, knee, "steel")};
  const Vec3 y = Vec3::UnitY();
  s.joints = {joint("drive", JointType::hinge, "crank", "", origin, y),
              joint("elbow", JointType::hinge, "coupler", "crank", elbow, y),
              joint("knee", JointType::hinge, "rocker", "coupler", knee, y),
              joint("pivot", JointType::hinge, "rocker", "", pivot, y)};
  s.joints[0].motor.type = Motor::Type::velocity;
  s.joints[0].motor.target = arguments.number("speed");
  s.probes = {{"rocker_angle", ProbeType::joint_coordinate, "", "", "pivot"},
              {"drive_torque", ProbeType::joint_torque, "", "", "drive"}};
  return s;
}

Scene build_door(const GalleryArguments& arguments) {
  const Vec3 size(0.8, 0.04, 2);
  Scene s = scene("door", "wood", {0.5, 0, 700});
  const Vec3 spin(0, 0, arguments.number("speed"));
  BodyDescription door = box("door", size, {size.x() / 2, 0, size.z() / 2}, "wood");
  door.angular_velocity = spin;
  door.velocity = spin.cross(Vec3(size.x() / 2, 0, 0));
  s.bodies = {door};
  s.joints = {joint("lower", JointType::hinge, "door", "", {0, 0, 0.3}),
              joint("upper", JointType::hinge, "door", "", {0, 0, 1.7})};
  s.joints[0].lower = 0;
  s.joints[0].upper = radians(arguments.number("opening"));
  s.joints[0].friction = arguments.number("friction");
  s.probes = {{"angle", ProbeType::joint_coordinate, "", "", "lower"},
              {"lower_force", ProbeType::joint_force, "", "", "lower"},
              {"upper_force", ProbeType::joint_force, "", "", "upper"}};
  return s;
}

Scene build_chain(const GalleryArguments& arguments) {
  constexpr double length = 0.1, width = 0.02, load_size = 0.3;
  const int links = arguments.integer("links");
  Scene s = scene("chain", "steel", {0.3, 0, 7800});
  std::string above;
  for (int i = 0; i < links; ++i) {
    const std::string name = numbered("link", i, links);
    s.bodies.push_back(box(name, {width, width, length}, {0, 0, -(i + 0.5) * length}, "steel"));
    s.joints.push_back(joint(numbered("pin", i, links), JointType::ball, name, above, {0, 0, -i * length}));
    above = name;
  }
  const double end = -links * length;
  BodyDescription load = box("load", Vec3::Constant(load_size), {0, 0, end - load_size / 2}, "steel");
  load.mass = arguments.number("load_ratio") * s.materials["steel"].density * width * width * length;
  load.velocity = {arguments.number("speed"), 0, 0};
  s.bodies.push_back(load);
  s.joints.push_back(joint("hook", JointType::ball, "load", above, {0, 0, end}));
  s.probes = {{"load", ProbeType::position, "load", "", ""}, {"hook", ProbeType::joint_force, "", "", "hook"}};
  return s;
}

Scene build_gripper(const GalleryArguments& arguments) {
  constexpr double size = 0.1, thickness = 0.04;
  const double mass = arguments.number("mass"), mu = arguments.number("mu");
  // Two fingers, each with friction mu F upwards at most: 2 mu F >= m g.
  const double force = arguments.number("margin") * mass * kGravity / (2 * mu);
  Scene s = scene("gripper", "rubber", {mu, 0, 1000});
  BodyDescription block = box("block", Vec3::Constant(size), Vec3::Zero(), "rubber");
  block.mass = mass;
  s.bodies = {block};
  for (const double side : {-1.0, 1.0}) {
    const std::string name = side < 0 ? "left" : "right";
    const Vec3 position(side * (size + thickness) / 2, 0, 0);
    s.bodies.push_back(box(name, {thickness, size, size}, position, "rubber"));
    s.joints.push_back(joint(name + "_slider", JointType::slider, name, "", position, {-side, 0, 0}));
    s.joints.back().motor.type = Motor::Type::force;
    s.joints.back().motor.target = force;
    s.probes.push_back({name + "_grip", ProbeType::pair_force, "block", name, ""});
  }
  s.probes.push_back({"block", ProbeType::position, "block", "", ""});
  return s;
}

Scene build_shaker(const GalleryArguments& arguments) {
  const double amplitude = arguments.number("amplitude"), frequency = arguments.number("frequency");
  const Vec3 table_size(4, 2, 0.1);
  Scene s = scene("shaker", "block", {arguments.number("mu"), 0, 1000});
  s.step = 0.002;
  BodyDescription table = box("table", table_size, {0, 0, -table_size.z() / 2}, "block");
  table.fixed = true;
  // From rest, so that the box need not slip at the start; the acceleration is at its peak there.
  table.motion.emplace().position = {fmt::format("{}*(1-cos(2*pi*{}*t))", amplitude, frequency), "0", "0"};
  s.bodies = {table, box("box", {0.2, 0.2, 0.1}, {0, 0, 0.05}, "block")};
  s.probes = {{"table", ProbeType::position, "table", "", ""},
              {"box", ProbeType::position, "box", "", ""},
              {"friction", ProbeType::contact_force, "box", "", ""}};
  return s;
}

}  // namespace

GalleryEntry pendulum() {
  return {"pendulum",
          "A rod swings on a hinge.",
          {number("amplitude", "angle from the vertical at the start", "deg", 90, 0, 179),
           number("length", "length of the rod", "m", 1, 0.05, 100)},
          build_pendulum};
}

GalleryEntry four_bar() {
  return {"four_bar",
          "A motor turns a crank, and a coupler makes a rocker swing: a closed loop of four hinges.",
          {number("speed", "speed of the crank", "rad/s", 3, -30, 30)},
          build_four_bar};
}

GalleryEntry door() {
  return {"door",
          "A door on two hinges, one more than it needs, swings open to its stop.",
          {number("speed", "speed at the start", "rad/s", 1, 0, 20),
           number("opening", "angle at which it is stopped", "deg", 110, 0, 180),
           number("friction", "friction torque of the hinges", "N m", 2, 0, 1000)},
          build_door};
}

GalleryEntry chain() {
  return {"chain",
          "A chain of links with a heavy load swings at its end.",
          {whole("links", "number of links", 50, 1, 500),
           number("load_ratio", "mass of the load over that of a link", "", 1000, 0.001, 1e5),
           number("speed", "sideways speed of the load at the start", "m/s", 0.5, 0, 20)},
          build_chain};
}

GalleryEntry gripper() {
  return {"gripper",
          "Two fingers hold a block in the air by friction alone, or let it slip.",
          {number("mass", "mass of the block", "kg", 1, 0.001, 1000),
           number("mu", "friction coefficient", "", 0.5, 0.01, 10),
           number("margin", "force of the fingers over the force that Coulomb's law needs, m g / (2 mu)", "", 1.05, 0,
                  100)},
          build_gripper};
}

GalleryEntry shaker() {
  return {"shaker",
          "A box on a shaken table: it slips once the table's acceleration exceeds mu g.",
          {number("amplitude", "half the table's stroke", "m", 0.04, 0, 0.5),
           number("frequency", "of the table", "Hz", 2, 0.01, 50), friction(0.5)},
          build_shaker};
}

}  // namespace stiction::gallery_entries
