#include "stiction/bodies/elastic/elastic_law.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

namespace {

Mat3 symmetric_part(const Mat3& a) { return 0.5 * (a + a.transpose()); }

Mat3 green_strain(const Mat3& f) {
  Mat3 e = 0.5 * (f.transpose() * f);
  e.diagonal().array() -= 0.5;
  return e;
}

/// Stress of Hooke's law for a symmetric strain.
Mat3 hooke(const LameConstants& lame, const Mat3& strain) {
  Mat3 stress = 2 * lame.shear * strain;
  stress.diagonal().array() += lame.first * strain.trace();
  return stress;
}

double hooke_energy(const LameConstants& lame, const Mat3& strain) {
  const double trace = strain.trace();
  return lame.shear * strain.squaredNorm() + 0.5 * lame.first * trace * trace;
}

/// Newton's iteration for the orthogonal factor (Higham 1986): quadratic, and within five steps for what elements of a
/// body usually see. False where it would be slow: strongly deformed or nearly flat.
bool newton_rotation(const Mat3& f, Mat3& rotation) {
  const double det = f.determinant(), size = f.norm();
  // Stretches of at least about 0.1 of the largest.
  if (!(det > 0.02 * size * size * size / 5.2)) return false;
  Mat3 r = f;
  for (int i = 0; i < 12; ++i) {
    Mat3 inverse_transpose;
    inverse_transpose.col(0) = r.col(1).cross(r.col(2));
    inverse_transpose.col(1) = r.col(2).cross(r.col(0));
    inverse_transpose.col(2) = r.col(0).cross(r.col(1));
    const double d = r.col(0).dot(inverse_transpose.col(0));
    const Mat3 next = 0.5 * r + (0.5 / d) * inverse_transpose;
    const double change = (next - r).squaredNorm();
    r = next;
    if (change < 1e-18) {  // the error after this step is the square of the change
      rotation = r;
      return true;
    }
  }
  return false;
}

Mat3 svd_rotation(const Mat3& f) {
  if (!f.allFinite()) return Mat3::Identity();
  const Eigen::JacobiSVD<Mat3> svd(f, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Mat3 u = svd.matrixU();
  if ((u * svd.matrixV().transpose()).determinant() < 0)
    u.col(2) = -u.col(2);  // the least singular value turns negative
  return u * svd.matrixV().transpose();
}

/// Inverse of tr(S) 1 - S, whose eigenvalues are the sums of two stretches each. They are never negative.
Mat3 inverse_stretch_sums(const Mat3& stretch) {
  Mat3 sums = -stretch;
  sums.diagonal().array() += stretch.trace();
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(sums);
  const Vec3 inverse = eigen.eigenvalues().cwiseMax(kLeastStretchSum).cwiseInverse();
  return eigen.eigenvectors() * inverse.asDiagonal() * eigen.eigenvectors().transpose();
}

Vec9 stacked(const Mat3& a) { return Eigen::Map<const Vec9>(a.data()); }

Mat9 corotational_derivative(const LameConstants& lame, const Mat3& f) {
  const auto [r, s] = polar_decomposition(f);
  // dR = R [w]x with (tr(S) 1 - S) w = the axial vector of RᵀdF - dFᵀR, whose components are (R [e_k]x) : dF.
  Eigen::Matrix<double, 9, 3> turns;
  for (int k = 0; k < 3; ++k) turns.col(k) = stacked(r * cross_matrix(Vec3::Unit(k)));
  const double weight = lame.first * (s.trace() - 3) - 2 * lame.shear;
  const Eigen::Matrix<double, 9, 3> weighted = turns * (weight * inverse_stretch_sums(s));
  const Vec9 rotation = stacked(r);
  Mat9 h = weighted * turns.transpose();
  h.noalias() += lame.first * rotation * rotation.transpose();
  h.diagonal().array() += 2 * lame.shear;
  return h;
}

/// Column (3j + i): the change of the stress with F(i, j).
template <typename Change>
Mat9 by_columns(Change change) {
  Mat9 h;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      Mat3 df = Mat3::Zero();
      df(i, j) = 1;
      h.col(3 * j + i) = stacked(change(df));
    }
  }
  return h;
}

}  // namespace

PolarDecomposition polar_decomposition(const Mat3& f) {
  PolarDecomposition polar;
  if (!newton_rotation(f, polar.rotation)) polar.rotation = svd_rotation(f);
  polar.stretch = symmetric_part(polar.rotation.transpose() * f);
  return polar;
}

double least_stretch(const Mat3& f) {
  if (!f.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  const Eigen::JacobiSVD<Mat3> svd(f);
  const double least = svd.singularValues()(2);
  return f.determinant() < 0 ? -least : least;
}

bool is_inverted(const Mat3& f) { return !(f.determinant() > 0); }

bool is_softened(const Mat3& f) {
  // Sylvester: FᵀF - 1/3 is positive definite where all stretches are above the limit.
  Mat3 c = f.transpose() * f;
  c.diagonal().array() -= 1.0 / 3;
  const double second = c(0, 0) * c(1, 1) - c(0, 1) * c(0, 1);
  return !(c(0, 0) > 0 && second > 0 && c.determinant() > 0);
}

double energy_density(ElasticLaw law, const LameConstants& lame, const Mat3& f) {
  switch (law) {
    case ElasticLaw::kLinear:
      return hooke_energy(lame, symmetric_part(f - Mat3::Identity()));
    case ElasticLaw::kCorotational:
      return hooke_energy(lame, polar_decomposition(f).stretch - Mat3::Identity());
    case ElasticLaw::kStVenantKirchhoff:
      break;
  }
  return hooke_energy(lame, green_strain(f));
}

Mat3 piola_stress(ElasticLaw law, const LameConstants& lame, const Mat3& f) {
  switch (law) {
    case ElasticLaw::kLinear:
      return hooke(lame, symmetric_part(f - Mat3::Identity()));
    case ElasticLaw::kCorotational: {
      const auto [r, s] = polar_decomposition(f);
      return r * hooke(lame, s - Mat3::Identity());
    }
    case ElasticLaw::kStVenantKirchhoff:
      break;
  }
  return f * hooke(lame, green_strain(f));
}

Mat9 stress_derivative(ElasticLaw law, const LameConstants& lame, const Mat3& f) {
  switch (law) {
    case ElasticLaw::kLinear:
      return by_columns([&](const Mat3& df) -> Mat3 { return hooke(lame, symmetric_part(df)); });
    case ElasticLaw::kCorotational:
      return corotational_derivative(lame, f);
    case ElasticLaw::kStVenantKirchhoff:
      break;
  }
  const Mat3 stress = hooke(lame, green_strain(f));
  return by_columns(
      [&](const Mat3& df) -> Mat3 { return df * stress + f * hooke(lame, symmetric_part(f.transpose() * df)); });
}

}  // namespace stiction
