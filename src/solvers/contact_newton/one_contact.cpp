#include "stiction/solvers/contact_newton/one_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

namespace {

constexpr int kMaxSearch = 40;
constexpr double kPrecision = 1e-13;

Vec3 solve_bounded(const LocalContact& c, const Mat3& D, const Vec3& b, Vec3 r) {
  for (int pass = 0; pass < 3; ++pass)
    for (int row = 0; row < c.rows; ++row) {
      if (!(D(row, row) > 0)) continue;
      const double u = b[row] + D.row(row).dot(r);
      r[row] = std::clamp(r[row] - u / D(row, row), c.lower[row], c.upper[row]);
    }
  return r;
}

/// The contact pushing, with the normal impulse eliminated: (S + a) r_T = -c, where a >= 0 is the drag.
struct Pushing {
  Pushing(const Mat3& D, const Vec3& b) : dn(D(0, 0)), bn(b.x()), n1(D(0, 1)), n2(D(0, 2)) {
    const double t1 = D(1, 0) / dn, t2 = D(2, 0) / dn;
    s11 = D(1, 1) - t1 * n1;
    s12 = D(1, 2) - t1 * n2;
    s21 = D(2, 1) - t2 * n1;
    s22 = D(2, 2) - t2 * n2;
    c1 = b.y() - t1 * bn;
    c2 = b.z() - t2 * bn;
  }
  /// x = -(S + a)⁻¹ y; false if singular.
  bool tangent(double a, double y1, double y2, double& x1, double& x2) const {
    const double det = (s11 + a) * (s22 + a) - s12 * s21;
    if (!(det > 0)) return false;
    x1 = (s12 * y2 - (s22 + a) * y1) / det;
    x2 = (s21 * y1 - (s11 + a) * y2) / det;
    return true;
  }
  double normal(double x1, double x2) const { return -(bn + n1 * x1 + n2 * x2) / dn; }
  double dn, bn, n1, n2, s11, s12, s21, s22, c1, c2;
};

}  // namespace

Vec3 solve_one_contact(const LocalContact& contact, const Mat3& D, const Vec3& b, const Vec3& r, double& drag) {
  if (contact.law == RowLaw::bounded) return solve_bounded(contact, D, b, r);
  if (b.x() >= 0 || !(D(0, 0) > 0)) {
    drag = 0;
    return Vec3::Zero();
  }
  const double mu = contact.mu;
  if (mu == 0) return Vec3(-b.x() / D(0, 0), 0, 0);
  const Pushing p(D, b);
  double x1 = 0, x2 = 0;
  if (p.tangent(0, p.c1, p.c2, x1, x2)) {
    const double n = p.normal(x1, x2);
    if (n > 0 && x1 * x1 + x2 * x2 <= mu * mu * n * n) {
      drag = 0;
      return Vec3(n, x1, x2);
    }
  }
  // Slip: mu r_N = |r_T|, nearly linear in the drag when written as a quotient.
  const double size = std::abs(p.s11) + std::abs(p.s22) + p.dn;
  double low = 0, high = std::numeric_limits<double>::infinity(), a = drag > 0 ? drag : 0.1 * size, n = 0;
  for (int i = 0; i < kMaxSearch; ++i) {
    double next = -1;
    if (!p.tangent(a, p.c1, p.c2, x1, x2)) {
      low = a;
    } else {
      n = p.normal(x1, x2);
      const double length2 = x1 * x1 + x2 * x2, length = std::sqrt(length2);
      if (!(length > 0)) break;
      const double value = mu * n / length - 1;
      if (std::abs(value) < kPrecision) break;
      (value < 0 ? low : high) = a;
      double d1 = 0, d2 = 0;
      p.tangent(a, x1, x2, d1, d2);
      const double slope = -mu * ((p.n1 * d1 + p.n2 * d2) / p.dn + n * (x1 * d1 + x2 * d2) / length2) / length;
      next = a - value / slope;
    }
    if (!(next > low && next < high)) next = std::isfinite(high) ? 0.5 * (low + high) : 3 * a + 0.1 * size;
    if (next == a) break;
    a = next;
  }
  drag = a;
  n = std::max(0.0, n);
  const double length = std::sqrt(x1 * x1 + x2 * x2), f = length > 0 ? mu * n / length : 0;
  return Vec3(n, f * x1, f * x2);
}

}  // namespace stiction
