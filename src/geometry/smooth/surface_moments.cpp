#include "stiction/geometry/smooth/surface_moments.h"

#include <cmath>
#include <numbers>

#include "stiction/geometry/smooth/domain_grid.h"

namespace stiction {
namespace {

constexpr int kNodes = 12;       // exact up to degree 23 in each direction; moments of quartics need 19
constexpr int kCells = 4;        // along the edges of domains with four and more corners
constexpr int kMostLevels = 24;  // of halving towards an extraordinary corner: areas below 1e-9 of the patch

struct Node {
  double u, weight;  // on [0, 1]
};

std::array<Node, kNodes> gauss_nodes() {
  std::array<Node, kNodes> nodes;
  for (int i = 0; i < kNodes; ++i) {
    double x = std::cos(std::numbers::pi * (i + 0.75) / (kNodes + 0.5)), slope = 1;
    for (int round = 0; round < 100; ++round) {
      double p = 1, before = 0;
      for (int k = 1; k <= kNodes; ++k) {
        const double next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
        before = p;
        p = next;
      }
      slope = kNodes * (x * p - before) / (x * x - 1);
      const double step = p / slope;
      x -= step;
      if (std::abs(step) < 1e-16) break;
    }
    nodes[std::size_t(i)] = {(1 - x) / 2, 1 / ((1 - x * x) * slope * slope)};
  }
  return nodes;
}

using Corners = std::array<Vec2, 3>;

class Integral {
 public:
  explicit Integral(const SmoothSurface& surface) : surface_(surface), nodes_(gauss_nodes()) {}

  void patch(int number) {
    patch_ = number;
    const std::vector<Vec2>& corners = surface_.domain(number);
    if (corners.size() == 3) {
      halve({corners[0], corners[1], corners[2]},
            {surface_.extraordinary(number, 0), surface_.extraordinary(number, 1), surface_.extraordinary(number, 2)},
            0);
      return;
    }
    const DomainGrid grid = domain_grid(corners, kCells);
    for (const auto& t : grid.triangles) {
      triangle({grid.points[std::size_t(t[0])], grid.points[std::size_t(t[1])], grid.points[std::size_t(t[2])]});
    }
  }

  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();

 private:
  /// Splits in four, and those parts that have an extraordinary corner again.
  void halve(const Corners& c, const std::array<bool, 3>& extraordinary, int level) {
    const Vec2 ab = (c[0] + c[1]) / 2, bc = (c[1] + c[2]) / 2, ca = (c[2] + c[0]) / 2;
    triangle({bc, ca, ab});
    const std::array<Corners, 3> parts = {{{c[0], ab, ca}, {c[1], bc, ab}, {c[2], ca, bc}}};
    for (std::size_t i = 0; i < 3; ++i) {
      if (extraordinary[i] && level < kMostLevels) {
        halve(parts[i], {true, false, false}, level + 1);
      } else {
        triangle(parts[i]);
      }
    }
  }

  void triangle(const Corners& c) {
    const Vec2 e = c[1] - c[0], f = c[2] - c[0];
    const double area = e.x() * f.y() - e.y() * f.x();
    for (const Node& a : nodes_) {
      for (const Node& b : nodes_) {
        // The square folded to the triangle: (u, v) -> u ((1 - v) e + v f).
        const SurfaceJet j = surface_.jet({patch_, c[0] + a.u * ((1 - b.u) * e + b.u * f)});
        add(j.x, j.s.cross(j.t) * (a.weight * b.weight * a.u * area));
      }
    }
  }

  /// Divergences: x/3 -> 1, (x², 0, 0)/2 -> x, and so on; mixed moments by the mean of two ways.
  void add(const Vec3& x, const Vec3& da) {
    volume += x.dot(da) / 3;
    for (int i = 0; i < 3; ++i) {
      first[i] += x[i] * x[i] * da[i] / 2;
      for (int k = 0; k < 3; ++k) {
        second(i, k) +=
            i == k ? x[i] * x[i] * x[i] * da[i] / 3 : (x[i] * x[i] * x[k] * da[i] + x[k] * x[k] * x[i] * da[k]) / 4;
      }
    }
  }

  const SmoothSurface& surface_;
  const std::array<Node, kNodes> nodes_;
  int patch_ = 0;
};

}  // namespace

MeshMoments surface_moments(const SmoothSurface& surface) {
  Integral integral(surface);
  for (int patch = 0; patch < surface.patches(); ++patch) integral.patch(patch);
  MeshMoments m;
  m.volume = integral.volume;
  m.centre = integral.first / integral.volume;
  m.second = integral.second - m.volume * m.centre * m.centre.transpose();
  return m;
}

}  // namespace stiction
