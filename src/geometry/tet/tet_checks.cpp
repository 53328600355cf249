#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "stiction/common/error.h"
#include "stiction/geometry/tet/pinches.h"
#include "stiction/geometry/tet/tet_mesh.h"

namespace stiction {

namespace {

std::string position(const Vec3& x) {
  char text[100];
  std::snprintf(text, sizeof text, " at (%.6g, %.6g, %.6g) m", x.x(), x.y(), x.z());
  return text;
}

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

std::string vertex_place(const TetMesh& mesh, int v) {
  return "vertex " + std::to_string(v + 1) + position(mesh.vertices[std::size_t(v)]);
}

std::string tet_place(const TetMesh& mesh, std::size_t tet) {
  Vec3 middle = Vec3::Zero();
  for (int i = 0; i < 4; ++i) middle += 0.25 * mesh.corner(tet, i);
  return "tetrahedron " + std::to_string(tet + 1) + position(middle);
}

void check_indices(const TetMesh& mesh) {
  if (mesh.tets.empty()) throw InputError("mesh", "has no tetrahedra", "give at least one");
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (!mesh.vertices[v].allFinite()) {
      throw InputError("vertex " + std::to_string(v + 1), "is not finite", "give three finite coordinates");
    }
  }
  std::vector<char> used(mesh.vertices.size(), 0);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const auto& tet = mesh.tets[t];
    const std::string where = "tetrahedron " + std::to_string(t + 1);
    for (const int v : tet) {
      if (v < 0 || v >= int(mesh.vertices.size())) {
        throw InputError(where, "names vertex " + std::to_string(v + 1L),
                         "there are " + std::to_string(mesh.vertices.size()) + " vertices");
      }
      used[std::size_t(v)] = 1;
    }
    for (const auto& [i, j] : kTetEdges) {
      if (tet[std::size_t(i)] == tet[std::size_t(j)]) {
        throw InputError(where, "has vertex " + std::to_string(tet[std::size_t(i)] + 1) + " twice",
                         "give four different vertices");
      }
    }
  }
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (!used[v]) throw InputError(vertex_place(mesh, int(v)), "belongs to no tetrahedron", "remove it");
  }
}

void check_shapes(const TetMesh& mesh, double least_dihedral) {
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    double longest = 0;
    for (const auto& [i, j] : kTetEdges) longest = std::max(longest, (mesh.corner(t, i) - mesh.corner(t, j)).norm());
    const double size = volume(mesh, t);
    if (size < -1e-12 * longest * longest * longest) {
      throw InputError(tet_place(mesh, t), "is turned inside out: its volume is " + number(size) + " m³",
                       "swap two of its vertices, or untangle the mesh there");
    }
    if (!(size > 1e-12 * longest * longest * longest)) {
      throw InputError(tet_place(mesh, t), "is flat: its volume is " + number(size) + " m³",
                       "remove it, or move its vertices apart");
    }
    const auto angles = dihedral_angles(mesh, t);
    const double least = *std::min_element(angles.begin(), angles.end());
    if (!(least >= least_dihedral)) {
      throw InputError(
          tet_place(mesh, t),
          "is a sliver: two of its faces meet at " + number(least) + " degrees, less than " + number(least_dihedral),
          "mesh again with better quality, or lower the limit");
    }
  }
}

/// Two triangles at every edge of the surface.
void check_surface_edges(const TetMesh& mesh, const std::vector<std::array<int, 3>>& triangles) {
  std::vector<std::pair<int, int>> edges;
  for (const auto& triangle : triangles) {
    for (std::size_t i = 0; i < 3; ++i) edges.push_back(std::minmax(triangle[i], triangle[(i + 1) % 3]));
  }
  std::sort(edges.begin(), edges.end());
  for (std::size_t first = 0; first < edges.size();) {
    std::size_t last = first;
    while (last < edges.size() && edges[last] == edges[first]) ++last;
    if (last - first != 2) {
      const auto [a, b] = edges[first];
      throw InputError(vertex_place(mesh, a),
                       "its edge to " + vertex_place(mesh, b) + " joins " + std::to_string(last - first) +
                           " triangles of the surface: parts of the body touch in an edge",
                       "give each part its own vertices there, or join them by tetrahedra");
    }
    first = last;
  }
}

/// One fan of triangles at every vertex of the surface, whose edges have been checked.
void check_surface_vertices(const TetMesh& mesh, const std::vector<std::array<int, 3>>& triangles) {
  const std::vector<int> touching = touching_vertices(triangles);
  if (touching.empty()) return;
  throw InputError(vertex_place(mesh, touching.front()),
                   "the surface meets itself: parts of the body touch in this vertex",
                   "give each part its own vertex there, or join them by tetrahedra");
}

void check_connected(const TetMesh& mesh) {
  const std::vector<int> parts = tet_parts(mesh);
  const auto other = std::find_if(parts.begin(), parts.end(), [](int part) { return part != 0; });
  if (other == parts.end()) return;
  const int count = *std::max_element(parts.begin(), parts.end()) + 1;
  throw InputError(
      tet_place(mesh, std::size_t(other - parts.begin())),
      "hangs together with the first tetrahedron by no face: the mesh has " + std::to_string(count) + " parts",
      "give each part a body of its own, or join them");
}

}  // namespace

void check(const TetMesh& mesh, const TetLimits& limits) {
  check_indices(mesh);
  check_shapes(mesh, limits.least_dihedral);
  const auto triangles = surface_triangles(mesh);
  // Parts that touch in a vertex or an edge are first of all parts.
  if (limits.connected) check_connected(mesh);
  check_surface_edges(mesh, triangles);
  check_surface_vertices(mesh, triangles);
}

}  // namespace stiction
