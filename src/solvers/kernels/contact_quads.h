// Four contacts at once: what the laws of contact say about each of them, in full registers and without branches.
#pragma once

#include <Eigen/Core>

#include "stiction/linalg/pack.h"

namespace stiction::quads {

using packs::all;
using packs::load;
using packs::Pack;
using packs::store;

inline Pack root(const Pack& x) {
  Eigen::Array4d numbers;
  store(numbers.data(), x);
  numbers = numbers.sqrt();
  return load(numbers.data());
}

/// Normal and tangential parts of four impulses or velocities.
struct Quad {
  Pack n, s, t;

  /// From three numbers for each contact, one contact after the other.
  static Quad from(const double* p) {
    const Pack a = load(p), b = load(p + 4), c = load(p + 8);
    const Pack ab_n{a[0], a[3], b[2], b[3]}, ab_s{a[1], b[0], b[3], b[2]}, ab_t{a[2], b[1], b[0], b[3]};
    return {Pack{ab_n[0], ab_n[1], ab_n[2], c[1]}, Pack{ab_s[0], ab_s[1], ab_s[2], c[2]},
            Pack{ab_t[0], ab_t[1], c[0], c[3]}};
  }
  void to(double* p) const {
    const Pack low{n[0], s[0], n[1], s[1]}, high{n[2], s[2], n[3], s[3]};
    store(p, Pack{low[0], low[1], t[0], low[2]});
    store(p + 4, Pack{low[3], t[1], high[0], high[1]});
    store(p + 8, Pack{t[2], high[2], high[3], t[3]});
  }
  Pack norm2() const { return n * n + s * s + t * t; }
  Pack tangent2() const { return s * s + t * t; }
};

inline Quad operator-(const Quad& a, const Quad& b) { return {a.n - b.n, a.s - b.s, a.t - b.t}; }
inline Quad operator+(const Quad& a, const Quad& b) { return {a.n + b.n, a.s + b.s, a.t + b.t}; }
inline Quad operator*(const Pack& f, const Quad& a) { return {f * a.n, f * a.s, f * a.t}; }

/// Normal part at least zero, tangential part within mu times that: see CoulombLaw::image.
inline Quad image(const Quad& z, const Pack& mu) {
  const Pack zero = all(0), n = z.n > zero ? z.n : zero;
  const Pack radius = mu * n, length2 = z.tangent2();
  const Pack factor = length2 > radius * radius ? radius / root(length2) : all(1);
  return {n, factor * z.s, factor * z.t};
}

/// See project_on_cone.
inline Quad onto_cone(const Quad& z, const Pack& mu) {
  const Pack length = root(z.tangent2()), reach = mu * length;
  const Pack n = (z.n + reach) / (1 + mu * mu);
  const Pack factor = mu * n / (length > all(0) ? length : all(1));
  const auto inside = length <= mu * z.n, behind = reach <= -z.n;
  const Pack zero = all(0);
  return {behind ? zero : (inside ? z.n : n), behind ? zero : (inside ? z.s : factor * z.s),
          behind ? zero : (inside ? z.t : factor * z.t)};
}

}  // namespace stiction::quads
