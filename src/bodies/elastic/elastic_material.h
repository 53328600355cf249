// What an elastic body is made of.
#pragma once

#include <string>

namespace stiction {

/// Isotropic elastic material with Rayleigh damping. The damping matrix is a M + b K: modes of angular frequency w lose
/// energy like oscillators of damping ratio (a / w + b w) / 2.
struct ElasticMaterial {
  double density = 1000;         ///< kg/m³, above 0
  double youngs_modulus = 1e6;   ///< Pa, above 0
  double poisson_ratio = 0.3;    ///< above -1, below 1/2; linear tetrahedra lock above about 0.45
  double mass_damping = 0;       ///< a, 1/s, not negative
  double stiffness_damping = 0;  ///< b, s, not negative
};

/// Lamé's constants, Pa. shear > 0 and first + 2/3 shear > 0, but `first` is negative for negative Poisson ratios.
struct LameConstants {
  double first = 0;  ///< lambda
  double shear = 0;  ///< mu
};
LameConstants lame_constants(const ElasticMaterial& material);

/// Throws InputError unless every field is in range; `where` names the body or file.
void check(const ElasticMaterial& material, const std::string& where = "material");

}  // namespace stiction
