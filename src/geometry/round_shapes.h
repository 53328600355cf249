// Measures of capsules, cylinders, cones and compounds; shape.h has the functions for any shape.
#pragma once

#include "stiction/geometry/shape.h"

namespace stiction {

MassProperties round_mass(const Capsule& capsule, double density);
MassProperties round_mass(const Cylinder& cylinder, double density);
MassProperties round_mass(const Cone& cone, double density);
MassProperties round_mass(const Compound& compound, double density);

Shape round_recentred(const Capsule& capsule, const Vec3& origin);
Shape round_recentred(const Cylinder& cylinder, const Vec3& origin);
Shape round_recentred(const Cone& cone, const Vec3& origin);
Shape round_recentred(const Compound& compound, const Vec3& origin);

double round_radius(const Capsule& capsule);
double round_radius(const Cylinder& cylinder);
double round_radius(const Cone& cone);
double round_radius(const Compound& compound);

double round_thickness(const Capsule& capsule);
double round_thickness(const Cylinder& cylinder);
double round_thickness(const Cone& cone);
double round_thickness(const Compound& compound);

}  // namespace stiction
