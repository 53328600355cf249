#include "stiction/export/revolve.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiction {
namespace {

/// A quarter of a circle about (0, centre), from polar angle `from` to `to` (rad, from the equator).
void add_arc(std::vector<OutlinePoint>& points, double radius, double centre, double from, double to, int pieces) {
  for (int i = 0; i <= pieces; ++i) {
    const double angle = from + (to - from) * i / pieces;
    // Poles must lie on the axis exactly, or a needle's eye is left open.
    const bool pole = std::abs(std::abs(angle) - std::numbers::pi / 2) < 1e-12;
    const double c = pole ? 0 : std::cos(angle), s = std::sin(angle);
    points.push_back({radius * c, centre + radius * s, c, s});
  }
}

}  // namespace

Outline sphere_profile(double radius, int segments) {
  std::vector<OutlinePoint> points;
  add_arc(points, radius, 0, -std::numbers::pi / 2, std::numbers::pi / 2, std::max(2, segments / 2));
  return {points};
}

Outline capsule_profile(double radius, double half_length, int segments) {
  std::vector<OutlinePoint> points;
  const int pieces = std::max(1, segments / 4);
  add_arc(points, radius, -half_length, -std::numbers::pi / 2, 0, pieces);
  add_arc(points, radius, half_length, 0, std::numbers::pi / 2, pieces);
  return {points};
}

Outline cylinder_profile(double radius, double half_length) {
  return {{{0, -half_length, 0, -1}, {radius, -half_length, 0, -1}},
          {{radius, -half_length, 1, 0}, {radius, half_length, 1, 0}},
          {{radius, half_length, 0, 1}, {0, half_length, 0, 1}}};
}

Outline cone_profile(double radius, double low, double high) {
  const double slant = std::hypot(radius, high - low);
  const double nr = (high - low) / slant, nz = radius / slant;
  return {{{0, low, 0, -1}, {radius, low, 0, -1}}, {{radius, low, nr, nz}, {0, high, nr, nz}}};
}

SurfaceMesh revolve(const Outline& outline, int segments) {
  SurfaceMesh mesh;
  const auto around = static_cast<std::uint32_t>(segments);
  for (const std::vector<OutlinePoint>& stretch : outline) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (const OutlinePoint& p : stretch) {
      for (std::uint32_t k = 0; k < around; ++k) {
        const double angle = 2 * std::numbers::pi * k / around, c = std::cos(angle), s = std::sin(angle);
        mesh.positions.push_back(Vec3(p.r * c, p.r * s, p.z).cast<float>());
        mesh.normals.push_back(Vec3(p.normal_r * c, p.normal_r * s, p.normal_z).normalized().cast<float>());
      }
    }
    for (std::uint32_t i = 0; i + 1 < stretch.size(); ++i) {
      for (std::uint32_t k = 0; k < around; ++k) {
        const std::uint32_t a = first + i * around + k, b = first + i * around + (k + 1) % around;
        if (stretch[i].r > 0) mesh.triangles.push_back({a, b, b + around});
        if (stretch[i + 1].r > 0) mesh.triangles.push_back({a, b + around, a + around});
      }
    }
  }
  return mesh;
}

}  // namespace stiction
