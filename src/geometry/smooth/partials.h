// Ten partial derivatives in vector registers, and what a linear change of parameters does to them.
#pragma once

#include "stiction/geometry/smooth/taylor.h"

namespace stiction {

/// Partial derivatives in the order of SurfaceJet; the fourth coordinate is padding.
using Partials = std::array<Vec4, 10>;

inline SurfaceJet to_jet(const Partials& d) {
  SurfaceJet j;
  j.x = d[0].head<3>();
  j.s = d[1].head<3>();
  j.t = d[2].head<3>();
  j.ss = d[3].head<3>();
  j.st = d[4].head<3>();
  j.tt = d[5].head<3>();
  j.sss = d[6].head<3>();
  j.sst = d[7].head<3>();
  j.stt = d[8].head<3>();
  j.ttt = d[9].head<3>();
  return j;
}

/// Partials with respect to (s, t) from those with respect to (a, b), where (a, b) = m (s, t) + constant.
inline Partials changed_parameters(const Partials& d, const Eigen::Matrix2d& m) {
  const double as = m(0, 0), bs = m(1, 0), at = m(0, 1), bt = m(1, 1);
  Partials r;
  r[0] = d[0];
  r[1] = as * d[1] + bs * d[2];
  r[2] = at * d[1] + bt * d[2];
  r[3] = (as * as) * d[3] + (2 * as * bs) * d[4] + (bs * bs) * d[5];
  r[4] = (as * at) * d[3] + (as * bt + bs * at) * d[4] + (bs * bt) * d[5];
  r[5] = (at * at) * d[3] + (2 * at * bt) * d[4] + (bt * bt) * d[5];
  const Vec4 &aaa = d[6], &aab = d[7], &abb = d[8], &bbb = d[9];
  r[6] = (as * as * as) * aaa + (3 * as * as * bs) * aab + (3 * as * bs * bs) * abb + (bs * bs * bs) * bbb;
  r[7] = (as * as * at) * aaa + (as * as * bt + 2 * as * bs * at) * aab + (bs * bs * at + 2 * as * bs * bt) * abb +
         (bs * bs * bt) * bbb;
  r[8] = (as * at * at) * aaa + (at * at * bs + 2 * as * at * bt) * aab + (bt * bt * as + 2 * at * bs * bt) * abb +
         (bs * bt * bt) * bbb;
  r[9] = (at * at * at) * aaa + (3 * at * at * bt) * aab + (3 * at * bt * bt) * abb + (bt * bt * bt) * bbb;
  return r;
}

}  // namespace stiction
