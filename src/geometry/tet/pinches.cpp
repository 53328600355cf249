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

/// Cuts off one vertex after the other, no two of them in one tetrahedron: of each of its tetrahedra the far part is
/// left, a prism, cut up by diagonals that start at the lower of two vertices.
void cut_off(TetMesh& mesh, const std::vector<int>& vertices) {
  std::vector<char> wanted(mesh.vertices.size(), 0);
  for (const int v : vertices) wanted[std::size_t(v)] = 1;
  const auto wanted_corner = [&](const std::array<int, 4>& tet) {
    for (int i = 0; i < 4; ++i) {
      if (wanted[std::size_t(tet[std::size_t(i)])]) return i;
    }
    return -1;
  };
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int v, int end) {
    const auto [entry, is_new] = middles.try_emplace({v, end}, int(mesh.vertices.size()));
    if (is_new) {
      mesh.vertices.push_back(0.5 * (mesh.vertices[std::size_t(v)] + mesh.vertices[std::size_t(end)]));
    }
    return entry->second;
  };
  std::vector<std::array<int, 4>> tets;
  for (const auto& tet : mesh.tets) {
    const int corner = wanted_corner(tet);
    if (corner < 0) {
      tets.push_back(tet);
      continue;
    }
    const int v = tet[std::size_t(corner)];
    // Counter-clockwise seen from outside the tetrahedron: clockwise from v.
    std::array<int, 3> far;
    for (std::size_t i = 0; i < 3; ++i) far[i] = tet[std::size_t(kTetFaces[std::size_t(corner)][i])];
    std::rotate(far.begin(), std::min_element(far.begin(), far.end()), far.end());
    const bool rising = far[1] < far[2];
    const int a = far[0], b = std::min(far[1], far[2]), c = std::max(far[1], far[2]);
    const int on_a = middle(v, a), on_b = middle(v, b), on_c = middle(v, c);
    for (std::array<int, 4> piece :
         {std::array{a, b, c, on_c}, std::array{a, b, on_c, on_b}, std::array{a, on_b, on_c, on_a}}) {
      if (rising) std::swap(piece[2], piece[3]);
      tets.push_back(piece);
    }
  }
  mesh.tets = std::move(tets);
}

/// Without those vertices whose tetrahedra already have a vertex that comes before.
std::vector<int> independent(const TetMesh& mesh, std::vector<int> vertices) {
  std::vector<char> state(mesh.vertices.size(), 0);  // 1: wanted, 2: has to wait
  for (const int v : vertices) state[std::size_t(v)] = 1;
  for (const auto& tet : mesh.tets) {
    bool taken = false;
    std::array<int, 4> sorted = tet;
    std::sort(sorted.begin(), sorted.end());
    for (const int v : sorted) {
      if (state[std::size_t(v)] == 1 && std::exchange(taken, true)) state[std::size_t(v)] = 2;
    }
  }
  std::erase_if(vertices, [&](int v) { return state[std::size_t(v)] != 1; });
  return vertices;
}

void drop_unused_vertices(TetMesh& mesh) {
  std::vector<int> number(mesh.vertices.size(), -1);
  for (const auto& tet : mesh.tets) {
    for (const int v : tet) number[std::size_t(v)] = 0;
  }
  int used = 0;
  for (std::size_t v = 0; v < number.size(); ++v) {
    if (number[v] < 0) continue;
    mesh.vertices[std::size_t(used)] = mesh.vertices[v];
    number[v] = used++;
  }
  mesh.vertices.resize(std::size_t(used));
  for (auto& tet : mesh.tets) {
    for (int& v : tet) v = number[std::size_t(v)];
  }
}

}  // namespace

std::vector<int> touching_vertices(const std::vector<std::array<int, 3>>& triangles) {
  struct Corner {
    int vertex, next, last;  // the triangle runs vertex, next, last
  };
  std::vector<Corner> corners;
  for (const auto& t : triangles) {
    for (std::size_t i = 0; i < 3; ++i) corners.push_back({t[i], t[(i + 1) % 3], t[(i + 2) % 3]});
  }
  std::sort(corners.begin(), corners.end(),
            [](const Corner& a, const Corner& b) { return std::pair(a.vertex, a.next) < std::pair(b.vertex, b.next); });
  std::vector<int> touching;
  for (std::size_t first = 0; first < corners.size();) {
    std::size_t last = first;
    while (last < corners.size() && corners[last].vertex == corners[first].vertex) ++last;
    // Once around the first fan.
    std::size_t seen = 0;
    int at = corners[first].next;
    do {
      const auto end = corners.begin() + std::ptrdiff_t(last);
      const auto found = std::lower_bound(corners.begin() + std::ptrdiff_t(first), end, at,
                                          [](const Corner& c, int next) { return c.next < next; });
      if (found == end || found->next != at) break;
      at = found->last;
      ++seen;
    } while (at != corners[first].next && seen <= last - first);
    if (seen != last - first) touching.push_back(corners[first].vertex);
    first = last;
  }
  return touching;
}

int split_pinches(TetMesh& mesh) {
  const std::size_t before = mesh.vertices.size();
  split_vertices(mesh);
  for (auto edges = pinched_edges(mesh); !edges.empty(); edges = pinched_edges(mesh)) {
    halve(mesh, edges);
    split_vertices(mesh);
  }
  int changed = int(mesh.vertices.size() - before);
  for (;;) {
    const std::vector<int> touching = independent(mesh, touching_vertices(surface_triangles(mesh)));
    if (touching.empty()) break;
    cut_off(mesh, touching);
    changed += int(touching.size());
  }
  if (changed > 0) drop_unused_vertices(mesh);
  return changed;
}

}  // namespace stiction
