// Control meshes for tests of Loop surfaces.
#pragma once

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "stiction/geometry/mesh/triangle_mesh.h"

namespace stiction::testing {

/// A disk of `rings` rings of triangles about one vertex with n neighbours; all others inside have six. Places and
/// heights are random by up to `shift`.
inline TriangleMesh fan_mesh(int n, int rings, unsigned seed, double shift = 0.15) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> noise(-1, 1);
  const auto random_shift = [&] { return shift * noise(random); };
  TriangleMesh mesh;
  std::map<std::array<int, 3>, int> known;  // sector, ring, place within the sector
  const auto vertex = [&](int sector, int ring, int place) {
    if (ring == 0) sector = place = 0;
    if (place == ring && ring > 0) {
      sector = (sector + 1) % n;
      place = 0;
    }
    const auto [entry, fresh] = known.try_emplace({sector, ring, place}, int(mesh.vertices.size()));
    if (fresh) {
      const double angle = 2 * std::numbers::pi * (sector + (ring > 0 ? double(place) / ring : 0)) / n;
      const double x = ring * std::cos(angle) + random_shift(), y = ring * std::sin(angle) + random_shift();
      mesh.vertices.push_back({x, y, -0.1 * ring * ring + random_shift()});
    }
    return entry->second;
  };
  for (int sector = 0; sector < n; ++sector) {
    for (int ring = 0; ring < rings; ++ring) {
      for (int place = 0; place <= ring; ++place) {
        mesh.triangles.push_back(
            {vertex(sector, ring, place), vertex(sector, ring + 1, place), vertex(sector, ring + 1, place + 1)});
        if (place < ring) {
          mesh.triangles.push_back(
              {vertex(sector, ring, place), vertex(sector, ring + 1, place + 1), vertex(sector, ring, place + 1)});
        }
      }
    }
  }
  return mesh;
}

/// The triangular lattice with edges of length 1; z is a function of the place.
template <class Height>
TriangleMesh lattice_mesh(int n, const Height& height) {
  TriangleMesh mesh;
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i <= n; ++i) {
      const double x = i + 0.5 * j, y = j * std::sqrt(0.75);
      mesh.vertices.push_back({x, y, height(x, y)});
    }
  }
  const auto at = [n](int i, int j) { return i + (n + 1) * j; };
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
      mesh.triangles.push_back({at(i + 1, j + 1), at(i, j + 1), at(i + 1, j)});
    }
  }
  return mesh;
}

/// Two n-sided pyramids base to base, with corners shifted at random: valences 4 and n.
inline TriangleMesh bipyramid_mesh(int n, unsigned seed = 1, double shift = 0.1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> noise(-1, 1);
  TriangleMesh mesh;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    mesh.vertices.push_back({std::cos(angle), std::sin(angle), 0});
    mesh.triangles.push_back({i, (i + 1) % n, n});
    mesh.triangles.push_back({(i + 1) % n, i, n + 1});
  }
  mesh.vertices.push_back({0, 0, 1});
  mesh.vertices.push_back({0, 0, -1});
  for (Vec3& v : mesh.vertices) v += shift * Vec3(noise(random), noise(random), noise(random));
  return mesh;
}

}  // namespace stiction::testing
