#include "stiction/geometry/smooth/loop_mesh.h"

#include <map>
#include <string>
#include <utility>

#include "stiction/common/error.h"
#include "stiction/geometry/smooth/loop_valence.h"

namespace stiction {

LoopMesh::LoopMesh(TriangleMesh mesh) : mesh_(std::move(mesh)) {
  if (mesh_.triangles.empty()) throw InputError("control mesh", "has no triangles", "give at least one");
  for (std::size_t v = 0; v < mesh_.vertices.size(); ++v) {
    if (!mesh_.vertices[v].allFinite()) {
      throw InputError("control mesh: vertex " + std::to_string(v + 1), "is no number", "give finite coordinates");
    }
  }
  for (std::size_t f = 0; f < mesh_.triangles.size(); ++f) {
    const auto& t = mesh_.triangles[f];
    const bool range = std::min({t[0], t[1], t[2]}) >= 0 && std::max({t[0], t[1], t[2]}) < int(mesh_.vertices.size());
    if (!range || t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) {
      throw InputError("control mesh: triangle " + std::to_string(f + 1), "does not have three vertices of the mesh",
                       "name three different vertices");
    }
  }
  find_neighbours();
  find_fans();
}

void LoopMesh::find_neighbours() {
  std::map<std::pair<int, int>, Side> sides;
  for (int f = 0; f < faces(); ++f) {
    for (int e = 0; e < 3; ++e) {
      const auto [entry, fresh] = sides.try_emplace({vertex(f, e), vertex(f, e + 1)}, Side{f, e});
      if (!fresh) {
        throw InputError("control mesh: triangle " + std::to_string(f + 1),
                         "has an edge in the same direction as triangle " + std::to_string(entry->second.face + 1),
                         "order the corners of all triangles counter-clockwise seen from outside");
      }
    }
  }
  beyond_.resize(std::size_t(faces()));
  for (const auto& [ends, side] : sides) {
    const auto other = sides.find({ends.second, ends.first});
    if (other != sides.end()) beyond_[std::size_t(side.face)][std::size_t(side.edge)] = other->second;
  }
}

void LoopMesh::find_fans() {
  valence_.assign(mesh_.vertices.size(), 0);
  interior_.assign(mesh_.vertices.size(), false);
  std::vector<int> corners(mesh_.vertices.size(), 0);
  for (const auto& triangle : mesh_.triangles) {
    for (const int v : triangle) ++corners[std::size_t(v)];
  }
  std::vector<bool> seen(mesh_.vertices.size(), false);
  for (int f = 0; f < faces(); ++f) {
    for (int c = 0; c < 3; ++c) {
      const auto v = std::size_t(vertex(f, c));
      if (seen[v]) continue;
      seen[v] = true;
      // Clockwise to the border or once around, then count counter-clockwise.
      Side first{f, c};
      bool closed = false;
      while (true) {
        const Side next = beyond(first.face, first.edge);
        if (next.face < 0) break;
        first = {next.face, (next.edge + 1) % 3};
        if (first.face == f && first.edge == c) {
          closed = true;
          break;
        }
      }
      int fan = 0;
      Side at = first;
      do {
        ++fan;
        at = beyond(at.face, (at.edge + 2) % 3);
      } while (at.face >= 0 && !(at.face == first.face && at.edge == first.edge));
      if (fan != corners[v]) {
        throw InputError("control mesh: vertex " + std::to_string(v + 1), "joins several fans of triangles",
                         "give each fan a vertex of its own");
      }
      interior_[v] = closed;
      valence_[v] = closed ? fan : fan + 1;
    }
  }
}

std::vector<int> LoopMesh::ring(int face, int corner) const {
  std::vector<int> found;
  Side at{face, corner};
  do {
    found.push_back(vertex(at.face, at.edge + 1));
    at = beyond(at.face, (at.edge + 2) % 3);
  } while (at.face >= 0 && !(at.face == face && at.edge == corner));
  return found;
}

LoopMesh LoopMesh::subdivided() const {
  TriangleMesh fine;
  const std::vector<Vec3>& old = mesh_.vertices;
  fine.vertices.assign(old.size(), Vec3::Zero());
  std::vector<bool> done(old.size(), false);
  for (std::size_t v = 0; v < old.size(); ++v) fine.vertices[v] = old[v];  // vertices of no face stay
  std::vector<std::array<int, 3>> middle(std::size_t(faces()), {-1, -1, -1});
  for (int f = 0; f < faces(); ++f) {
    for (int e = 0; e < 3; ++e) {
      const int a = vertex(f, e), b = vertex(f, e + 1), c = vertex(f, e + 2);
      const Vec3 &pa = old[std::size_t(a)], &pb = old[std::size_t(b)];
      const Side other = beyond(f, e);
      if (other.face < 0) {
        // Both ends of a border edge get an eighth of each other and keep three quarters of themselves.
        for (const auto& [end, from] : {std::pair(a, pb), std::pair(b, pa)}) {
          fine.vertices[std::size_t(end)] += (from - old[std::size_t(end)]) / 8;
        }
      }
      if (interior(a) && !done[std::size_t(a)]) {
        done[std::size_t(a)] = true;
        const double weight = loop_vertex_weight(valence(a));
        for (const int r : ring(f, e)) fine.vertices[std::size_t(a)] += weight * (old[std::size_t(r)] - pa);
      }
      int& m = middle[std::size_t(f)][std::size_t(e)];
      if (m >= 0) continue;
      m = int(fine.vertices.size());
      if (other.face < 0) {
        fine.vertices.push_back((pa + pb) / 2);
      } else {
        middle[std::size_t(other.face)][std::size_t(other.edge)] = m;
        const Vec3 &pc = old[std::size_t(c)], &pd = old[std::size_t(vertex(other.face, other.edge + 2))];
        fine.vertices.push_back((3 * (pa + pb) + pc + pd) / 8);
      }
    }
  }
  for (int f = 0; f < faces(); ++f) {
    const int v0 = vertex(f, 0), v1 = vertex(f, 1), v2 = vertex(f, 2);
    const auto [m01, m12, m20] = middle[std::size_t(f)];
    fine.triangles.push_back({v0, m01, m20});
    fine.triangles.push_back({m01, v1, m12});
    fine.triangles.push_back({m20, m12, v2});
    fine.triangles.push_back({m12, m20, m01});
  }
  return LoopMesh(std::move(fine));
}

}  // namespace stiction
