// Slow and obvious looks at tetrahedral meshes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "stiction/geometry/tet/tet_mesh.h"

namespace stiction::testing {

/// Every face belongs to one tetrahedron or two, those of one are what surface_triangles tells, and the divergence
/// theorem gives the tetrahedra's volume from it: nothing overlaps and nothing is missing in between.
inline void expect_conforming(const TetMesh& mesh) {
  std::map<std::array<int, 3>, int> faces;
  for (const auto& tet : mesh.tets) {
    for (std::size_t out = 0; out < 4; ++out) {
      std::array<int, 3> face;
      for (std::size_t i = 0, n = 0; i < 4; ++i) {
        if (i != out) face[n++] = tet[i];
      }
      std::sort(face.begin(), face.end());
      ++faces[face];
    }
  }
  std::set<std::array<int, 3>> open;
  for (const auto& [face, count] : faces) {
    ASSERT_LE(count, 2);
    if (count == 1) open.insert(face);
  }
  const auto triangles = surface_triangles(mesh);
  EXPECT_EQ(triangles.size(), open.size());
  for (auto triangle : triangles) {
    std::sort(triangle.begin(), triangle.end());
    EXPECT_EQ(open.count(triangle), 1u);
  }
  EXPECT_NEAR(mesh_moments({mesh.vertices, triangles}).volume, volume(mesh), 1e-10 * volume(mesh));
}

/// Vertices less edges plus triangles of the surface: 2 for a ball, 0 for a torus.
inline int surface_euler(const TetMesh& mesh) {
  std::set<int> vertices;
  std::set<std::pair<int, int>> edges;
  const auto triangles = surface_triangles(mesh);
  for (const auto& t : triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      vertices.insert(t[i]);
      edges.insert(std::minmax(t[i], t[(i + 1) % 3]));
    }
  }
  return int(vertices.size()) - int(edges.size()) + int(triangles.size());
}

}  // namespace stiction::testing
