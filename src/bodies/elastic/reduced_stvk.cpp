#include "stiction/bodies/elastic/reduced_stvk.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "stiction/common/error.h"

namespace stiction {

namespace {

using Vec6d = Eigen::Matrix<double, 6, 1>;
using Run = Eigen::Map<const Eigen::VectorXd>;

constexpr std::size_t kGroup = 256;  // pieces whose strains are held at a time
constexpr Eigen::Index kTile = 64;   // columns of the Gram matrix that one task computes

/// Strains as vectors whose products are elastic energies: 2 mu X:Y + lambda tr X tr Y = |.|·|.|
class StrainVector {
 public:
  explicit StrainVector(const LameConstants& lame)
      : scale_(std::sqrt(2 * lame.shear)), trace_((std::sqrt(1 + 1.5 * lame.first / lame.shear) - 1) / 3) {}
  Vec6d of(const Mat3& g) const {
    // The symmetric part of g.
    const double t = trace_ * g.trace(), half = std::sqrt(0.5);
    Vec6d x;
    x << g(0, 0) + t, g(1, 1) + t, g(2, 2) + t, half * (g(0, 1) + g(1, 0)), half * (g(1, 2) + g(2, 1)),
        half * (g(2, 0) + g(0, 2));
    return scale_ * x;
  }

 private:
  double scale_, trace_;
};

/// Rows of one element: its strains for every coordinate and, for every pair, of the product of the two, weighted such
/// that their sum with q and with q_i q_j is the strain.
void fill_strains(const TetForces& forces, std::size_t element, const Eigen::MatrixXd& basis,
                  const StrainVector& vector, Eigen::Ref<Eigen::MatrixXd> rows) {
  const Eigen::Index size = basis.cols();
  const double root = std::sqrt(forces.volume(element));
  std::vector<Mat3> gradients(static_cast<std::size_t>(size));
  for (Eigen::Index i = 0; i < size; ++i) {
    gradients[static_cast<std::size_t>(i)] = forces.gradient(element, basis.col(i));
    rows.col(i) = root * vector.of(gradients[static_cast<std::size_t>(i)]);
  }
  Eigen::Index column = size;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    for (std::size_t j = i; j < gradients.size(); ++j) {
      const Mat3 product = gradients[i].transpose() * gradients[j];
      rows.col(column++) = (i == j ? 0.5 * root : root) * vector.of(product);
    }
  }
}

Eigen::MatrixXd strain_gram(const TetForces& forces, const Eigen::MatrixXd& basis, const Progress& progress) {
  const Eigen::Index size = basis.cols(), columns = size + size * (size + 1) / 2;
  const StrainVector vector(lame_constants(forces.material()));
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(columns, columns);
  Eigen::MatrixXd strains(6 * static_cast<Eigen::Index>(std::min(kGroup, forces.pieces())), columns);
  for (std::size_t first = 0; first < forces.pieces(); first += kGroup) {
    if (progress) progress("reduced forces", static_cast<double>(first) / static_cast<double>(forces.pieces()));
    const std::size_t count = std::min(kGroup, forces.pieces() - first);
    tbb::parallel_for(std::size_t{0}, count, [&](std::size_t e) {
      fill_strains(forces, first + e, basis, vector, strains.middleRows(6 * static_cast<Eigen::Index>(e), 6));
    });
    const auto used = strains.topRows(6 * static_cast<Eigen::Index>(count));
    tbb::parallel_for(Eigen::Index{0}, (columns + kTile - 1) / kTile, [&](Eigen::Index tile) {
      const Eigen::Index begin = tile * kTile, width = std::min(kTile, columns - begin);
      gram.block(begin, begin, columns - begin, width).noalias() +=
          used.rightCols(columns - begin).transpose() * used.middleCols(begin, width);
    });
  }
  gram.triangularView<Eigen::StrictlyUpper>() = gram.transpose();
  if (progress) progress("reduced forces", 1);
  return gram;
}

/// Product of the factorials of how often each value occurs, of sorted indices.
template <std::size_t N>
double repetitions(const std::array<Eigen::Index, N>& sorted) {
  double product = 1, run = 1;
  for (std::size_t i = 1; i < N; ++i) {
    run = sorted[i] == sorted[i - 1] ? run + 1 : 1;
    product *= run;
  }
  return product;
}

}  // namespace

