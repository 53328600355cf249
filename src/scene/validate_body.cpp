#include "stiction/scene/validate_body.h"

#include <fmt/core.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "stiction/common/error.h"
#include "stiction/geometry/penetration.h"
#include "stiction/scene/body_model.h"
#include "stiction/scene/checks.h"
#include "stiction/scene/elastic_fields.h"
#include "stiction/scene/limits.h"
#include "stiction/scene/smooth_fields.h"
#include "stiction/scene/suggest.h"
#include "stiction/scene/validate_motion.h"

namespace stiction {
namespace {

void check_rotation(const Quat& rotation) {
  const double length = rotation.norm();
  if (!(std::abs(length - 1) <= limits::unit_slack)) {
    throw InputError("rotation", fmt::format("has length {:.6g}, not 1", length),
                     "give a unit quaternion [w, x, y, z], e.g. [1, 0, 0, 0] for no rotation");
  }
}

/// What can be said of a shape before it is built.
struct ShapeCheck {
  const BodyDescription& body;

  void operator()(const HalfSpaceDescription& d) const {
    if (!body.fixed) {
      throw InputError("fixed", "is false for a half-space, which fills half of the world", "add \"fixed\": true");
    }
    if (!(std::abs(d.normal.norm() - 1) <= limits::unit_slack)) {
      throw InputError("shape.half_space.normal", fmt::format("has length {:.6g}, not 1", d.normal.norm()),
                       "give a unit vector that points out of the solid, e.g. [0, 0, 1]");
    }
    check_range("shape.half_space.offset", d.offset, -limits::max_position, limits::max_position, "m");
  }
  void operator()(const BoxDescription& d) const {
    for (int i = 0; i < 3; ++i) {
      check_range(fmt::format("shape.box.size[{}]", i), d.size[i], limits::min_size, limits::max_size, "m");
    }
  }
  void operator()(const SphereDescription& d) const {
    check_range("shape.sphere.radius", d.radius, limits::min_size, limits::max_size, "m");
  }
  void operator()(const CapsuleDescription& d) const { check_round("capsule", d.radius, "length", d.length); }
  void operator()(const CylinderDescription& d) const { check_round("cylinder", d.radius, "length", d.length); }
  void operator()(const ConeDescription& d) const { check_round("cone", d.radius, "height", d.height); }
  void operator()(const CompoundDescription& d) const {
    for (std::size_t i = 0; i < d.parts.size(); ++i) {
      const PartDescription& part = d.parts[i];
      try {
        if (std::holds_alternative<TerrainDescription>(part.shape) ||
            std::holds_alternative<HeightFieldDescription>(part.shape)) {
          throw InputError("shape", "is terrain, which can be no part of a compound",
                           "make it a fixed body of its own");
        }
        if (std::holds_alternative<SmoothDescription>(part.shape)) {
          throw InputError("shape", "is a smooth surface, which can be no part of a compound",
                           "make it a body of its own");
        }
        if (std::holds_alternative<HalfSpaceDescription>(part.shape)) {
          throw InputError("shape", "is a half-space, which can be no part of a compound",
                           "make it a fixed body of its own");
        }
        std::visit(*this, part.shape);
        check_vector("position", part.position, limits::max_size, "m");
        check_rotation(part.rotation);
      } catch (const InputError& error) {
        throw InputError(fmt::format("shape.compound[{}].{}", i, error.where()), error.problem(), error.remedy());
      }
    }
  }
  void operator()(const ConvexDescription& d) const {
    const std::string field = d.file.empty() ? "shape.convex.points" : "shape.convex.file";
    if (d.points.size() < 4 || d.points.size() > limits::max_hull_points) {
      throw InputError(field, fmt::format("gives {} points", d.points.size()),
                       fmt::format("a convex body needs from 4 to {} points", limits::max_hull_points));
    }
    for (std::size_t i = 0; i < d.points.size(); ++i) {
      check_vector(fmt::format("{}[{}]", field, i), d.points[i], limits::max_size, "m");
    }
  }
  void operator()(const MeshDescription& d) const {
    const std::string field = d.file.empty() ? "shape.mesh" : "shape.mesh.file";
    if (!d.solid) throw InputError(field, "has not been loaded", "give a mesh");
    check_extent(field, d.solid->box());
    check_range(field + " (thickness)", d.solid->thickness(), limits::min_size, limits::max_size, "m");
  }
  void operator()(const TerrainDescription& d) const {
    check_fixed("terrain");
    const std::string field = d.file.empty() ? "shape.terrain" : "shape.terrain.file";
    if (!d.surface) throw InputError(field, "has not been loaded", "give a mesh");
    check_extent(field, d.surface->box());
  }
  void operator()(const SmoothDescription& d) const { validate_smooth(body, d); }
  void operator()(const HeightFieldDescription& d) const {
    check_fixed("a height field");
    for (int i = 0; i < 2; ++i) {
      check_range(fmt::format("shape.height_field.size[{}]", i), d.size[i], limits::min_size, limits::max_size, "m");
    }
    for (std::size_t i = 0; i < d.heights.size(); ++i) {
      check_range(fmt::format("shape.height_field.heights[{}]", i), d.heights[i], -limits::max_size, limits::max_size,
                  "m");
    }
  }

