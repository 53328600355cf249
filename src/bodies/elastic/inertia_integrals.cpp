#include "stiction/bodies/elastic/inertia_integrals.h"

#include <array>

namespace stiction {

namespace {

/// a × b from the sum of the products a bᵀ.
Vec3 cross_of(const Mat3& products) {
  return {products(1, 2) - products(2, 1), products(2, 0) - products(0, 2), products(0, 1) - products(1, 0)};
}

Mat3 inertia_of(const Mat3& second_moment) {
  Mat3 inertia = -second_moment;
  inertia.diagonal().array() += second_moment.trace();
  return inertia;
}

}  // namespace

InertiaIntegrals::InertiaIntegrals(const Eigen::VectorXd& masses, const Eigen::VectorXd& rest,
                                   const Eigen::MatrixXd& basis)
    : mass_(masses.sum()),
      shape_moment_(Eigen::Matrix3Xd::Zero(3, basis.cols())),
      rest_shape_(static_cast<std::size_t>(basis.cols()), Mat3::Zero()),
      modal_mass_(Eigen::MatrixXd::Zero(basis.cols(), basis.cols())) {
  const Eigen::Index size = basis.cols(), vertices = masses.size();
  // Coordinates apart, one column of vertices for each shape: all sums become products of matrices.
  std::array<Eigen::MatrixXd, 3> part;
  Eigen::Matrix3Xd x(3, vertices);
  for (Eigen::Index v = 0; v < vertices; ++v) x.col(v) = rest.segment<3>(3 * v);
  for (int c = 0; c < 3; ++c) {
    part[static_cast<std::size_t>(c)].resize(vertices, size);
    for (Eigen::Index v = 0; v < vertices; ++v) part[static_cast<std::size_t>(c)].row(v) = basis.row(3 * v + c);
  }
  const Eigen::Matrix3Xd weighted = x * masses.asDiagonal();
  rest_moment_ = x * masses;
  rest_second_ = weighted * x.transpose();
  shape_shape_.resize(9, size * size);
  for (int c = 0; c < 3; ++c) {
    const Eigen::MatrixXd& u = part[static_cast<std::size_t>(c)];
    shape_moment_.row(c) = masses.transpose() * u;
    const Eigen::Matrix3Xd with_rest = weighted * u;
    for (Eigen::Index a = 0; a < size; ++a) rest_shape_[static_cast<std::size_t>(a)].col(c) = with_rest.col(a);
    const Eigen::MatrixXd heavy = masses.asDiagonal() * u;
    for (int r = 0; r < 3; ++r) {
      const Eigen::MatrixXd products = part[static_cast<std::size_t>(r)].transpose() * heavy;
      for (Eigen::Index a = 0; a < size; ++a) {
        for (Eigen::Index b = 0; b < size; ++b) shape_shape_(3 * c + r, a * size + b) = products(a, b);
      }
      if (r == c) modal_mass_ += products;
    }
  }
}

Mat3 InertiaIntegrals::shape_shape(int a, int b) const {
  return Eigen::Map<const Mat3>(shape_shape_.col(Eigen::Index{a} * size() + b).data());
}

std::vector<Mat3> InertiaIntegrals::mixed_moments(const Eigen::VectorXd& q) const {
  std::vector<Mat3> moments = rest_shape_;
  const Eigen::Index size = shape_moment_.cols();
  for (Eigen::Index a = 0; a < size; ++a) {
    // C_ba = C_abᵀ lies in one run of columns.
    const Eigen::Matrix<double, 9, 1> sum = shape_shape_.middleCols(a * size, size) * q;
    moments[static_cast<std::size_t>(a)] += Eigen::Map<const Mat3>(sum.data()).transpose();
  }
  return moments;
}

Mat3 InertiaIntegrals::second_moment(const Eigen::VectorXd& q) const {
  Mat3 moment = rest_second_;
  const Eigen::Index size = shape_moment_.cols();
  for (Eigen::Index a = 0; a < size; ++a) {
    const Mat3& b = rest_shape_[static_cast<std::size_t>(a)];
    const Eigen::Matrix<double, 9, 1> sum = shape_shape_.middleCols(a * size, size) * q;
    moment += q(a) * (b + b.transpose() + Eigen::Map<const Mat3>(sum.data()));
  }
  return moment;
}

Mat3 InertiaIntegrals::inertia(const Eigen::VectorXd& q) const { return inertia_of(second_moment(q)); }

Eigen::Matrix3Xd angular_coupling(const std::vector<Mat3>& mixed_moments) {
  Eigen::Matrix3Xd coupling(3, static_cast<Eigen::Index>(mixed_moments.size()));
  for (std::size_t a = 0; a < mixed_moments.size(); ++a) {
    coupling.col(static_cast<Eigen::Index>(a)) = cross_of(mixed_moments[a]);
  }
  return coupling;
}

Eigen::VectorXd centripetal_force(const std::vector<Mat3>& mixed_moments, const Vec3& w) {
  // U·(w (w·x) - w² x)
  Eigen::VectorXd force(static_cast<Eigen::Index>(mixed_moments.size()));
  for (std::size_t a = 0; a < mixed_moments.size(); ++a) {
    force(static_cast<Eigen::Index>(a)) = w.dot(mixed_moments[a] * w) - w.squaredNorm() * mixed_moments[a].trace();
  }
  return force;
}

Eigen::VectorXd half_coriolis_force(const InertiaIntegrals& integrals, const Eigen::VectorXd& speeds, const Vec3& w) {
  // U_a·(w × U_b) = w·(U_b × U_a)
  Eigen::VectorXd force(integrals.size());
  for (int a = 0; a < integrals.size(); ++a) {
    Mat3 products = Mat3::Zero();
    for (int b = 0; b < integrals.size(); ++b) products += speeds(b) * integrals.shape_shape(b, a);
    force(a) = w.dot(cross_of(products));
  }
  return force;
}

Mat3 inertia_rate(const std::vector<Mat3>& mixed_moments, const Eigen::VectorXd& speeds) {
  Mat3 rate = Mat3::Zero();
  for (std::size_t a = 0; a < mixed_moments.size(); ++a) {
    rate += speeds(static_cast<Eigen::Index>(a)) * (mixed_moments[a] + mixed_moments[a].transpose());
  }
  return inertia_of(rate);
}

}  // namespace stiction
