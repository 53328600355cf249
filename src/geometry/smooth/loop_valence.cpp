#include "stiction/geometry/smooth/loop_valence.h"

#include <limits>
#include <map>
#include <mutex>
#include <numbers>

namespace stiction {
namespace {

/// Indices of the points of a patch by their place in the lattice; places that the patch does not have are never asked.
struct PatchIndex {
  int n;  // valence
  int operator()(LatticePlace p) const {
    for (std::size_t k = 0; k < kOuterPlaces.size(); ++k) {
      if (kOuterPlaces[k].i == p.i && kOuterPlaces[k].j == p.j) return n + 1 + int(k);
    }
    if (p.i == 0 && p.j == 0) return 0;
    if (p.i == 1 && p.j == 0) return 1;
    if (p.i == 0 && p.j == 1) return 2;
    return p.i < 0 ? 3 : n;  // (-1,1) and (1,-1): second and last but none of the ring
  }
};

LatticePlace turned(LatticePlace d) { return {-d.j, d.i + d.j}; }
LatticePlace operator+(LatticePlace a, LatticePlace b) { return {a.i + b.i, a.j + b.j}; }
LatticePlace operator-(LatticePlace a, LatticePlace b) { return {a.i - b.i, a.j - b.j}; }

/// Weights of the old points in the new one at a place of the lattice of half the spacing, away from the corner's ring.
Eigen::RowVectorXd refined(LatticePlace p, PatchIndex index) {
  Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(index.n + 6);
  const bool odd_i = p.i % 2 != 0, odd_j = p.j % 2 != 0;
  if (!odd_i && !odd_j) {
    const LatticePlace at{p.i / 2, p.j / 2};
    row(index(at)) = 5.0 / 8;
    LatticePlace d{1, 0};
    for (int k = 0; k < 6; ++k, d = turned(d)) row(index(at + d)) += 1.0 / 16;
    return row;
  }
  const LatticePlace twice = odd_i && odd_j ? LatticePlace{1, -1} : odd_i ? LatticePlace{1, 0} : LatticePlace{0, 1};
  const LatticePlace a{(p.i - twice.i) / 2, (p.j - twice.j) / 2}, b = a + twice;
  const LatticePlace left = a + turned(twice), right = b + turned(turned(turned(turned(twice))));
  for (const LatticePlace end : {a, b}) row(index(end)) += 3.0 / 8;
  for (const LatticePlace side : {left, right}) row(index(side)) += 1.0 / 8;
  return row;
}

/// The new points in the order of the old ones, and any other by its place.
struct Refinement {
  explicit Refinement(int n) : index{n}, matrix(Eigen::MatrixXd::Zero(n + 6, n + 6)) {
    const double beta = loop_vertex_weight(n);
    matrix(0, 0) = 1 - n * beta;
    matrix.row(0).segment(1, n).setConstant(beta);
    for (int k = 0; k < n; ++k) {
      matrix(1 + k, 0) += 3.0 / 8;
      matrix(1 + k, 1 + k) += 3.0 / 8;
      matrix(1 + k, 1 + (k + 1) % n) += 1.0 / 8;
      matrix(1 + k, 1 + (k + n - 1) % n) += 1.0 / 8;
    }
    for (int k = 0; k < 5; ++k) matrix.row(n + 1 + k) = refined(kOuterPlaces[std::size_t(k)], index);
  }
  Eigen::RowVectorXd at(LatticePlace p) const {
    const bool near = std::abs(p.i) <= 1 && std::abs(p.j) <= 1 && std::abs(p.i + p.j) <= 1;
    return near ? Eigen::RowVectorXd(matrix.row(index(p))) : refined(p, index);
  }
  PatchIndex index;
  Eigen::MatrixXd matrix;
};

/// Places of the three triangles: 0 at (1,0), 1 in the middle, upside down, 2 at (0,1).
LatticePlace place_in_triangle(int triangle, LatticePlace local) {
  if (triangle == 1) return LatticePlace{1, 1} - local;
  return (triangle == 0 ? LatticePlace{1, 0} : LatticePlace{0, 1}) + local;
}

/// The 5×5 block of the outer points has eigenvalues 1/8 (even modes) and 1/16 (odd ones). Rows: coefficients of the
/// modes; columns of the inverse: the modes.
constexpr std::array<double, 5> kOuterEigenvalues = {1.0 / 8, 1.0 / 16, 1.0 / 8, 1.0 / 16, 1.0 / 8};
Eigen::Matrix<double, 5, 5> outer_modes() {
  Eigen::Matrix<double, 5, 5> u = Eigen::Matrix<double, 5, 5>::Identity();
  u(1, 0) = u(1, 2) = u(3, 2) = u(3, 4) = 1;
  return u;
}
Eigen::Matrix<double, 5, 5> to_outer_modes() { return 2 * Eigen::Matrix<double, 5, 5>::Identity() - outer_modes(); }

}  // namespace

double loop_vertex_weight(int n) {
  const double c = 3.0 / 8 + std::cos(2 * std::numbers::pi / n) / 4;
  return (5.0 / 8 - c * c) / n;
}

std::shared_ptr<const LoopValence> LoopValence::of(int valence) {
  static std::mutex mutex;
  static std::map<int, std::shared_ptr<const LoopValence>> known;
  const std::lock_guard lock(mutex);
  std::shared_ptr<const LoopValence>& entry = known[valence];
  if (!entry) entry = std::make_shared<const LoopValence>(valence);
  return entry;
}

LoopValence::LoopValence(int valence) : valence_(valence) {
  const Refinement refinement(valence);
  find_modes(refinement.matrix);
  for (int level = 0; level <= kLevels; ++level) {
    for (int i = 0; i < modes_; ++i) {
      const double lambda = eigenvalues_[std::size_t(i)];
      const bool linear = linear_[std::size_t(i)];
      factors_.push_back(!linear ? std::pow(lambda, level) : level == 0 ? 0 : level * std::pow(lambda, level - 1));
    }
  }
  for (int triangle = 0; triangle < 3; ++triangle) {
    Eigen::Matrix<double, 12, Eigen::Dynamic> rows(12, points());
    for (int k = 0; k < 12; ++k) {
      rows.row(k) = refinement.at(place_in_triangle(triangle, kRegularPlaces[std::size_t(k)]));
    }
    Eigen::MatrixXd polynomials = box_spline_basis().transpose() * (rows * vectors_);  // 15 × modes
    // The position itself has no derivatives; as errors of rounding they would grow with every level.
    polynomials.col(0).setZero();
    polynomials(0, 0) = 1;
    basis_[std::size_t(triangle)].assign(polynomials.data(), polynomials.data() + polynomials.size());
  }
}

void LoopValence::find_modes(const Eigen::MatrixXd& refinement) {
  const int n = valence_, ring = n + 1;
  const double pi = std::numbers::pi, away = 8.0 / 3 * n * loop_vertex_weight(n);
  // Modes of the corner and its ring, each with the row that finds its coefficient.
  Eigen::MatrixXd v = Eigen::MatrixXd::Zero(ring, ring), coefficients = Eigen::MatrixXd::Zero(ring, ring);
  v.col(0).setOnes();
  v.col(1).setOnes();
  v(0, 1) = -away;
  coefficients.row(1).setConstant(1.0 / n / (1 + away));
  coefficients(1, 0) = -1 / (1 + away);
  coefficients.row(0).tail(n).setConstant(1.0 / n);
  coefficients.row(0) -= coefficients.row(1);
  eigenvalues_ = {1, 5.0 / 8 - n * loop_vertex_weight(n)};
  for (int k = 1, column = 2; column < ring; ++k) {
    for (const bool sine : {false, true}) {
      if (column == ring) break;  // the alternating mode of an even ring has no sine
      const bool alternating = 2 * k == n;
      eigenvalues_.push_back(alternating ? 1.0 / 8 : 3.0 / 8 + std::cos(2 * pi * k / n) / 4);
      for (int j = 0; j < n; ++j) {
        const double angle = 2 * pi * ((k * j) % n) / n;
        v(1 + j, column) = alternating ? (j % 2 == 0 ? 1 : -1) : sine ? std::sin(angle) : std::cos(angle);
        coefficients(column, 1 + j) = v(1 + j, column) * (alternating ? 1.0 : 2.0) / n;
      }
      ++column;
    }
  }
  // What the outer points of each mode must be: λ w = (outer block) w + (rows of the ring) v, in the outer modes.
  const Eigen::MatrixXd driven = to_outer_modes() * refinement.block(ring, 0, 5, ring) * v;
  Eigen::MatrixXd outer = Eigen::MatrixXd::Zero(5, ring), defect = outer;
  std::vector<int> defective;
  for (int i = 0; i < ring; ++i) {
    for (int j = 0; j < 5; ++j) {
      const double difference = eigenvalues_[std::size_t(i)] - kOuterEigenvalues[std::size_t(j)];
      if (std::abs(difference) > 1e-9) {
        outer(j, i) = driven(j, i) / difference;
      } else if (std::abs(driven(j, i)) > 1e-12) {
        defect(j, i) = driven(j, i);
      }
    }
    if (!defect.col(i).isZero(0)) defective.push_back(i);
  }
  modes_ = ring + 5 + int(defective.size());
  vectors_ = Eigen::MatrixXd::Zero(points(), modes_);
  to_modes_ = Eigen::MatrixXd::Zero(modes_, points());
  vectors_.topLeftCorner(ring, ring) = v;
  vectors_.block(ring, 0, 5, ring) = outer_modes() * outer;
  vectors_.block(ring, ring, 5, 5) = outer_modes();
  to_modes_.topLeftCorner(ring, ring) = coefficients;
  to_modes_.block(ring, ring, 5, 5) = to_outer_modes();
  to_modes_.block(ring, 0, 5, ring) = -outer * coefficients;
  eigenvalues_.insert(eigenvalues_.end(), kOuterEigenvalues.begin(), kOuterEigenvalues.end());
  linear_.assign(std::size_t(ring + 5), false);
  for (std::size_t d = 0; d < defective.size(); ++d) {
    const int mode = ring + 5 + int(d);
    vectors_.block(ring, mode, 5, 1) = outer_modes() * defect.col(defective[d]);
    to_modes_.row(mode).head(ring) = coefficients.row(defective[d]);
    eigenvalues_.push_back(eigenvalues_[std::size_t(defective[d])]);
    linear_.push_back(true);
  }
}

std::vector<Vec4> LoopValence::projected(const std::vector<Vec4>& points) const {
  std::vector<Vec4> result(std::size_t(modes_), Vec4::Zero());
  for (int i = 0; i < modes_; ++i) {
    for (std::size_t k = 0; k < points.size(); ++k) result[std::size_t(i)] += to_modes_(i, int(k)) * points[k];
  }
  return result;
}

Partials LoopValence::corner(const Vec4* modes) const {
  Partials d;
  d.fill(Vec4::Constant(std::numeric_limits<double>::quiet_NaN()));
  const double angle = 2 * std::numbers::pi / valence_;
  d[0] = modes[0];
  d[1] = modes[2];
  d[2] = std::cos(angle) * modes[2] + std::sin(angle) * modes[3];
  return d;
}

Partials LoopValence::evaluate(const Vec4* modes, double a, double b) const {
  // Just outside of the domain the sum alone would lead to triangles that are too small and far away.
  const double size = std::max({a + b, std::abs(a), std::abs(b)});
  int exponent = 0;
  std::frexp(size, &exponent);
  const int level = std::max(0, -exponent);
  if (size == 0 || level > kLevels) return corner(modes);
  const double zoom = std::ldexp(1, level + 1);
  const double u = zoom * a, v = zoom * b;
  const int triangle = u >= 1 ? 0 : v >= 1 ? 2 : 1;
  const double* factors = factors_.data() + std::size_t(level) * std::size_t(modes_);
  const double* basis = basis_[std::size_t(triangle)].data();
  Quartic c;
  c.fill(Vec4::Zero());
  for (int i = 0; i < modes_; ++i, basis += 15) {
    const Vec4 weighted = factors[i] * modes[i];
    for (std::size_t m = 0; m < 15; ++m) c[m] += basis[m] * weighted;
  }
  const double z = triangle == 1 ? -zoom : zoom, z2 = z * z, z3 = z2 * z;
  Partials d = triangle == 1   ? partials(c.data(), 1 - u, 1 - v)
               : triangle == 0 ? partials(c.data(), u - 1, v)
                               : partials(c.data(), u, v - 1);
  for (const std::size_t i : {1, 2}) d[i] *= z;
  for (const std::size_t i : {3, 4, 5}) d[i] *= z2;
  for (const std::size_t i : {6, 7, 8, 9}) d[i] *= z3;
  return d;
}

}  // namespace stiction
