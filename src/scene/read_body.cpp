#include "stiction/scene/read_body.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "stiction/common/error.h"
#include "stiction/geometry/shape.h"
#include "stiction/scene/elastic_fields.h"
#include "stiction/scene/limits.h"
#include "stiction/scene/read_mesh.h"
#include "stiction/scene/read_motion.h"
#include "stiction/scene/smooth_fields.h"
#include "stiction/scene/smooth_model.h"
#include "stiction/scene/suggest.h"

namespace stiction {
namespace {

const std::vector<std::string> shape_names = {"half_space", "box",  "sphere",   "convex",  "capsule",      "cylinder",
                                              "cone",       "mesh", "compound", "terrain", "height_field", "smooth"};
const std::vector<std::string> body_fields = {
    "name",           "model",    "fixed",    "shape",    "material",         "mass",   "inertia",
    "centre_of_mass", "position", "rotation", "velocity", "angular_velocity", "motion", "elastic"};

/// Brings a direction or quaternion that was typed with a few digits to unit length; refuses one that is not close.
template <class Coefficients>
void make_unit(const JsonNode& node, Coefficients&& x, const std::string& remedy) {
  const double length = x.norm();
  if (!(std::abs(length - 1) <= limits::unit_slack)) {
    node.fail(fmt::format("has length {:.6g}, not 1", length), remedy);
  }
  // What is a unit vector already keeps its bits, so that a written scene reads back identical.
  if (std::abs(length - 1) > limits::unit_exact) x /= length;
}

HalfSpaceDescription read_half_space(const JsonNode& node) {
  node.expect_object({"normal", "offset"});
  HalfSpaceDescription half_space;
  if (const auto normal = node.find("normal")) {
    half_space.normal = normal->vec3();
    make_unit(*normal, half_space.normal, "give a unit vector that points out of the solid, e.g. [0, 0, 1]");
  }
  if (const auto offset = node.find("offset")) half_space.offset = offset->number();
  return half_space;
}

std::vector<Vec3> read_points(const JsonNode& node) {
  const std::size_t count = node.array_size();
  if (count > limits::max_hull_points) {
    node.fail(fmt::format("has {} points", count), fmt::format("give at most {}", limits::max_hull_points));
  }
  std::vector<Vec3> points(count);
  for (std::size_t i = 0; i < count; ++i) points[i] = node.item(i).vec3();
  return points;
}

ConvexDescription read_convex(const JsonNode& node, MeshLibrary& library) {
  node.expect_object({"points", "file"});
  if (node.has("points") == node.has("file")) {
    node.fail(node.has("file") ? "has both points and file" : "has neither points nor file",
              "give either \"points\": [[x, y, z], ...] or \"file\": \"name.obj\"");
  }
  ConvexDescription convex;
  if (const auto points = node.find("points")) {
    convex.points = read_points(*points);
    return convex;
  }
  const JsonNode file = node.at("file");
  convex.file = file.text();
  try {
    convex.points = library.obj_points(convex.file);
  } catch (const InputError& error) {
    throw error.within(file.path());
  }
  return convex;
}

ShapeDescription read_shape(const JsonNode& node, MeshLibrary& library);

CompoundDescription read_compound(const JsonNode& node, MeshLibrary& library) {
  CompoundDescription compound;
  const std::size_t count = node.array_size();
  if (count == 0 || count > kMaxParts) {
    node.fail(fmt::format("has {} parts", count), fmt::format("give from 1 to {}", kMaxParts));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const JsonNode item = node.item(i);
    item.expect_object({"shape", "position", "rotation"});
    PartDescription part;
    part.shape = read_shape(item.at("shape"), library);
    if (const auto position = item.find("position")) part.position = position->vec3();
    if (const auto rotation = item.find("rotation")) part.rotation = read_rotation(*rotation);
    compound.parts.push_back(std::move(part));
  }
  return compound;
}

ShapeDescription read_shape(const JsonNode& node, MeshLibrary& library) {
  node.expect_object(shape_names);
  const auto names = node.fields();
  if (names.size() != 1) {
    node.fail(fmt::format("names {} shapes", names.size()), "give exactly one of: " + join_names(shape_names));
  }
  const JsonNode shape = node.at(names[0]);
  if (names[0] == "half_space") return read_half_space(shape);
  if (names[0] == "convex") return read_convex(shape, library);
  if (names[0] == "mesh") return read_mesh(shape, library);
  if (names[0] == "terrain") return read_terrain(shape, library);
  if (names[0] == "height_field") return read_height_field(shape);
  if (names[0] == "smooth") return read_smooth(shape, library);
  if (names[0] == "compound") return read_compound(shape, library);
  if (names[0] == "capsule" || names[0] == "cylinder") {
    shape.expect_object({"radius", "length"});
    const double radius = shape.at("radius").number(), length = shape.at("length").number();
    if (names[0] == "capsule") return CapsuleDescription{radius, length};
    return CylinderDescription{radius, length};
  }
  if (names[0] == "cone") {
    shape.expect_object({"radius", "height"});
    return ConeDescription{shape.at("radius").number(), shape.at("height").number()};
  }
  if (names[0] == "box") {
    shape.expect_object({"size"});
    return BoxDescription{shape.at("size").vec3()};
  }
  shape.expect_object({"radius"});
  return SphereDescription{shape.at("radius").number()};
}

/// Whether a surface needs a lid depends on whether its body moves.
void make_smooth(const JsonNode& node, const BodyDescription& body, SmoothDescription& smooth) {
  try {
    complete(smooth, body.fixed);
  } catch (const InputError& error) {
    throw error.within(node.path());
  }
}

Mat3 read_inertia(const JsonNode& node) {
  const auto x = node.numbers();
  Mat3 inertia = Mat3::Zero();
  if (x.size() != 3 && x.size() != 6) {
    node.fail(fmt::format("has {} entries", x.size()),
              "give 3 principal values [xx, yy, zz] or 6 entries [xx, yy, zz, xy, xz, yz]");
  }
  inertia.diagonal() << x[0], x[1], x[2];
  if (x.size() == 6) {
    inertia(0, 1) = inertia(1, 0) = x[3];
    inertia(0, 2) = inertia(2, 0) = x[4];
    inertia(1, 2) = inertia(2, 1) = x[5];
  }
  return inertia;
}

}  // namespace

Quat read_rotation(const JsonNode& node) {
  const auto x = node.numbers();
  if (x.size() != 4) node.fail(fmt::format("has {} entries", x.size()), "give a quaternion [w, x, y, z]");
  Quat rotation(x[0], x[1], x[2], x[3]);
  make_unit(node, rotation.coeffs(), "give a unit quaternion [w, x, y, z], e.g. [1, 0, 0, 0] for no rotation");
  return rotation;
}

BodyDescription read_body(const JsonNode& node, MeshLibrary& library) {
  node.expect_object(body_fields);
  BodyDescription body;
  body.name = node.at("name").text();
  body.elastic = read_elastic(node);
  if (const auto fixed = node.find("fixed")) body.fixed = fixed->boolean();
  body.shape = read_shape(node.at("shape"), library);
  if (auto* smooth = std::get_if<SmoothDescription>(&body.shape))
    make_smooth(node.at("shape").at("smooth"), body, *smooth);
  if (const auto material = node.find("material")) body.material = material->text();
  if (const auto mass = node.find("mass")) body.mass = mass->number();
  if (const auto inertia = node.find("inertia")) body.inertia = read_inertia(*inertia);
  if (const auto centre = node.find("centre_of_mass")) body.centre_of_mass = centre->vec3();
  if (const auto position = node.find("position")) body.position = position->vec3();
  if (const auto rotation = node.find("rotation")) body.rotation = read_rotation(*rotation);
  if (const auto velocity = node.find("velocity")) body.velocity = velocity->vec3();
  if (const auto spin = node.find("angular_velocity")) body.angular_velocity = spin->vec3();
  if (const auto motion = node.find("motion")) body.motion = read_motion(*motion);
  return body;
}

}  // namespace stiction
