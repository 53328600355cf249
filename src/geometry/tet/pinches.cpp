#include "stiction/geometry/tet/pinches.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stiction {

namespace {

int local_corner(const std::array<int, 4>& tet, int vertex) {
  return int(std::find(tet.begin(), tet.end(), vertex) - tet.begin());
}

/// Vertices of their own for the second and further groups of tetrahedra around every vertex.
void split_vertices(TetMesh& mesh) {
  const auto neighbours = tet_neighbours(mesh);
  std::vector<std::vector<int>> around(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    for (const int v : mesh.tets[t]) around[std::size_t(v)].push_back(int(t));
  }
  // Neighbours are known from before, so that changing corners on the way disturbs nothing: a face keeps its vertices
  // together on both sides.
  std::vector<int> seen(mesh.tets.size(), -1), open;
  for (std::size_t v = 0; v < around.size(); ++v) {
    bool first = true;
    for (const int seed : around[v]) {
      if (seen[std::size_t(seed)] == int(v)) continue;
      std::vector<int> group;
      open.assign(1, seed);
      seen[std::size_t(seed)] = int(v);
      while (!open.empty()) {
        const int tet = open.back();
        open.pop_back();
        group.push_back(tet);
        const int own = local_corner(mesh.tets[std::size_t(tet)], int(v));
        for (int corner = 0; corner < 4; ++corner) {
          const int other = neighbours[std::size_t(tet)][std::size_t(corner)];
          if (corner == own || other < 0 || seen[std::size_t(other)] == int(v)) continue;
          seen[std::size_t(other)] = int(v);
          open.push_back(other);
        }
      }
      if (!std::exchange(first, false)) {
        const Vec3 copy = mesh.vertices[v];
        for (const int tet : group) {
          auto& corners = mesh.tets[std::size_t(tet)];
          corners[std::size_t(local_corner(corners, int(v)))] = int(mesh.vertices.size());
        }
        mesh.vertices.push_back(copy);
      }
    }
  }
}

/// Edges of more than two triangles of the surface, no two of them in one tetrahedron.
std::vector<std::pair<int, int>> pinched_edges(const TetMesh& mesh) {
  std::map<std::pair<int, int>, int> triangles;
  for (const auto& t : surface_triangles(mesh)) {
    for (std::size_t i = 0; i < 3; ++i) ++triangles[std::minmax(t[i], t[(i + 1) % 3])];
  }
  std::vector<std::pair<int, int>> bad;
  for (const auto& [edge, count] : triangles) {
    if (count > 2) bad.push_back(edge);
  }
  if (bad.empty()) return bad;
  std::map<std::pair<int, int>, char> blocked;
  for (const auto& tet : mesh.tets) {
    bool taken = false;
    for (const auto& [i, j] : kTetEdges) {
      const std::pair<int, int> edge = std::minmax(tet[std::size_t(i)], tet[std::size_t(j)]);
      if (!std::binary_search(bad.begin(), bad.end(), edge) || blocked[edge]) continue;
      if (std::exchange(taken, true)) blocked[edge] = 1;
    }
  }
  std::erase_if(bad, [&](const auto& edge) { return blocked[edge] != 0; });
  return bad;
}

/// Every tetrahedron of these edges becomes two.
void halve(TetMesh& mesh, const std::vector<std::pair<int, int>>& edges) {
  std::map<std::pair<int, int>, int> middles;
  for (const auto& edge : edges) {
    middles[edge] = int(mesh.vertices.size());
    mesh.vertices.push_back(0.5 * (mesh.vertices[std::size_t(edge.first)] + mesh.vertices[std::size_t(edge.second)]));
  }
  const std::size_t count = mesh.tets.size();
  for (std::size_t t = 0; t < count; ++t) {
    for (const auto& [i, j] : kTetEdges) {
      const auto tet = mesh.tets[t];
      const auto found = middles.find(std::minmax(tet[std::size_t(i)], tet[std::size_t(j)]));
      if (found == middles.end()) continue;
      auto other = tet;
      mesh.tets[t][std::size_t(j)] = found->second;
      other[std::size_t(i)] = found->second;
      mesh.tets.push_back(other);
      break;
    }
  }
}

}  // namespace

int split_pinches(TetMesh& mesh) {
  const std::size_t before = mesh.vertices.size();
  split_vertices(mesh);
  for (auto edges = pinched_edges(mesh); !edges.empty(); edges = pinched_edges(mesh)) {
    halve(mesh, edges);
    split_vertices(mesh);
  }
  return int(mesh.vertices.size() - before);
}

}  // namespace stiction
