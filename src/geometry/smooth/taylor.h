// Arithmetic of Taylor polynomials in two variables, cut off after the third order.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>

#include "stiction/geometry/smooth/smooth_surface.h"

namespace stiction {

/// Coordinates with a fourth number: a weight, or padding to one vector register.
using Vec4 = Eigen::Vector4d;

/// Coefficients of 1, s, t, s², st, t², s³, s²t, st², t³ (the order of SurfaceJet), numbers or vectors. As partial
/// derivatives they lack the factorials.
template <class T>
struct TaylorJet {
  std::array<T, 10> c;
};

/// The product up to third order; either factor may be a vector.
template <class A, class B>
auto operator*(const TaylorJet<A>& p, const TaylorJet<B>& q) {
  using Product = std::conditional_t<std::is_same_v<A, double>, B, A>;
  const auto& a = p.c;
  const auto& b = q.c;
  TaylorJet<Product> r;
  r.c[0] = a[0] * b[0];
  r.c[1] = a[0] * b[1] + a[1] * b[0];
  r.c[2] = a[0] * b[2] + a[2] * b[0];
  r.c[3] = a[0] * b[3] + a[1] * b[1] + a[3] * b[0];
  r.c[4] = a[0] * b[4] + a[1] * b[2] + a[2] * b[1] + a[4] * b[0];
  r.c[5] = a[0] * b[5] + a[2] * b[2] + a[5] * b[0];
  r.c[6] = a[0] * b[6] + a[1] * b[3] + a[3] * b[1] + a[6] * b[0];
  r.c[7] = a[0] * b[7] + a[1] * b[4] + a[2] * b[3] + a[3] * b[2] + a[4] * b[1] + a[7] * b[0];
  r.c[8] = a[0] * b[8] + a[1] * b[5] + a[2] * b[4] + a[4] * b[2] + a[5] * b[1] + a[8] * b[0];
  r.c[9] = a[0] * b[9] + a[2] * b[5] + a[5] * b[2] + a[9] * b[0];
  return r;
}

template <class T>
TaylorJet<T> operator+(TaylorJet<T> a, const TaylorJet<T>& b) {
  for (std::size_t i = 0; i < 10; ++i) a.c[i] += b.c[i];
  return a;
}

/// f(a), given the value and the first three derivatives of f at the constant term of a.
inline TaylorJet<double> composed(const TaylorJet<double>& a, double f, double f1, double f2, double f3) {
  TaylorJet<double> d = a;
  d.c[0] = 0;
  const TaylorJet<double> d2 = d * d, d3 = d2 * d;
  TaylorJet<double> r;
  r.c[0] = f;
  for (std::size_t i = 1; i < 10; ++i) r.c[i] = f1 * d.c[i] + f2 / 2 * d2.c[i] + f3 / 6 * d3.c[i];
  return r;
}

inline TaylorJet<double> inverse(const TaylorJet<double>& a) {
  const double f = 1 / a.c[0];
  return composed(a, f, -f * f, 2 * f * f * f, -6 * f * f * f * f);
}

inline TaylorJet<double> inverse_square_root(const TaylorJet<double>& a) {
  const double f = 1 / std::sqrt(a.c[0]), i = f * f;
  return composed(a, f, -f * i / 2, 3 * f * i * i / 4, -15 * f * i * i * i / 8);
}

/// Partial derivatives of a vector-valued Taylor polynomial; a fourth coordinate is left out.
inline SurfaceJet to_jet(const TaylorJet<Vec4>& p) {
  const auto& c = p.c;
  SurfaceJet j;
  j.x = c[0].head<3>();
  j.s = c[1].head<3>();
  j.t = c[2].head<3>();
  j.ss = 2 * c[3].head<3>();
  j.st = c[4].head<3>();
  j.tt = 2 * c[5].head<3>();
  j.sss = 6 * c[6].head<3>();
  j.sst = 2 * c[7].head<3>();
  j.stt = 2 * c[8].head<3>();
  j.ttt = 6 * c[9].head<3>();
  return j;
}

}  // namespace stiction
