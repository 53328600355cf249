#include "stiction/geometry/smooth/analytic_surfaces.h"

#include <cmath>
#include <numbers>

#include "stiction/common/error.h"

namespace stiction {
namespace {

std::vector<Vec2> rectangle(double x, double y) { return {{-x, -y}, {x, -y}, {x, y}, {-x, y}}; }

/// Outward axis n of a face of the cube, and u, v with u × v = n.
struct CubeFace {
  explicit CubeFace(int patch) {
    const int axis = patch / 2;
    const double sign = patch % 2 == 0 ? 1 : -1;
    n = sign * Vec3::Unit(axis);
    u = Vec3::Unit((axis + 1) % 3);
    v = sign * Vec3::Unit((axis + 2) % 3);
  }
  Vec3 at(const Vec2& st) const { return n + st.x() * u + st.y() * v; }
  Vec3 n, u, v;
};

Vec4 padded(const Vec3& v) { return {v.x(), v.y(), v.z(), 0}; }

}  // namespace

PlaneSurface::PlaneSurface(double half_x, double half_y) {
  if (!(half_x > 0 && half_y > 0)) throw InputError("plane", "has no extent", "give half lengths above 0 m");
  add_patch(rectangle(half_x, half_y));
}

SurfaceJet PlaneSurface::jet(const SurfacePoint& at) const {
  SurfaceJet j;
  j.x = {at.st.x(), at.st.y(), 0};
  j.s = Vec3::UnitX();
  j.t = Vec3::UnitY();
  for (Vec3* other : {&j.ss, &j.st, &j.tt, &j.sss, &j.sst, &j.stt, &j.ttt}) other->setZero();
  return j;
}

EllipsoidSurface::EllipsoidSurface(const Vec3& semi_axes) : semi_axes_(semi_axes) {
  if (!(semi_axes.minCoeff() > 0) || !semi_axes.allFinite()) {
    throw InputError("ellipsoid", "has a semi-axis that is not above 0", "give three finite lengths above 0 m");
  }
  std::vector<BoundaryCurve> curves;
  for (int patch = 0; patch < 6; ++patch) {
    add_patch(rectangle(1, 1));
    const CubeFace face(patch);
    for (int e = 0; e < 4; ++e) {
      const Vec2 &a = domain(patch)[std::size_t(e)], &b = domain(patch)[std::size_t(e + 1) % 4];
      curves.push_back({{patch, e}, {padded(face.at(a)), padded(face.at(b))}});
    }
  }
  join_equal_curves(curves, 1e-9);
}

SurfaceJet EllipsoidSurface::jet(const SurfacePoint& at) const {
  const CubeFace face(at.patch);
  const double s = at.st.x(), t = at.st.y();
  const TaylorJet<double> square{{1 + s * s + t * t, 2 * s, 2 * t, 1, 0, 1, 0, 0, 0, 0}};
  const TaylorJet<double> scale = inverse_square_root(square);
  // (n + s u + t v) times the scale: only two of its Taylor coefficients are not constant.
  const Vec4 x = padded(semi_axes_.cwiseProduct(face.at(at.st))), u = padded(semi_axes_.cwiseProduct(face.u)),
             v = padded(semi_axes_.cwiseProduct(face.v));
  const auto& c = scale.c;
  TaylorJet<Vec4> p;
  for (std::size_t i = 0; i < 10; ++i) p.c[i] = c[i] * x;
  p.c[1] += c[0] * u;
  p.c[2] += c[0] * v;
  p.c[3] += c[1] * u;
  p.c[4] += c[2] * u + c[1] * v;
  p.c[5] += c[2] * v;
  p.c[6] += c[3] * u;
  p.c[7] += c[4] * u + c[3] * v;
  p.c[8] += c[5] * u + c[4] * v;
  p.c[9] += c[5] * v;
  return to_jet(p);
}

std::optional<SurfacePoint> EllipsoidSurface::across(const SurfacePoint& at, int edge) const {
  const Vec3 direction = CubeFace(at.patch).at(at.st);
  const int patch = beyond(at.patch, edge).patch;
  const CubeFace face(patch);
  return SurfacePoint{patch, Vec2(direction.dot(face.u), direction.dot(face.v)) / direction.dot(face.n)};
}

TorusSurface::TorusSurface(double ring, double tube) : ring_(ring), tube_(tube) {
  if (!(tube > 0 && tube < ring) || !std::isfinite(ring)) {
    throw InputError("torus", "cuts itself or has no extent", "give 0 < tube radius < ring radius, in m");
  }
  add_patch(rectangle(std::numbers::pi, std::numbers::pi));
  join({0, 0}, {0, 2});
  join({0, 1}, {0, 3});
}

SurfaceJet TorusSurface::jet(const SurfacePoint& at) const {
  const double cs = std::cos(at.st.x()), ss = std::sin(at.st.x());
  const double ct = std::cos(at.st.y()), st = std::sin(at.st.y());
  // ρ(t) times the unit vector e(s), and z(t).
  const double rho = ring_ + tube_ * ct, rho1 = -tube_ * st, rho2 = -tube_ * ct, rho3 = tube_ * st;
  const Vec3 e(cs, ss, 0), f(-ss, cs, 0), z = Vec3::UnitZ();
  SurfaceJet j;
  j.x = rho * e + tube_ * st * z;
  j.s = rho * f;
  j.t = rho1 * e + tube_ * ct * z;
  j.ss = -rho * e;
  j.st = rho1 * f;
  j.tt = rho2 * e - tube_ * st * z;
  j.sss = -rho * f;
  j.sst = -rho1 * e;
  j.stt = rho2 * f;
  j.ttt = rho3 * e - tube_ * ct * z;
  return j;
}

std::optional<SurfacePoint> TorusSurface::across(const SurfacePoint& at, int edge) const {
  const double turn = 2 * std::numbers::pi;
  const std::array<Vec2, 4> shift = {Vec2(0, turn), Vec2(-turn, 0), Vec2(0, -turn), Vec2(turn, 0)};
  return SurfacePoint{0, at.st + shift[std::size_t(edge)]};
}

}  // namespace stiction
