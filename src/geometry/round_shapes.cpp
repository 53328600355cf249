#include "stiction/geometry/round_shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "stiction/common/error.h"

namespace stiction {

namespace {

using std::numbers::pi;

// Mass properties about z with the centre of mass at height z of the shape's own frame.
MassProperties placed(double mass, double z, double across, double along, const Pose& placement) {
  const Mat3 inertia = Vec3(across, across, along).asDiagonal();
  return {mass, placement * Vec3(0, 0, z), placement.R * inertia * placement.R.transpose()};
}

template <class Round>
Shape shifted(Round shape, const Vec3& origin) {
  shape.placement.p -= origin;
  return shape;
}

// How far the circle about the z axis of `placement`, at height z, reaches from the origin.
double circle_reach(const Pose& placement, double radius, double z) {
  const Vec3 centre = placement * Vec3(0, 0, z), axis = placement.R.col(2);
  const double along = centre.dot(axis);
  return std::hypot(along, (centre - along * axis).norm() + radius);
}

Compound measured(std::shared_ptr<const std::vector<CompoundPart>> parts) {
  Compound compound{std::move(parts), 0, std::numeric_limits<double>::infinity()};
  for (const CompoundPart& part : *compound.parts) {
    const Shape about_origin = recentred(part.shape, part.pose.to_local(Vec3::Zero()));
    compound.radius = std::max(compound.radius, bounding_radius(about_origin));
    compound.thickness = std::min(compound.thickness, thickness(part.shape));
  }
  return compound;
}

}  // namespace

MassProperties round_mass(const Capsule& c, double density) {
  const double r = c.radius, h = c.half_length;
  const double tube = density * pi * r * r * 2 * h, caps = density * 4.0 / 3.0 * pi * r * r * r;
  const double along = 0.5 * tube * r * r + 0.4 * caps * r * r;
  // Half a ball has its centre 3/8 r from its flat side.
  const double across = tube * (r * r / 4 + h * h / 3) + caps * (0.4 * r * r + h * h + 0.75 * h * r);
  return placed(tube + caps, 0, across, along, c.placement);
}

MassProperties round_mass(const Cylinder& c, double density) {
  const double r = c.radius, h = c.half_length, mass = density * pi * r * r * 2 * h;
  return placed(mass, 0, mass * (r * r / 4 + h * h / 3), 0.5 * mass * r * r, c.placement);
}

MassProperties round_mass(const Cone& c, double density) {
  const double r = c.radius, h = c.height, mass = density * pi * r * r * h / 3;
  return placed(mass, -0.25 * h, mass * (0.15 * r * r + 0.0375 * h * h), 0.3 * mass * r * r, c.placement);
}

MassProperties round_mass(const Compound& compound, double density) {
  MassProperties sum;
  std::vector<MassProperties> parts;
  for (const CompoundPart& part : *compound.parts) {
    MassProperties m = mass_properties(part.shape, density);
    m.centre = part.pose * m.centre;
    m.inertia = part.pose.R * m.inertia * part.pose.R.transpose();
    sum.mass += m.mass;
    sum.centre += m.mass * m.centre;
    parts.push_back(m);
  }
  sum.centre /= sum.mass;
  for (const MassProperties& m : parts) {
    const Vec3 d = m.centre - sum.centre;
    sum.inertia += m.inertia + m.mass * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  }
  return sum;
}

Shape round_recentred(const Capsule& capsule, const Vec3& origin) { return shifted(capsule, origin); }
Shape round_recentred(const Cylinder& cylinder, const Vec3& origin) { return shifted(cylinder, origin); }
Shape round_recentred(const Cone& cone, const Vec3& origin) { return shifted(cone, origin); }
Shape round_recentred(const Compound& compound, const Vec3& origin) {
  auto parts = std::make_shared<std::vector<CompoundPart>>(*compound.parts);
  for (CompoundPart& part : *parts) part.pose.p -= origin;
  return measured(std::move(parts));
}

double round_radius(const Capsule& c) {
  const Vec3 end(0, 0, c.half_length);
  return std::max((c.placement * end).norm(), (c.placement * Vec3(-end)).norm()) + c.radius;
}
double round_radius(const Cylinder& c) {
  return std::max(circle_reach(c.placement, c.radius, c.half_length),
                  circle_reach(c.placement, c.radius, -c.half_length));
}
double round_radius(const Cone& c) {
  return std::max(circle_reach(c.placement, c.radius, -0.5 * c.height), circle_reach(c.placement, 0, 0.5 * c.height));
}
double round_radius(const Compound& compound) { return compound.radius; }

double round_thickness(const Capsule& capsule) { return 2 * capsule.radius; }
double round_thickness(const Cylinder& cylinder) { return 2 * std::min(cylinder.radius, cylinder.half_length); }
double round_thickness(const Cone& c) {
  // The least height of its triangular section.
  return std::min(c.height, 2 * c.radius * c.height / std::hypot(c.radius, c.height));
}
double round_thickness(const Compound& compound) { return compound.thickness; }

Compound make_compound(const std::vector<CompoundPart>& parts) {
  auto flat = std::make_shared<std::vector<CompoundPart>>();
  for (const CompoundPart& part : parts) {
    if (is_fixed_only(part.shape)) {
      throw InputError("compound", "holds a half-space or terrain", "make that a fixed body of its own");
    }
    if (const auto* inner = std::get_if<Compound>(&part.shape)) {
      for (const CompoundPart& p : *inner->parts) flat->push_back({p.shape, part.pose * p.pose});
    } else {
      flat->push_back(part);
    }
  }
  if (flat->empty()) throw InputError("compound", "has no parts", "give at least one shape");
  if (flat->size() > kMaxParts) {
    throw InputError("compound", "has " + std::to_string(flat->size()) + " parts",
                     "give at most " + std::to_string(kMaxParts));
  }
  return measured(std::move(flat));
}

}  // namespace stiction
