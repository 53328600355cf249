#include "stiction/bodies/elastic/elastic_material.h"

#include <cmath>
#include <sstream>

#include "stiction/common/error.h"

namespace stiction {

namespace {

[[noreturn]] void refuse(const std::string& where, const char* field, double value, const char* remedy) {
  std::ostringstream text;
  text << "is " << value;
  throw InputError(where + "." + field, text.str(), remedy);
}

// Written so that a NaN is refused.
void require_positive(const std::string& where, const char* field, double value, const char* remedy) {
  if (!(value > 0 && std::isfinite(value))) refuse(where, field, value, remedy);
}
void require_not_negative(const std::string& where, const char* field, double value, const char* remedy) {
  if (!(value >= 0 && std::isfinite(value))) refuse(where, field, value, remedy);
}

}  // namespace

LameConstants lame_constants(const ElasticMaterial& material) {
  const double e = material.youngs_modulus, nu = material.poisson_ratio;
  return {.first = e * nu / ((1 + nu) * (1 - 2 * nu)), .shear = e / (2 * (1 + nu))};
}

void check(const ElasticMaterial& material, const std::string& where) {
  require_positive(where, "density", material.density, "give a density above 0 kg/m³");
  require_positive(where, "youngs_modulus", material.youngs_modulus, "give a modulus above 0 Pa");
  if (!(material.poisson_ratio > -1 && material.poisson_ratio < 0.5)) {
    refuse(where, "poisson_ratio", material.poisson_ratio, "give a ratio above -1 and below 0.5");
  }
  require_not_negative(where, "mass_damping", material.mass_damping, "give 0 or more, in 1/s");
  require_not_negative(where, "stiffness_damping", material.stiffness_damping, "give 0 or more, in s");
}

}  // namespace stiction
