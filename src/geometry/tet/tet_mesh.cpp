#include "stiction/geometry/tet/tet_mesh.h"

#include <algorithm>
#include <string>
#include <utility>

#include "stiction/common/error.h"

namespace stiction {

namespace {

/// A face by its vertices in rising order, and whether an odd permutation brought them there.
struct SortedFace {
  std::array<int, 3> key;
  bool odd = false;
  TetFace face;
};

SortedFace sorted_face(const std::array<int, 4>& tet, int index, int corner) {
  SortedFace out;
  for (std::size_t i = 0; i < 3; ++i) out.key[i] = tet[std::size_t(kTetFaces[std::size_t(corner)][i])];
  const auto order = [&](std::size_t a, std::size_t b) {
    if (out.key[a] <= out.key[b]) return;
    std::swap(out.key[a], out.key[b]);
    out.odd = !out.odd;
  };
  order(0, 1);
  order(1, 2);
  order(0, 1);
  out.face = {index, corner};
  return out;
}

std::string list(const std::array<int, 3>& key) {
  return std::to_string(key[0] + 1) + ", " + std::to_string(key[1] + 1) + " and " + std::to_string(key[2] + 1);
}

}  // namespace

double volume(const TetMesh& mesh, std::size_t tet) {
  const Vec3& o = mesh.corner(tet, 0);
  const Vec3 a = mesh.corner(tet, 1) - o, b = mesh.corner(tet, 2) - o, c = mesh.corner(tet, 3) - o;
  return a.dot(b.cross(c)) / 6;
}

double volume(const TetMesh& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) sum += volume(mesh, t);
  return sum;
}

std::vector<std::array<int, 4>> tet_neighbours(const TetMesh& mesh) {
  std::vector<SortedFace> faces;
  faces.reserve(4 * mesh.tets.size());
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    for (int corner = 0; corner < 4; ++corner) faces.push_back(sorted_face(mesh.tets[t], int(t), corner));
  }
  std::sort(faces.begin(), faces.end(), [](const SortedFace& a, const SortedFace& b) {
    return std::pair(a.key, a.face.tet) < std::pair(b.key, b.face.tet);
  });
  std::vector<std::array<int, 4>> neighbours(mesh.tets.size(), {-1, -1, -1, -1});
  for (std::size_t k = 0; k + 1 < faces.size(); ++k) {
    const SortedFace &one = faces[k], &other = faces[k + 1];
    if (one.key != other.key) continue;
    const std::string where = "tetrahedron " + std::to_string(other.face.tet + 1);
    const std::string face = "its face of vertices " + list(one.key);
    if (k + 2 < faces.size() && faces[k + 2].key == one.key) {
      throw InputError(where, face + " belongs to more than two tetrahedra", "remove those that overlap there");
    }
    if (one.odd == other.odd) {
      throw InputError(where, face + " has tetrahedron " + std::to_string(one.face.tet + 1) + " on the same side",
                       "remove one of the two: they overlap");
    }
    neighbours[std::size_t(one.face.tet)][std::size_t(one.face.corner)] = other.face.tet;
    neighbours[std::size_t(other.face.tet)][std::size_t(other.face.corner)] = one.face.tet;
  }
  return neighbours;
}

std::vector<TetFace> surface_faces(const TetMesh& mesh) {
  const auto neighbours = tet_neighbours(mesh);
  std::vector<TetFace> faces;
  for (std::size_t t = 0; t < neighbours.size(); ++t) {
    for (int corner = 0; corner < 4; ++corner) {
      if (neighbours[t][std::size_t(corner)] < 0) faces.push_back({int(t), corner});
    }
  }
  return faces;
}

namespace {

std::array<int, 3> vertices_of(const TetMesh& mesh, const TetFace& face) {
  const auto& tet = mesh.tets[std::size_t(face.tet)];
  const auto& [a, b, c] = kTetFaces[std::size_t(face.corner)];
  return {tet[std::size_t(a)], tet[std::size_t(b)], tet[std::size_t(c)]};
}

}  // namespace

std::vector<std::array<int, 3>> surface_triangles(const TetMesh& mesh) {
  std::vector<std::array<int, 3>> triangles;
  for (const TetFace& face : surface_faces(mesh)) triangles.push_back(vertices_of(mesh, face));
  return triangles;
}

TetSurface tet_surface(const TetMesh& mesh) {
  TetSurface surface;
  std::vector<int> number(mesh.vertices.size(), -1);
  for (const TetFace& face : surface_faces(mesh)) {
    surface.mesh.triangles.push_back(vertices_of(mesh, face));
    surface.tets.push_back(face.tet);
    for (const int v : surface.mesh.triangles.back()) number[std::size_t(v)] = 0;
  }
  for (std::size_t v = 0; v < number.size(); ++v) {
    if (number[v] < 0) continue;
    number[v] = int(surface.vertices.size());
    surface.vertices.push_back(int(v));
    surface.mesh.vertices.push_back(mesh.vertices[v]);
  }
  for (auto& triangle : surface.mesh.triangles) {
    for (int& v : triangle) v = number[std::size_t(v)];
  }
  return surface;
}

std::vector<int> tet_parts(const TetMesh& mesh) {
  const auto neighbours = tet_neighbours(mesh);
  std::vector<int> part(mesh.tets.size(), -1), open;
  int parts = 0;
  for (std::size_t seed = 0; seed < part.size(); ++seed) {
    if (part[seed] >= 0) continue;
    part[seed] = parts;
    open.push_back(int(seed));
    while (!open.empty()) {
      const int tet = open.back();
      open.pop_back();
      for (const int other : neighbours[std::size_t(tet)]) {
        if (other < 0 || part[std::size_t(other)] >= 0) continue;
        part[std::size_t(other)] = parts;
        open.push_back(other);
      }
    }
    ++parts;
  }
  return part;
}

}  // namespace stiction
