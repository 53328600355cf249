// Closed meshes with known measures.
#pragma once

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "stiction/geometry/mesh/triangle_mesh.h"

namespace stiction::testing {

inline TriangleMesh tetrahedron_mesh() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
}

/// The box of the given edge lengths about the origin; every face has n × n squares.
inline TriangleMesh box_mesh(const Vec3& size, int n = 1) {
  TriangleMesh mesh;
  std::map<std::array<int, 3>, int> known;
  const auto vertex = [&](const std::array<int, 3>& at) {
    const auto [entry, is_new] = known.try_emplace(at, int(mesh.vertices.size()));
    if (is_new) mesh.vertices.push_back(size.cwiseProduct(Vec3(at[0], at[1], at[2]) / n - Vec3::Constant(0.5)));
    return entry->second;
  };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const int side : {0, n}) {
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          const auto at = [&](int di, int dj) {
            std::array<int, 3> index{};
            index[axis] = side;
            index[u] = i + di;
            index[v] = j + dj;
            return vertex(index);
          };
          const int a = at(0, 0), b = at(1, 0), c = at(1, 1), d = at(0, 1);
          if (side > 0) {
            mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
          } else {
            mesh.triangles.insert(mesh.triangles.end(), {{a, c, b}, {a, d, c}});
          }
        }
      }
    }
  }
  return mesh;
}

/// An icosahedron whose triangles are split in four `levels` times, with all vertices on the sphere.
inline TriangleMesh icosphere_mesh(double radius, int levels) {
  const double g = std::numbers::phi;
  TriangleMesh mesh{{{-1, g, 0},
                     {1, g, 0},
                     {-1, -g, 0},
                     {1, -g, 0},
                     {0, -1, g},
                     {0, 1, g},
                     {0, -1, -g},
                     {0, 1, -g},
                     {g, 0, -1},
                     {g, 0, 1},
                     {-g, 0, -1},
                     {-g, 0, 1}},
                    {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                     {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                     {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [entry, is_new] = middles.try_emplace(std::minmax(a, b), int(mesh.vertices.size()));
      if (is_new) mesh.vertices.push_back(mesh.vertices[std::size_t(a)] + mesh.vertices[std::size_t(b)]);
      return entry->second;
    };
    std::vector<std::array<int, 3>> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
    }
    mesh.triangles = std::move(finer);
    for (Vec3& v : mesh.vertices) v.normalize();
  }
  for (Vec3& v : mesh.vertices) v *= radius / v.norm();
  return mesh;
}

/// A torus about the z axis: `n` sections of `m` corners.
inline TriangleMesh torus_mesh(double major, double minor, int n, int m) {
  TriangleMesh mesh;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      const double u = 2 * std::numbers::pi * i / n, v = 2 * std::numbers::pi * j / m;
      const double r = major + minor * std::cos(v);
      mesh.vertices.push_back({r * std::cos(u), r * std::sin(u), minor * std::sin(v)});
      const auto at = [&](int di, int dj) { return (i + di) % n * m + (j + dj) % m; };
      mesh.triangles.push_back({at(0, 0), at(1, 0), at(1, 1)});
      mesh.triangles.push_back({at(0, 0), at(1, 1), at(0, 1)});
    }
  }
  return mesh;
}

/// A thick L-shaped bracket: not convex, all edges sharp.
inline TriangleMesh bracket_mesh(double size, double thick, double depth) {
  const double s = size, t = thick;
  const Vec2 outline[] = {{0, 0}, {s, 0}, {s, t}, {t, t}, {t, s}, {0, s}};
  TriangleMesh mesh;
  for (const double z : {-0.5 * depth, 0.5 * depth}) {
    for (const Vec2& p : outline) mesh.vertices.push_back({p.x() - 0.3 * s, p.y() - 0.3 * s, z});
  }
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    mesh.triangles.push_back({i, j, j + 6});
    mesh.triangles.push_back({i, j + 6, i + 6});
  }
  // Fans about corner 3, the inner one, which sees all the others.
  for (int i = 4; i < 8; ++i) {
    const int a = i % 6, b = (i + 1) % 6;
    mesh.triangles.push_back({3 + 6, a + 6, b + 6});
    mesh.triangles.push_back({3, b, a});
  }
  return mesh;
}

}  // namespace stiction::testing
