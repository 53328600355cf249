#include "stiction/evolution/contact_frame.h"

#include <cmath>

namespace stiction {
namespace {

// A number with its time derivative, so that (51) is written once for its value and its rate.
struct Dual {
  double value = 0, rate = 0;
  friend Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.rate + b.rate}; }
  friend Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.rate - b.rate}; }
  friend Dual operator-(Dual a) { return {-a.value, -a.rate}; }
  friend Dual operator*(Dual a, Dual b) { return {a.value * b.value, a.rate * b.value + a.value * b.rate}; }
  friend Dual operator/(Dual a, Dual b) {
    const double quotient = a.value / b.value;
    return {quotient, (a.rate - quotient * b.rate) / b.value};
  }
};

Dual sqrt(Dual a) {
  const double root = std::sqrt(a.value);
  return {root, a.rate / (2 * root)};
}

// Dot products of the derivatives; n = s × t is not normalized.
template <class T>
struct Products {
  T E, F, nn, s_ss, t_ss, s_st, t_st, n_ss, n_st, n_tt;
};

template <class T>
struct TwistEntries {
  T angular[3][2];
  T linear[2][2];
};

template <class T>
TwistEntries<T> entries(const Products<T>& p) {
  using std::sqrt;
  const T root_E = sqrt(p.E), area = sqrt(p.nn);
  const T L = p.n_ss / area, M = p.n_st / area, N = p.n_tt / area;
  const T slant = root_E * area, twist = p.E * area;
  TwistEntries<T> h;
  h.angular[0][0] = (p.E * M - p.F * L) / slant;
  h.angular[0][1] = (p.E * N - p.F * M) / slant;
  h.angular[1][0] = -L / root_E;
  h.angular[1][1] = -M / root_E;
  h.angular[2][0] = (p.E * p.t_ss - p.F * p.s_ss) / twist;
  h.angular[2][1] = (p.E * p.t_st - p.F * p.s_st) / twist;
  h.linear[0][0] = root_E;
  h.linear[0][1] = p.F / root_E;
  h.linear[1][0] = T{};
  h.linear[1][1] = area / root_E;
  return h;
}

}  // namespace

ContactFrame contact_frame(const SurfaceJet& jet) {
  ContactFrame frame;
  frame.origin = jet.x;
  const Vec3 x = jet.s.normalized(), z = jet.s.cross(jet.t).normalized();
  frame.axes.col(0) = x;
  frame.axes.col(1) = z.cross(x);
  frame.axes.col(2) = z;
  return frame;
}

Mat62 frame_twist(const SurfaceJet& j) {
  const Vec3 n = j.s.cross(j.t);
  const auto h = entries<double>({j.s.dot(j.s), j.s.dot(j.t), n.dot(n), j.s.dot(j.ss), j.t.dot(j.ss), j.s.dot(j.st),
                                  j.t.dot(j.st), n.dot(j.ss), n.dot(j.st), n.dot(j.tt)});
  Mat62 H = Mat62::Zero();
  for (int column = 0; column < 2; ++column) {
    for (int row = 0; row < 3; ++row) H(row, column) = h.angular[row][column];
    for (int row = 0; row < 2; ++row) H(3 + row, column) = h.linear[row][column];
  }
  return H;
}

Mat62 frame_twist_rate(const SurfaceJet& j, const Vec2& rate) {
  const double a = rate.x(), b = rate.y();
  const Vec3 n = j.s.cross(j.t), ds = a * j.ss + b * j.st, dt = a * j.st + b * j.tt;
  const Vec3 dn = ds.cross(j.t) + j.s.cross(dt);
  const Vec3 dss = a * j.sss + b * j.sst, dst = a * j.sst + b * j.stt, dtt = a * j.stt + b * j.ttt;
  const auto dot = [](const Vec3& u, const Vec3& du, const Vec3& v, const Vec3& dv) {
    return Dual{u.dot(v), du.dot(v) + u.dot(dv)};
  };
  const auto h =
      entries<Dual>({dot(j.s, ds, j.s, ds), dot(j.s, ds, j.t, dt), dot(n, dn, n, dn), dot(j.s, ds, j.ss, dss),
                     dot(j.t, dt, j.ss, dss), dot(j.s, ds, j.st, dst), dot(j.t, dt, j.st, dst), dot(n, dn, j.ss, dss),
                     dot(n, dn, j.st, dst), dot(n, dn, j.tt, dtt)});
  Mat62 H = Mat62::Zero();
  for (int column = 0; column < 2; ++column) {
    for (int row = 0; row < 3; ++row) H(row, column) = h.angular[row][column].rate;
    for (int row = 0; row < 2; ++row) H(3 + row, column) = h.linear[row][column].rate;
  }
  return H;
}

}  // namespace stiction