 private:
  void check_fixed(const std::string& what) const {
    if (!body.fixed) {
      throw InputError("fixed", "is false for " + what + ", which has no inside", "add \"fixed\": true");
    }
  }
  static void check_extent(const std::string& field, const Eigen::AlignedBox3d& box) {
    check_vector(field, box.min(), limits::max_size, "m");
    check_vector(field, box.max(), limits::max_size, "m");
    check_range(field + " (size)", box.sizes().maxCoeff(), limits::min_size, limits::max_size, "m");
  }
  static void check_round(const std::string& shape, double radius, const std::string& name, double length) {
    check_range("shape." + shape + ".radius", radius, limits::min_size, limits::max_size, "m");
    check_range("shape." + shape + "." + name, length, limits::min_size, limits::max_size, "m");
  }
};

void check_hull(const BodyDescription& body, const Shape& shape) {
  if (std::holds_alternative<Compound>(shape) && thickness(shape) < limits::min_size) {
    throw InputError("shape.compound", fmt::format("has a part only {:.3g} m thick", thickness(shape)),
                     fmt::format("give parts at least {} m thick in every direction", limits::min_size));
  }
  const auto* convex = std::get_if<ConvexDescription>(&body.shape);
  if (!convex || thickness(shape) >= limits::min_size) return;
  throw InputError(convex->file.empty() ? "shape.convex.points" : "shape.convex.file",
                   fmt::format("make a hull only {:.3g} m thick", thickness(shape)),
                   fmt::format("give a hull at least {} m thick in every direction", limits::min_size));
}

/// Distance of `p` outside the shape, or less (m); negative inside.
double outside(const BodyDescription& body, const Shape& shape, const Vec3& p) {
  // A ring has its centre of mass where none of it is.
  if (std::holds_alternative<SmoothDescription>(body.shape)) return p.norm() - bounding_radius(shape);
  if (const auto* compound = std::get_if<Compound>(&shape)) return p.norm() - compound->radius;
  return separation_by_brute_force(Sphere{0, p}, {}, shape, {});
}

void check_inertia(const Mat3& inertia) {
  if (!inertia.allFinite()) throw InputError("inertia", "is not finite", "give finite numbers in kg m²");
  const Vec3 principal = Eigen::SelfAdjointEigenSolver<Mat3>(inertia).eigenvalues();
  if (!(principal[0] > 0)) {
    throw InputError("inertia", fmt::format("has the principal value {:.6g}", principal[0]),
                     "give a positive definite inertia (kg m²)");
  }
  constexpr double rounding = 1e-9;
  if (!(principal[2] <= (principal[0] + principal[1]) * (1 + rounding))) {
    throw InputError("inertia",
                     fmt::format("has principal values {:.6g}, {:.6g}, {:.6g}, which no solid has", principal[0],
                                 principal[1], principal[2]),
                     "the largest may not exceed the sum of the other two");
  }
}

void check_mass(const Scene& scene, const BodyDescription& body, const Shape& shape) {
  if (body.mass) check_range("mass", *body.mass, limits::min_mass, limits::max_mass, "kg");
  if (body.inertia) check_inertia(*body.inertia);
  if (body.centre_of_mass) check_vector("centre_of_mass", *body.centre_of_mass, limits::max_size, "m");
  if (is_fixed_only(shape)) return;

  if (body.centre_of_mass && outside(body, shape, *body.centre_of_mass) > 0) {
    throw InputError("centre_of_mass", "lies outside the shape", "give a point inside it, in the body's own frame");
  }
  if (!body.mass && !body.fixed) {
    const double density = find_material(scene, body.material)->density;
    check_range("mass (volume times density)", mass_properties(shape, density).mass, limits::min_mass, limits::max_mass,
                "kg");
  }
}

void check_motion(const BodyDescription& body) {
  check_vector("position", body.position, limits::max_position, "m");
  check_rotation(body.rotation);
  check_vector("velocity", body.velocity, limits::max_speed, "m/s");
  check_vector("angular_velocity", body.angular_velocity, limits::max_speed, "rad/s");
  if (!body.fixed) return;
  const std::string remedy = "remove it, or set \"fixed\" to false";
  if (!body.velocity.isZero(0)) throw InputError("velocity", "is not zero though the body is fixed", remedy);
  if (!body.angular_velocity.isZero(0)) {
    throw InputError("angular_velocity", "is not zero though the body is fixed", remedy);
  }
}

}  // namespace

void validate_body(const Scene& scene, const BodyDescription& body) {
  check_name("name", body.name);
  if (!find_material(scene, body.material)) {
    std::vector<std::string> known;
    for (const auto& [name, material] : scene.materials) known.push_back(name);
    throw InputError("material", fmt::format("\"{}\" is unknown", printable(body.material)),
                     known.empty() ? "define it in \"materials\"" : suggest_name(body.material, known, "materials"));
  }
  std::visit(ShapeCheck{body}, body.shape);
  const Shape shape = make_shape(body.shape);  // once: a hull of many points takes time
  check_hull(body, shape);
  check_mass(scene, body, shape);
  check_motion(body);
  if (body.elastic) validate_elastic(body);
  if (body.motion) validate_motion(scene, body);
}

}  // namespace stiction