Eigen::Index ReducedStVenantKirchhoff::coefficient_count(int size) {
  const Eigen::Index k = size;
  return k * (k + 1) / 2 + k * (k + 1) * (k + 2) / 6 + k * (k + 1) * (k + 2) * (k + 3) / 24;
}

void ReducedStVenantKirchhoff::lay_out() {
  pairs_ = Eigen::Index{size_} * (size_ + 1) / 2;
  Eigen::Index at = pairs_;
  for (Eigen::Index i = 0; i < size_; ++i) {
    begin3_.push_back(at);
    at += pairs_ - pair(i, i);
  }
  for (Eigen::Index i = 0; i < size_; ++i) {
    for (Eigen::Index j = i; j < size_; ++j) {
      begin4_.push_back(at);
      at += pairs_ - pair(j, j);
    }
  }
}

Eigen::Index ReducedStVenantKirchhoff::place3(Eigen::Index i, Eigen::Index j, Eigen::Index l) const {
  return begin3_[static_cast<std::size_t>(i)] + pair(j, l) - pair(i, i);
}

Eigen::Index ReducedStVenantKirchhoff::place4(Eigen::Index i, Eigen::Index j, Eigen::Index l, Eigen::Index m) const {
  return begin4_[static_cast<std::size_t>(pair(i, j))] + pair(l, m) - pair(j, j);
}

ReducedStVenantKirchhoff::ReducedStVenantKirchhoff(const TetForces& forces, const Eigen::MatrixXd& basis,
                                                   const Progress& progress)
    : size_(static_cast<int>(basis.cols())) {
  if (size_ < 1 || basis.rows() != forces.dofs()) {
    throw InputError("basis", "is " + std::to_string(basis.rows()) + " x " + std::to_string(basis.cols()),
                     "give a column for each coordinate and 3 rows for each vertex");
  }
  lay_out();
  sort_products(strain_gram(forces, basis, progress));
  fill_tangent();
}

ReducedStVenantKirchhoff::ReducedStVenantKirchhoff(int size, Eigen::VectorXd coefficients)
    : size_(size), coefficients_(std::move(coefficients)) {
  if (size < 1 || coefficients_.size() != coefficient_count(size)) {
    throw InputError("reduced polynomial", "has " + std::to_string(coefficients_.size()) + " coefficients",
                     "give all of degree 2, 3 and 4");
  }
  lay_out();
  fill_tangent();
}

void ReducedStVenantKirchhoff::sort_products(const Eigen::MatrixXd& gram) {
  // Energy: half the squared length of sum q_i e_i + sum q_i q_j d_ij.
  coefficients_ = Eigen::VectorXd::Zero(coefficient_count(size_));
  for (Eigen::Index i = 0; i < size_; ++i) {
    for (Eigen::Index j = i; j < size_; ++j) {
      const Eigen::Index p = pair(i, j);
      coefficients_(p) = (i == j ? 0.5 : 1) * gram(i, j);
      for (Eigen::Index l = 0; l < size_; ++l) {
        std::array<Eigen::Index, 3> s{i, j, l};
        std::sort(s.begin(), s.end());
        coefficients_(place3(s[0], s[1], s[2])) += gram(l, size_ + p);
        for (Eigen::Index m = l; m < size_; ++m) {
          std::array<Eigen::Index, 4> t{i, j, l, m};
          std::sort(t.begin(), t.end());
          coefficients_(place4(t[0], t[1], t[2], t[3])) += 0.5 * gram(size_ + pair(l, m), size_ + p);
        }
      }
    }
  }
}

void ReducedStVenantKirchhoff::fill_tangent() {
  tangent2_.resize(pairs_);
  tangent3_.resize(pairs_, size_);
  tangent4_.resize(pairs_ * (pairs_ + 1) / 2);
  Eigen::Index at = 0;
  for (Eigen::Index i = 0; i < size_; ++i) {
    for (Eigen::Index j = i; j < size_; ++j) {
      const Eigen::Index p = pair(i, j);
      tangent2_(p) = (i == j ? 2 : 1) * coefficients_(p);
      for (Eigen::Index l = 0; l < size_; ++l) {
        std::array<Eigen::Index, 3> s{i, j, l};
        std::sort(s.begin(), s.end());
        tangent3_(p, l) = repetitions(s) * coefficients_(place3(s[0], s[1], s[2]));
      }
      for (Eigen::Index l = i; l < size_; ++l) {
        for (Eigen::Index m = l == i ? j : l; m < size_; ++m) {
          std::array<Eigen::Index, 4> t{i, j, l, m};
          std::sort(t.begin(), t.end());
          tangent4_(at++) = repetitions(t) * coefficients_(place4(t[0], t[1], t[2], t[3]));
        }
      }
    }
  }
}

