#include "stiction/scene/gallery/parts.h"

#include <fmt/core.h>

namespace stiction::gallery_parts {

GalleryParameter number(const std::string& name, const std::string& description, const std::string& unit,
                        double default_value, double min, double max) {
  return {name, description, unit, default_value, min, max, false, {}};
}

GalleryParameter whole(const std::string& name, const std::string& description, int default_value, int min, int max) {
  return {name, description, "", default_value, static_cast<double>(min), static_cast<double>(max), true, {}};
}

GalleryParameter flag(const std::string& name, const std::string& description) {
  return whole(name, description, 0, 0, 1);
}

GalleryParameter choice(const std::string& name, const std::string& description, std::vector<std::string> choices) {
  return {name, description, "", choices.front(), 0, 0, false, choices};
}

GalleryParameter text(const std::string& name, const std::string& description, const std::string& default_value) {
  return {name, description, "", default_value, 0, 0, false, {}, true};
}

GalleryParameter friction(double default_value) {
  return number("mu", "friction coefficient", "", default_value, 0, 10);
}

GalleryParameter restitution(double default_value) {
  return number("restitution", "bounce: speed after over speed before an impact", "", default_value, 0, 1);
}

GalleryParameter density(double default_value) {
  return number("density", "density of the bodies", "kg/m³", default_value, 1, 1e5);
}

Scene scene(const std::string& name, const std::string& material, const MaterialDescription& properties) {
  Scene scene;
  scene.name = name;
  scene.materials[material] = properties;
  return scene;
}

BodyDescription floor(const std::string& material) {
  BodyDescription body;
  body.name = "floor";
  body.fixed = true;
  body.shape = HalfSpaceDescription{};
  body.material = material;
  return body;
}

ElasticDescription elastic_like(const std::string& model) {
  ElasticDescription elastic;
  elastic.model = model == "modal" ? SoftKind::modal : model == "stvk" ? SoftKind::stvk : SoftKind::tetrahedral;
  return elastic;
}

void add_walls(Scene& scene, double width, const std::string& material) {
  const std::pair<const char*, Vec3> walls[] = {{"wall_left", Vec3::UnitX()},
                                                {"wall_right", -Vec3::UnitX()},
                                                {"wall_front", Vec3::UnitY()},
                                                {"wall_back", -Vec3::UnitY()}};
  for (const auto& [name, inward] : walls) {
    BodyDescription wall = floor(material);
    wall.name = name;
    wall.shape = HalfSpaceDescription{inward, -width / 2};
    scene.bodies.push_back(std::move(wall));
  }
}

BodyDescription mesh(const std::string& name, const MeshDescription& shape, const Vec3& position,
                     const std::string& material) {
  BodyDescription body;
  body.name = name;
  body.shape = shape;
  body.material = material;
  body.position = position;
  return body;
}

BodyDescription box(const std::string& name, const Vec3& size, const Vec3& position, const std::string& material) {
  BodyDescription body;
  body.name = name;
  body.shape = BoxDescription{size};
  body.material = material;
  body.position = position;
  return body;
}

BodyDescription hull(const std::string& name, const std::vector<Vec3>& points, const std::string& material) {
  Vec3 mean = Vec3::Zero();
  for (const Vec3& p : points) mean += p;
  mean /= static_cast<double>(points.size());
  ConvexDescription convex;
  for (const Vec3& p : points) convex.points.push_back(p - mean);
  BodyDescription body;
  body.name = name;
  body.shape = std::move(convex);
  body.material = material;
  body.position = mean;
  return body;
}

std::string numbered(const std::string& stem, int index, int count) {
  return fmt::format("{}_{:0{}}", stem, index + 1, std::to_string(count).size());
}

}  // namespace stiction::gallery_parts
