#include "stiction/solvers/fischer_newton/fischer_function.h"

#include <cmath>

namespace stiction {

namespace {

struct Fischer {
  double value, da, db;
};

Fischer fischer(double a, double b) {
  const double h = std::sqrt(a * a + b * b);
  if (h == 0) return {0, M_SQRT1_2 - 1, M_SQRT1_2 - 1};
  // Where both are positive the difference h - a - b cancels; -2ab/(h + a + b) is the same without loss.
  const double value = a > 0 && b > 0 ? -2 * a * b / (h + a + b) : h - a - b;
  return {value, a / h - 1, b / h - 1};
}

/// One row within [l, u]; `bound_slope` is du/dλ_n = -dl/dλ_n.
struct Row {
  double phi, d_lambda, d_normal, d_y;
};

Row bounded_row(double lambda, double y, double l, double u, double bound_slope) {
  Fischer inner{y, 0, 0};  // φ(-y, ∞) = y
  double inner_dy = 1;
  if (std::isfinite(u)) {
    inner = fischer(-y, u - lambda);
    inner_dy = -inner.da;
  } else {
    inner.db = 0;
  }
  if (!std::isfinite(l)) return {-inner.value, inner.db, -inner.db * bound_slope, -inner_dy};  // φ(∞, b) = -b
  const Fischer outer = fischer(lambda - l, inner.value);
  return {outer.value, outer.da - outer.db * inner.db, bound_slope * (outer.da + outer.db * inner.db),
          outer.db * inner_dy};
}

}  // namespace

FischerLaw scaled_law(const LocalContact& c, double compliance) {
  const double root = std::sqrt(compliance);
  FischerLaw law{c.law, c.mu, root * c.lower, root * c.upper};
  // Rows that are not in use are fixed at 0.
  if (c.law == RowLaw::bounded)
    for (int row = c.rows; row < 3; ++row) law.lower[row] = law.upper[row] = 0;
  return law;
}

FischerRows fischer_rows(const FischerLaw& law, const Vec3& lambda, const Vec3& y) {
  FischerRows out;
  out.E.setZero();
  const bool contact = law.law == RowLaw::coulomb;
  for (int i = 0; i < 3; ++i) {
    Row row;
    if (contact && i == 0) {
      row = bounded_row(lambda.x(), y.x(), 0, INFINITY, 0);
    } else if (contact) {
      const double bound = law.mu * lambda.x();
      row = bounded_row(lambda[i], y[i], -bound, bound, law.mu);
    } else {
      row = bounded_row(lambda[i], y[i], law.lower[i], law.upper[i], 0);
    }
    out.phi[i] = row.phi;
    out.E(i, i) = row.d_lambda;
    if (contact && i > 0) out.E(i, 0) = row.d_normal;
    out.B[i] = row.d_y;
  }
  return out;
}

}  // namespace stiction
