#include "stiction/geometry/smooth/bezier_surface.h"

#include <utility>

#include "stiction/common/error.h"

namespace stiction {
namespace {

/// Control points of four numbers or vectors as coefficients of powers, in place.
template <class At>
void bernstein_to_power(const At& p) {
  const auto p0 = p(0), p1 = p(1), p2 = p(2), p3 = p(3);
  p(1) = 3 * (p1 - p0);
  p(2) = 3 * (p2 - 2 * p1 + p0);
  p(3) = p3 - p0 + 3 * (p1 - p2);
}

}  // namespace

BezierSurface::BezierSurface(const std::vector<BezierNet>& nets, double crease) {
  if (nets.empty()) throw InputError("Bézier surface", "has no patches", "give at least one control net");
  Eigen::AlignedBox3d box;
  std::vector<BoundaryCurve> curves;
  for (const BezierNet& net : nets) {
    const int patch = add_patch({{0, 0}, {1, 0}, {1, 1}, {0, 1}});
    std::array<Vec4, 16>& c = powers_.emplace_back();
    for (std::size_t i = 0; i < 16; ++i) {
      if (!net[i].allFinite()) {
        throw InputError("Bézier patch " + std::to_string(patch), "has a control point that is no number",
                         "give finite coordinates");
      }
      box.extend(net[i]);
      c[i] << net[i], 0;
    }
    const std::array<std::array<std::size_t, 4>, 4> edges = {
        {{0, 1, 2, 3}, {3, 7, 11, 15}, {15, 14, 13, 12}, {12, 8, 4, 0}}};
    for (int e = 0; e < 4; ++e) {
      BoundaryCurve& curve = curves.emplace_back();
      curve.edge = {patch, e};
      for (const std::size_t i : edges[std::size_t(e)]) curve.points.push_back(c[i]);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      bernstein_to_power([&](std::size_t i) -> Vec4& { return c[i + 4 * k]; });
    }
    for (std::size_t k = 0; k < 4; ++k) {
      bernstein_to_power([&](std::size_t j) -> Vec4& { return c[k + 4 * j]; });
    }
  }
  join_equal_curves(curves, 1e-9 * box.diagonal().norm());
  cut_creases(crease);
}

SurfaceJet BezierSurface::jet(const SurfacePoint& at) const {
  const std::array<Vec4, 16>& c = powers_[std::size_t(at.patch)];
  const double s = at.st.x(), t = at.st.y();
  // Value and derivatives in s of the four cubics that multiply 1, t, t², t³.
  std::array<Vec4, 4> f, fs, fss, fsss;
  for (std::size_t j = 0; j < 4; ++j) {
    const Vec4 &c1 = c[4 * j + 1], &c2 = c[4 * j + 2], &c3 = c[4 * j + 3];
    f[j] = c[4 * j] + s * (c1 + s * (c2 + s * c3));
    fs[j] = c1 + s * (2 * c2 + (3 * s) * c3);
    fss[j] = 2 * c2 + (6 * s) * c3;
    fsss[j] = 6 * c3;
  }
  const auto value = [&](const std::array<Vec4, 4>& g) -> Vec4 { return g[0] + t * (g[1] + t * (g[2] + t * g[3])); };
  const auto first = [&](const std::array<Vec4, 4>& g) -> Vec4 { return g[1] + t * (2 * g[2] + (3 * t) * g[3]); };
  const auto second = [&](const std::array<Vec4, 4>& g) -> Vec4 { return 2 * g[2] + (6 * t) * g[3]; };
  return to_jet(Partials{value(f), value(fs), first(f), value(fss), first(fs), second(f), value(fsss), first(fss),
                         second(fs), 6 * f[3]});
}

BezierNet paraboloid_net(double radius_x, double radius_y, double half_x, double half_y, BodySide body) {
  // Polar form: x is linear, and x² has the values a b of the two corners that a control point depends on.
  const auto line = [](double half, int i) { return half * (2.0 * i / 3 - 1); };
  const auto square = [](double half, int i) { return half * half * (i == 0 || i == 3 ? 1.0 : -1.0 / 3); };
  BezierNet net;
  for (int j = 0; j < 4; ++j) {
    for (int i = 0; i < 4; ++i) {
      const int ix = body == BodySide::kBelow ? i : j, iy = body == BodySide::kBelow ? j : i;
      net[std::size_t(i + 4 * j)] = {line(half_x, ix), line(half_y, iy),
                                     square(half_x, ix) / (2 * radius_x) + square(half_y, iy) / (2 * radius_y)};
    }
  }
  return net;
}

}  // namespace stiction
