// The shapes of bodies as a viewer draws them: few distinct ones, shared, so that equal bodies become one draw call.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "stiction/geometry/shape.h"
#include "stiction/geometry/soft_surface.h"

namespace stiction {

/// Gathers the distinct shapes of a scene, and the triangles of those that are not simply described by numbers.
class ReplayShapes {
 public:
  ReplayShapes();
  ~ReplayShapes();
  ReplayShapes(const ReplayShapes&) = delete;
  ReplayShapes& operator=(const ReplayShapes&) = delete;

  /// The parts that make up a body: a list of {shape, position, rotation (xyzw)} in the body frame.
  nlohmann::ordered_json parts_of(const Shape& shape);

  /// The same of a deformable body: one part, as it is at rest.
  nlohmann::ordered_json parts_of(const SoftSurface& surface);

  /// All shapes so far, in the order of the numbers in `parts_of`.
  const nlohmann::ordered_json& shapes() const { return *shapes_; }
  const std::string& vertices() const { return vertices_; }    ///< floats x, y, z
  const std::string& triangles() const { return triangles_; }  ///< uint32, three for each triangle

 private:
  void add(const Shape& shape, const Pose& pose, nlohmann::ordered_json& parts);
  void add_polyhedron(const ConvexPolyhedron& convex, const Pose& pose, nlohmann::ordered_json& parts);
  int number_of(const nlohmann::ordered_json& shape);
  int triangle_shape(const char* type, const std::vector<Vec3>& vertices,
                     const std::vector<std::array<int, 3>>& triangles);

  std::unique_ptr<nlohmann::ordered_json> shapes_;
  std::map<std::string, int> numbers_;        ///< of shapes by their description
  std::map<std::string, int> triangle_sets_;  ///< by their content
  std::map<const void*, int> shared_meshes_;  ///< by address: hundreds of bodies may share a large mesh
  std::string vertices_, triangles_;
};

}  // namespace stiction
