// Analytic surfaces for the tests, differentiated by truncated Taylor arithmetic: formulas are written once, as
// positions.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <utility>

#include "stiction/geometry/smooth/smooth_surface.h"

namespace stiction::test {

/// A function of two variables up to third order: coefficients of 1, s, t, s², st, t², s³, s²t, st², t³.
struct Taylor {
  std::array<double, 10> c{};
  Taylor() = default;
  Taylor(double value) { c[0] = value; }  // NOLINT: numbers are constants
  static constexpr std::array<std::pair<int, int>, 10> kPowers{
      {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}, {3, 0}, {2, 1}, {1, 2}, {0, 3}}};
  static int index(int i, int j) { return (i + j) * (i + j + 1) / 2 + j; }
  friend Taylor operator+(Taylor a, const Taylor& b) {
    for (int i = 0; i < 10; ++i) a.c[i] += b.c[i];
    return a;
  }
  friend Taylor operator-(Taylor a, const Taylor& b) {
    for (int i = 0; i < 10; ++i) a.c[i] -= b.c[i];
    return a;
  }
  friend Taylor operator*(const Taylor& a, const Taylor& b) {
    Taylor r;
    for (int i = 0; i < 10; ++i)
      for (int j = 0; j < 10; ++j) {
        const int p = kPowers[i].first + kPowers[j].first, q = kPowers[i].second + kPowers[j].second;
        if (p + q <= 3) r.c[index(p, q)] += a.c[i] * b.c[j];
      }
    return r;
  }
  /// f(a), given f and its first three derivatives at a's value.
  static Taylor compose(const Taylor& a, double f0, double f1, double f2, double f3) {
    Taylor d = a;
    d.c[0] = 0;
    const Taylor d2 = d * d;
    return Taylor(f0) + Taylor(f1) * d + Taylor(f2 / 2) * d2 + Taylor(f3 / 6) * (d2 * d);
  }
};
inline Taylor sin(const Taylor& a) {
  const double s = std::sin(a.c[0]), c = std::cos(a.c[0]);
  return Taylor::compose(a, s, c, -s, -c);
}
inline Taylor cos(const Taylor& a) {
  const double s = std::sin(a.c[0]), c = std::cos(a.c[0]);
  return Taylor::compose(a, c, -s, -c, s);
}
/// 1/sqrt(a).
inline Taylor inverse_root(const Taylor& a) {
  const double x = a.c[0], f = 1 / std::sqrt(x);
  return Taylor::compose(a, f, -f / (2 * x), 3 * f / (4 * x * x), -15 * f / (8 * x * x * x));
}

inline Taylor pow(const Taylor& a, double p) {
  const double x = a.c[0], f = std::pow(x, p);
  return Taylor::compose(a, f, p * f / x, p * (p - 1) * f / (x * x), p * (p - 1) * (p - 2) * f / (x * x * x));
}

using Taylor3 = std::array<Taylor, 3>;

inline SurfaceJet to_jet(const Taylor3& x) {
  const auto pick = [&](int i, double factor) { return Vec3(factor * Vec3(x[0].c[i], x[1].c[i], x[2].c[i])); };
  return {pick(0, 1), pick(1, 1), pick(2, 1), pick(3, 2), pick(4, 1),
          pick(5, 2), pick(6, 6), pick(7, 2), pick(8, 2), pick(9, 6)};
}
inline std::pair<Taylor, Taylor> variables(const Vec2& at) {
  Taylor s(at.x()), t(at.y());
  s.c[1] = 1;
  t.c[2] = 1;
  return {s, t};
}

inline std::vector<Vec2> rectangle(double s0, double s1, double t0, double t1) {
  return {{s0, t0}, {s1, t0}, {s1, t1}, {s0, t1}};
}