Eigen::VectorXd ReducedStVenantKirchhoff::products(const Eigen::VectorXd& q) const {
  Eigen::VectorXd m(pairs_);
  Eigen::Index at = 0;
  for (Eigen::Index i = 0; i < size_; ++i) {
    const Eigen::Index rest = size_ - i;
    m.segment(at, rest) = q(i) * q.tail(rest);
    at += rest;
  }
  return m;
}

double ReducedStVenantKirchhoff::evaluate(const Eigen::VectorXd& q, Eigen::VectorXd& force) const {
  const Eigen::VectorXd m = products(q);
  // Derivatives of the energy with respect to the products, and to coordinates that multiply them.
  Eigen::VectorXd by_product = coefficients_.head(pairs_);
  double energy = by_product.dot(m);
  force.setZero(size_);
  const double* c = coefficients_.data() + pairs_;
  for (Eigen::Index i = 0; i < size_; ++i) {
    const Eigen::Index length = pairs_ - pair(i, i);
    const Run run(c, length);
    c += length;
    const double sum = run.dot(m.tail(length));
    by_product.tail(length) += q(i) * run;
    force(i) += sum;
    energy += q(i) * sum;
  }
  Eigen::Index p = 0;
  for (Eigen::Index i = 0; i < size_; ++i) {
    for (Eigen::Index j = i; j < size_; ++j, ++p) {
      const Eigen::Index length = pairs_ - pair(j, j);
      const Run run(c, length);
      c += length;
      const double sum = run.dot(m.tail(length));
      by_product.tail(length) += m(p) * run;
      by_product(p) += sum;
      energy += m(p) * sum;
    }
  }
  p = 0;
  for (Eigen::Index i = 0; i < size_; ++i) {
    const Eigen::Index rest = size_ - i;
    force(i) += by_product.segment(p, rest).dot(q.tail(rest));
    force.tail(rest) += q(i) * by_product.segment(p, rest);
    p += rest;
  }
  return energy;
}

double ReducedStVenantKirchhoff::evaluate(const Eigen::VectorXd& q, Eigen::VectorXd& force,
                                          Eigen::MatrixXd& stiffness) const {
  Eigen::VectorXd m = products(q);
  for (Eigen::Index i = 0; i < size_; ++i) m(pair(i, i)) *= 0.5;  // a sum over l and m, halved
  const Eigen::VectorXd third = tangent3_ * q;
  Eigen::VectorXd fourth = Eigen::VectorXd::Zero(pairs_);
  const double* row = tangent4_.data();
  for (Eigen::Index p = 0; p < pairs_; ++p) {
    const Eigen::Index length = pairs_ - p - 1;
    const Run run(row + 1, length);
    fourth(p) += *row * m(p) + run.dot(m.tail(length));
    fourth.tail(length) += m(p) * run;
    row += length + 1;
  }
  // Homogeneous parts: those of degree n + 2 give a force of 1/(n + 1) and an energy of 1/((n + 1)(n + 2)) times K q.
  stiffness.resize(size_, size_);
  Eigen::MatrixXd secant(size_, size_), energies(size_, size_);
  Eigen::Index p = 0;
  for (Eigen::Index i = 0; i < size_; ++i) {
    for (Eigen::Index j = i; j < size_; ++j, ++p) {
      stiffness(i, j) = stiffness(j, i) = tangent2_(p) + third(p) + fourth(p);
      secant(i, j) = secant(j, i) = tangent2_(p) + third(p) / 2 + fourth(p) / 3;
      energies(i, j) = energies(j, i) = tangent2_(p) / 2 + third(p) / 6 + fourth(p) / 12;
    }
  }
  force.noalias() = secant * q;
  return q.dot(energies * q);
}

}  // namespace stiction
