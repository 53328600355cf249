// Shared by the tests of scenes.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "stiction/common/error.h"
#include "stiction/scene/body_model.h"
#include "stiction/scene/scene.h"

namespace stiction::testing {

/// A valid scene as text: a floor, a box and a sphere. `extra` goes at the top level, `box_extra` into the box.
inline std::string scene_text(const std::string& extra = "", const std::string& box_extra = "",
                              const std::string& shape = R"({"box": {"size": [1, 2, 3]}})") {
  return R"({"stiction": 1, )" + extra + R"(
    "materials": {"wood": {"mu": 0.5, "restitution": 0.2, "density": 100}},
    "bodies": [
      {"name": "floor", "fixed": true, "shape": {"half_space": {}}, "material": "wood"},
      {"name": "box", )" +
         box_extra + R"( "shape": )" + shape + R"(, "material": "wood"},
      {"name": "ball", "shape": {"sphere": {"radius": 0.5}}, "position": [5, 0, 1]}]})";
}

/// The InputError that a call throws; fails the test if it throws none.
template <class Call>
InputError error_of(Call&& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error;
  }
  ADD_FAILURE() << "no InputError was thrown";
  return InputError("", "", "");
}

inline InputError read_error(const std::string& text) {
  return error_of([&] { scene_from_json(text, "test.json"); });
}

inline Pose pose_of(const BodyDescription& body) { return {body.position, body.rotation.toRotationMatrix()}; }

/// World positions of the vertices of a body that is a box or hull.
inline std::vector<Vec3> world_vertices(const BodyDescription& body) {
  std::vector<Vec3> points;
  const Shape shape = make_shape(body.shape);
  for (const Vec3& v : std::get<Polyhedron>(shape).convex->vertices()) points.push_back(pose_of(body) * v);
  return points;
}

inline const BodyDescription& body_named(const Scene& scene, const std::string& name) {
  for (const BodyDescription& body : scene.bodies) {
    if (body.name == name) return body;
  }
  throw std::runtime_error("no body " + name);
}

}  // namespace stiction::testing
