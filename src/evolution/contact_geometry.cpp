#include "stiction/evolution/contact_geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

ContactGeometry contact_geometry(const SmoothContact& model, SurfacePlace first, SurfacePlace second,
                                 const Eigen::Matrix<double, 5, 1>& q) {
  first.st = q.head<2>();
  second.st = q.segment<2>(2);
  ContactGeometry g{
      model.first_surface().local(first), model.second_surface().local(second), {}, {}, {}, 0, 0, 0, 0, 0};
  g.c = std::cos(q[4]);
  g.s = std::sin(q[4]);
  g.axes2.col(0) = g.c * g.two.axes.col(0) - g.s * g.two.axes.col(1);
  g.axes2.col(1) = -g.s * g.two.axes.col(0) - g.c * g.two.axes.col(1);
  g.axes2.col(2) = -g.two.axes.col(2);
  g.r1.noalias() = g.one.axes.transpose() * (g.one.x - model.first().centre_of_mass);
  g.r2.noalias() = g.axes2.transpose() * (g.two.x - model.second().centre_of_mass);
  const double cc = g.c * g.c, ss = g.s * g.s, cs = g.c * g.s;
  const double a = g.two.k11, b = g.two.k12, d = g.two.k22;
  g.k2_11 = cc * a - 2 * cs * b + ss * d;
  g.k2_22 = ss * a + 2 * cs * b + cc * d;
  g.k2_12 = -cs * a + (ss - cc) * b + cs * d;
  return g;
}

Wandering wander(const ContactGeometry& g, const Vec3& spin, const Vec2& slip) {
  Wandering w;
  const double k11 = g.one.k11 + g.k2_11, k12 = g.one.k12 + g.k2_12, k22 = g.one.k22 + g.k2_22;
  const double det = k11 * k22 - k12 * k12;
  const double bx = -spin.y() - g.k2_11 * slip.x() - g.k2_12 * slip.y();
  const double by = spin.x() - g.k2_12 * slip.x() - g.k2_22 * slip.y();
  w.p1 = Vec2(k22 * bx - k12 * by, k11 * by - k12 * bx) / det;
  w.p2 = w.p1 + slip;
  w.st = parameter_rate(g.one, w.p1);
  w.uv = parameter_rate(g.two, Vec2(g.c * w.p2.x() - g.s * w.p2.y(), -g.s * w.p2.x() - g.c * w.p2.y()));
  const double turn1 = g.one.turn.dot(w.st);
  w.psi = spin.z() + turn1 + g.two.turn.dot(w.uv);
  w.frame_turn = Vec3(-g.one.k12 * w.p1.x() - g.one.k22 * w.p1.y(), g.one.k11 * w.p1.x() + g.one.k12 * w.p1.y(), turn1);
  return w;
}

double contact_condition(const ContactGeometry& g) {
  const double k11 = g.one.k11 + g.k2_11, k12 = g.one.k12 + g.k2_12, k22 = g.one.k22 + g.k2_22;
  const double mean = 0.5 * (k11 + k22), radius = std::hypot(0.5 * (k11 - k22), k12);
  const double least = mean - radius;
  if (!(least > 0)) return std::numeric_limits<double>::infinity();
  const auto norm = [](double a, double b, double d) { return std::abs(0.5 * (a + d)) + std::hypot(0.5 * (a - d), b); };
  const double bend =
      std::max({mean + radius, norm(g.one.k11, g.one.k12, g.one.k22), norm(g.two.k11, g.two.k12, g.two.k22)});
  const auto skew = [](const LocalSurface& at) {
    return (at.a11 * at.a11 + at.a12 * at.a12 + at.a22 * at.a22) / (at.a11 * at.a22);
  };
  const double condition = std::max({bend / least, skew(g.one), skew(g.two)});
  return std::isfinite(condition) ? condition : std::numeric_limits<double>::infinity();
}

}  // namespace stiction
