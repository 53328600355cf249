#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "stiction/geometry/tet/tet_mesh.h"

namespace stiction {

std::array<double, 6> dihedral_angles(const TetMesh& mesh, std::size_t tet) {
  std::array<Vec3, 4> normals;  // outward, twice the area long
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& [a, b, c] = kTetFaces[i];
    const Vec3& o = mesh.corner(tet, a);
    normals[i] = (mesh.corner(tet, b) - o).cross(mesh.corner(tet, c) - o);
  }
  std::array<double, 6> angles;
  for (std::size_t e = 0; e < 6; ++e) {
    // The faces that meet at an edge are those opposite the ends of the opposite edge.
    const Vec3 &m = normals[std::size_t(kTetEdges[5 - e][0])], &n = normals[std::size_t(kTetEdges[5 - e][1])];
    angles[e] = std::atan2(m.cross(n).norm(), -m.dot(n)) * (180 / std::numbers::pi);
  }
  return angles;
}

TetQuality tet_quality(const TetMesh& mesh) {
  TetQuality q;
  q.vertices = mesh.vertices.size();
  q.tets = mesh.tets.size();
  q.surface_triangles = surface_faces(mesh).size();
  q.volume = volume(mesh);
  double shortest = std::numeric_limits<double>::infinity(), longest = 0;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const auto angles = dihedral_angles(mesh, t);
    const auto [least, greatest] = std::minmax_element(angles.begin(), angles.end());
    if (*least < q.least_dihedral) {
      q.least_dihedral = *least;
      q.flattest = int(t);
    }
    q.greatest_dihedral = std::max(q.greatest_dihedral, *greatest);
    for (const auto& [i, j] : kTetEdges) {
      const double squared = (mesh.corner(t, i) - mesh.corner(t, j)).squaredNorm();
      shortest = std::min(shortest, squared);
      longest = std::max(longest, squared);
    }
  }
  if (!mesh.tets.empty()) q.shortest_edge = std::sqrt(shortest);
  q.longest_edge = std::sqrt(longest);
  return q;
}

}  // namespace stiction