/// One patch given by a formula, over a rectangle that may be periodic.
class FormulaSurface : public SmoothSurface {
 public:
  using Formula = std::function<Taylor3(const Taylor&, const Taylor&)>;
  FormulaSurface(Formula formula, std::vector<Vec2> domain, Vec2 period = Vec2::Zero())
      : formula_(std::move(formula)), domain_(std::move(domain)), period_(period) {}
  int patches() const override { return 1; }
  const std::vector<Vec2>& domain(int) const override { return domain_; }
  SurfaceJet jet(const SurfacePoint& at) const override {
    const auto [s, t] = variables(at.st);
    return to_jet(formula_(s, t));
  }
  std::optional<SurfacePoint> across(const SurfacePoint& at, int edge) const override {
    static const Vec2 kOut[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    const Vec2 shift = kOut[edge].cwiseProduct(period_);
    if (shift.isZero(0)) return std::nullopt;
    return SurfacePoint{0, at.st - shift};
  }
  std::vector<SurfacePoint> around(int, int corner) const override { return {{0, domain_[corner]}}; }
  bool extraordinary(int, int) const override { return false; }

 private:
  Formula formula_;
  std::vector<Vec2> domain_;
  Vec2 period_;
};

/// The plane z = 0, outward up, a little skewed so that metrics matter.
inline std::shared_ptr<SmoothSurface> plane(double size = 1e3) {
  return std::make_shared<FormulaSurface>(
      [](const Taylor& s, const Taylor& t) {
        return Taylor3{s + Taylor(0.3) * t, Taylor(0.8) * t, Taylor(0)};
      },
      rectangle(-size, size, -size, size));
}

/// z = k/2 (x² + y²) and the like: outward up, `up` false: the body lies above it and outward is down.
inline std::shared_ptr<SmoothSurface> paraboloid(double kx, double ky, bool up, double size = 1) {
  return std::make_shared<FormulaSurface>(
      [=](const Taylor& s, const Taylor& t) {
        const Taylor &x = up ? s : t, &y = up ? t : s;
        return Taylor3{x, y, Taylor(kx / 2) * x * x + Taylor(ky / 2) * y * y};
      },
      rectangle(-size, size, -size, size));
}

/// A torus about z: tube `r` around a circle of radius `R`.
inline std::shared_ptr<SmoothSurface> torus(double R, double r) {
  constexpr double kTurn = 2 * std::numbers::pi;
  return std::make_shared<FormulaSurface>(
      [=](const Taylor& s, const Taylor& t) {
        const Taylor rho = Taylor(R) + Taylor(r) * cos(t);
        return Taylor3{rho * cos(s), rho * sin(s), Taylor(r) * sin(t)};
      },
      rectangle(-3.5, 3.5, -3.5, 3.5), Vec2(kTurn, kTurn));
}

/// An ellipsoid of six charts, each a face of a cube seen from the centre; they overlap.
class Ellipsoid : public SmoothSurface {
 public:
  explicit Ellipsoid(const Vec3& radii) : radii_(radii), domain_(rectangle(-1.2, 1.2, -1.2, 1.2)) {}
  int patches() const override { return 6; }
  const std::vector<Vec2>& domain(int) const override { return domain_; }
  SurfaceJet jet(const SurfacePoint& at) const override {
    const auto [s, t] = variables(at.st);
    const Taylor f = inverse_root(Taylor(1) + s * s + t * t);
    const Mat3 face = axes(at.patch);
    Taylor3 x;
    for (int i = 0; i < 3; ++i)
      x[i] = Taylor(radii_[i]) * f * (Taylor(face(i, 0)) * s + Taylor(face(i, 1)) * t + Taylor(face(i, 2)));
    return to_jet(x);
  }
  /// The place of a point given by its direction from the centre, in units of the radii.
  SurfacePoint place(const Vec3& direction) const {
    int best = 0;
    for (int p = 1; p < 6; ++p)
      if (axes(p).col(2).dot(direction) > axes(best).col(2).dot(direction)) best = p;
    const Vec3 d = axes(best).transpose() * direction;
    return {best, d.head<2>() / d.z()};
  }
  std::optional<SurfacePoint> across(const SurfacePoint& at, int) const override {
    return place(axes(at.patch) * Vec3(at.st.x(), at.st.y(), 1));
  }
  std::vector<SurfacePoint> around(int patch, int corner) const override { return {{patch, domain_[corner]}}; }
  bool extraordinary(int, int) const override { return false; }

 private:
  static Mat3 axes(int patch) {
    Vec3 z = Vec3::Zero(), x = Vec3::Zero();
    z[patch / 2] = patch % 2 ? -1 : 1;
    x[(patch / 2 + 1) % 3] = 1;
    Mat3 m;
    m << x, z.cross(x), z;
    return m;
  }
  Vec3 radii_;
  std::vector<Vec2> domain_;
};

inline std::shared_ptr<Ellipsoid> ellipsoid(const Vec3& radii) { return std::make_shared<Ellipsoid>(radii); }
inline std::shared_ptr<Ellipsoid> sphere(double radius) { return ellipsoid(Vec3::Constant(radius)); }

}  // namespace stiction::test
