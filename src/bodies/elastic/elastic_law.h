// Elastic energy of a deformation gradient F: energy density, stress and its derivative, for three laws.
#pragma once

#include "stiction/bodies/elastic/elastic_material.h"
#include "stiction/linalg/types.h"

namespace stiction {

using Vec9 = Eigen::Matrix<double, 9, 1>;
using Mat9 = Eigen::Matrix<double, 9, 9>;

enum class ElasticLaw {
  kLinear,             ///< small strains, small rotations: force is linear in displacements
  kCorotational,       ///< small strains, any rotation: mu |F - R|² + lambda/2 tr(RᵀF - 1)², with F = R S
  kStVenantKirchhoff,  ///< mu E:E + lambda/2 tr(E)², with E = (FᵀF - 1)/2: large bending; too soft under large
                       ///< compression
};

/// Under this principal stretch a St.Venant-Kirchhoff material gets softer the more it is compressed: the uniaxial
/// stress E/2 (s³ - s) has its extremum there, and nothing resists inversion.
inline constexpr double kStVenantKirchhoffLimit = 0.57735026918962576;  // 1/sqrt(3)

/// The rotation nearest to F, F = R S with S symmetric. Of an inverted F (det F < 0) it is a rotation all the same: S
/// then has one negative eigenvalue, the one of least size, so that R stays continuous while an element passes through
/// a flat state. Never fails for finite F.
struct PolarDecomposition {
  Mat3 rotation = Mat3::Identity();
  Mat3 stretch = Mat3::Identity();  ///< S
};
PolarDecomposition polar_decomposition(const Mat3& f);

/// Least singular value of F, with the sign of det F; NaN if F is not finite.
double least_stretch(const Mat3& f);
/// det F <= 0, and: a principal stretch is under kStVenantKirchhoffLimit. Exact tests without eigenvalues; NaN is both.
bool is_inverted(const Mat3& f);
bool is_softened(const Mat3& f);

/// J/m³
double energy_density(ElasticLaw law, const LameConstants& lame, const Mat3& f);
/// First Piola-Kirchhoff stress, the derivative of the energy density with respect to F, Pa.
Mat3 piola_stress(ElasticLaw law, const LameConstants& lame, const Mat3& f);
/// Its derivative, with F and the stress stacked by columns: exact, symmetric, indefinite under compression. The
/// corotational law has no derivative where two stretches cancel (an inverted element mirrored about a line); there the
/// sum of the two is taken as at least kLeastStretchSum.
Mat9 stress_derivative(ElasticLaw law, const LameConstants& lame, const Mat3& f);
inline constexpr double kLeastStretchSum = 1e-3;

}  // namespace stiction
