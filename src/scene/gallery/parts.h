// What gallery builders share: parameters, simple bodies, degrees.
#pragma once

#include <numbers>
#include <string>
#include <vector>

#include "stiction/scene/gallery.h"

namespace stiction::gallery_parts {

GalleryParameter number(const std::string& name, const std::string& description, const std::string& unit,
                        double default_value, double min, double max);
GalleryParameter whole(const std::string& name, const std::string& description, int default_value, int min, int max);
GalleryParameter flag(const std::string& name, const std::string& description);
GalleryParameter choice(const std::string& name, const std::string& description, std::vector<std::string> choices);
GalleryParameter text(const std::string& name, const std::string& description, const std::string& default_value);
/// Friction coefficient named `mu`.
GalleryParameter friction(double default_value);
GalleryParameter restitution(double default_value);
GalleryParameter density(double default_value);

/// A scene with standard gravity, its own name and one material.
Scene scene(const std::string& name, const std::string& material, const MaterialDescription& properties);

/// The fixed ground z <= 0.
BodyDescription floor(const std::string& material);
/// Four fixed walls about a square of this inner width, m.
void add_walls(Scene& scene, double width, const std::string& material);
BodyDescription box(const std::string& name, const Vec3& size, const Vec3& position, const std::string& material);
/// The defaults of a body that bends by the model of this name: modal, stvk or tetrahedral.
ElasticDescription elastic_like(const std::string& model);
/// The hull of points given in the world; its frame has the world's axes and its origin at their mean.
BodyDescription hull(const std::string& name, const std::vector<Vec3>& points, const std::string& material);
/// A mesh whose own frame has the world's axes and its origin at `position`.
BodyDescription mesh(const std::string& name, const MeshDescription& shape, const Vec3& position,
                     const std::string& material);
/// "stone_07": numbered from 1, with leading zeros so that names sort.
std::string numbered(const std::string& stem, int index, int count);

inline double radians(double degrees) { return degrees * std::numbers::pi / 180; }
/// Rotation about the y axis that turns z towards x.
inline Quat about_y(double angle) { return Quat(Eigen::AngleAxisd(angle, Vec3::UnitY())); }

}  // namespace stiction::gallery_parts
