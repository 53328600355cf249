#include "stiction/geometry/smooth/box_spline.h"

namespace stiction {
namespace {

using Row = Eigen::Matrix<double, 1, 15>;

int number(int i, int j) { return (i + j) * (i + j + 1) / 2 + j; }

Row product(const Row& a, const Row& b) {
  Row r = Row::Zero();
  for (int i = 0; i <= 4; ++i) {
    for (int j = 0; i + j <= 4; ++j) {
      for (int k = 0; i + j + k <= 4; ++k) {
        for (int l = 0; i + j + k + l <= 4; ++l) r(number(i + k, j + l)) += a(number(i, j)) * b(number(k, l));
      }
    }
  }
  return r;
}

/// factor uᵃ vᵇ wᶜ as powers of s and t.
struct Barycentric {
  Row u, v, w;
  Row operator()(double factor, int a, int b, int c) const {
    Row r = Row::Zero();
    r(0) = factor;
    for (int i = 0; i < a; ++i) r = product(r, u);
    for (int i = 0; i < b; ++i) r = product(r, v);
    for (int i = 0; i < c; ++i) r = product(r, w);
    return r;
  }
};

/// The box spline of a control point at the corner u; of one beyond the edge uv; of a neighbour of u alone, on the
/// side of v. All are 1/12 of these.
Row at_corner(const Barycentric& p) {
  return p(6, 4, 0, 0) + p(24, 3, 1, 0) + p(24, 3, 0, 1) + p(24, 2, 2, 0) + p(24, 2, 0, 2) + p(60, 2, 1, 1) +
         p(8, 1, 3, 0) + p(8, 1, 0, 3) + p(36, 1, 2, 1) + p(36, 1, 1, 2) + p(1, 0, 4, 0) + p(1, 0, 0, 4) +
         p(6, 0, 3, 1) + p(6, 0, 1, 3) + p(12, 0, 2, 2);
}
Row beyond_edge(const Barycentric& p) {
  return p(1, 4, 0, 0) + p(6, 3, 1, 0) + p(12, 2, 2, 0) + p(6, 1, 3, 0) + p(1, 0, 4, 0) + p(2, 3, 0, 1) +
         p(6, 2, 1, 1) + p(6, 1, 2, 1) + p(2, 0, 3, 1);
}
Row beyond_corner(const Barycentric& p) { return p(1, 4, 0, 0) + p(2, 3, 1, 0); }

Eigen::Matrix<double, 12, 15> make_basis() {
  Row u = Row::Zero(), v = Row::Zero(), w = Row::Zero();
  u(0) = 1;
  u(1) = u(2) = -1;
  v(1) = 1;
  w(2) = 1;
  Eigen::Matrix<double, 12, 15> b;
  b.row(0) = at_corner({u, v, w});
  b.row(1) = at_corner({v, w, u});
  b.row(2) = at_corner({w, u, v});
  b.row(3) = beyond_edge({u, w, v});
  b.row(4) = beyond_corner({u, w, v});
  b.row(5) = beyond_corner({u, v, w});
  b.row(6) = beyond_edge({u, v, w});
  b.row(7) = beyond_corner({v, u, w});
  b.row(8) = beyond_corner({v, w, u});
  b.row(9) = beyond_edge({v, w, u});
  b.row(10) = beyond_corner({w, v, u});
  b.row(11) = beyond_corner({w, u, v});
  return b / 12;
}

}  // namespace

const Eigen::Matrix<double, 12, 15>& box_spline_basis() {
  static const Eigen::Matrix<double, 12, 15> basis = make_basis();
  return basis;
}

Quartic box_spline_patch(const std::array<Vec4, 12>& points) {
  const Eigen::Matrix<double, 12, 15>& basis = box_spline_basis();
  Quartic c;
  for (std::size_t m = 0; m < 15; ++m) {
    c[m].setZero();
    for (std::size_t k = 0; k < 12; ++k) c[m] += basis(int(k), int(m)) * points[k];
  }
  return c;
}

}  // namespace stiction
