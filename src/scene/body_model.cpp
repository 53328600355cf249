#include "stiction/scene/body_model.h"

#include "stiction/common/error.h"
#include "stiction/scene/smooth_model.h"

namespace stiction {
namespace {

struct ShapeMaker {
  Shape operator()(const HalfSpaceDescription& d) const { return HalfSpace{d.normal.normalized(), d.offset}; }
  Shape operator()(const BoxDescription& d) const { return Polyhedron{ConvexPolyhedron::box(d.size / 2)}; }
  Shape operator()(const SphereDescription& d) const { return Sphere{d.radius}; }
  Shape operator()(const CapsuleDescription& d) const { return Capsule{d.radius, d.length / 2}; }
  Shape operator()(const CylinderDescription& d) const { return Cylinder{d.radius, d.length / 2}; }
  Shape operator()(const ConeDescription& d) const { return Cone{d.radius, d.height}; }
  Shape operator()(const CompoundDescription& d) const {
    std::vector<CompoundPart> parts;
    for (std::size_t i = 0; i < d.parts.size(); ++i) {
      const PartDescription& part = d.parts[i];
      try {
        parts.push_back({make_shape(part.shape), {part.position, part.rotation.normalized().toRotationMatrix()}});
      } catch (const InputError& error) {
        throw InputError("shape.compound[" + std::to_string(i) + "]." + error.where(), error.problem(), error.remedy());
      }
    }
    try {
      return make_compound(parts);
    } catch (const InputError& error) {
      throw InputError("shape.compound", error.problem(), error.remedy());
    }
  }
  Shape operator()(const ConvexDescription& d) const {
    try {
      return Polyhedron{ConvexPolyhedron::hull(d.points)};
    } catch (const InputError& error) {
      throw InputError(d.file.empty() ? "shape.convex.points" : "shape.convex.file", error.problem(), error.remedy());
    }
  }
  Shape operator()(const MeshDescription& d) const { return Mesh{d.solid}; }
  Shape operator()(const TerrainDescription& d) const { return Terrain{d.surface}; }
  Shape operator()(const SmoothDescription& d) const {
    if (d.solid) return Mesh{d.solid};
    return Terrain{d.terrain};
  }
  Shape operator()(const HeightFieldDescription& d) const {
    try {
      const TriangleMesh mesh = height_field_mesh(d.size.x(), d.size.y(), d.rows, d.columns, d.heights);
      return Terrain{std::make_shared<const TerrainSurface>(mesh)};
    } catch (const InputError& error) {
      throw InputError("shape.height_field." + error.where(), error.problem(), error.remedy());
    }
  }
};

}  // namespace

Shape make_shape(const ShapeDescription& description) { return std::visit(ShapeMaker{}, description); }

MassProperties body_mass_properties(const BodyDescription& body, const Shape& shape, double density) {
  const auto* smooth = std::get_if<SmoothDescription>(&body.shape);
  MassProperties properties =
      smooth && smooth->closed ? smooth_mass(*smooth, density) : mass_properties(shape, density);
  if (body.mass) {
    properties.inertia *= *body.mass / properties.mass;
    properties.mass = *body.mass;
  }
  if (body.inertia) properties.inertia = *body.inertia;
  if (body.centre_of_mass) properties.centre = *body.centre_of_mass;
  return properties;
}

const MaterialDescription* find_material(const Scene& scene, const std::string& name) {
  static const MaterialDescription default_material;
  const auto found = scene.materials.find(name);
  if (found != scene.materials.end()) return &found->second;
  return name == "default" ? &default_material : nullptr;
}

}  // namespace stiction
