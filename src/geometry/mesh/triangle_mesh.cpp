#include "stiction/geometry/mesh/triangle_mesh.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "stiction/common/error.h"

namespace stiction {

namespace {

std::string numbered(const char* what, std::size_t index) {
  return std::string(what) + ' ' + std::to_string(index + 1);
}

/// One directed edge of a triangle, from vertex `from` to vertex `to`.
struct HalfEdge {
  int from, to;
  std::size_t triangle;
  std::pair<int, int> key() const { return std::minmax(from, to); }
};

std::vector<HalfEdge> sorted_half_edges(const TriangleMesh& mesh) {
  std::vector<HalfEdge> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& corners = mesh.triangles[t];
    for (std::size_t i = 0; i < 3; ++i) edges.push_back({corners[i], corners[(i + 1) % 3], t});
  }
  std::sort(edges.begin(), edges.end(), [](const HalfEdge& a, const HalfEdge& b) {
    return std::pair(a.key(), a.triangle) < std::pair(b.key(), b.triangle);
  });
  return edges;
}

/// Every edge has one triangle (where allowed) or two that run through it in opposite directions.
void check_edges(const TriangleMesh& mesh, bool closed) {
  const std::vector<HalfEdge> edges = sorted_half_edges(mesh);
  for (std::size_t first = 0; first < edges.size();) {
    std::size_t last = first;
    while (last < edges.size() && edges[last].key() == edges[first].key()) ++last;
    const std::string where = numbered("triangle", edges[first].triangle);
    const std::string edge = "its edge from vertex " + std::to_string(edges[first].from + 1) + " to vertex " +
                             std::to_string(edges[first].to + 1);
    if (last - first > 2) {
      throw InputError(where, edge + " belongs to " + std::to_string(last - first) + " triangles",
                       "split the mesh there, so that every edge joins two triangles");
    }
    if (last - first == 1 && closed) {
      throw InputError(where, edge + " has no triangle on its other side: the mesh is open",
                       "close the hole, weld vertices that lie on each other, or use it as \"terrain\"");
    }
    if (last - first == 2 && edges[first].from == edges[first + 1].from) {
      throw InputError(
          numbered("triangle", edges[first + 1].triangle),
          "runs the other way round than its neighbour, triangle " + std::to_string(edges[first].triangle + 1),
          "orient all triangles alike (counter-clockwise seen from outside)");
    }
    first = last;
  }
}

}  // namespace

// Tetrahedra from an inner point to the triangles: volume det/6, first moment det/24 (a+b+c),
// second moment det/120 (ssᵀ + aaᵀ + bbᵀ + ccᵀ) with s = a+b+c.
MeshMoments mesh_moments(const TriangleMesh& mesh) {
  Vec3 inner = Vec3::Zero();
  for (const Vec3& v : mesh.vertices) inner += v / double(mesh.vertices.size());
  MeshMoments m;
  Vec3 first = Vec3::Zero();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 a = mesh.corner(t, 0) - inner, b = mesh.corner(t, 1) - inner, c = mesh.corner(t, 2) - inner;
    const double det = a.dot(b.cross(c));
    const Vec3 sum = a + b + c;
    m.volume += det / 6;
    first += det / 24 * sum;
    m.second += det / 120 * (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  const Vec3 offset = first / m.volume;
  m.second -= m.volume * offset * offset.transpose();
  m.centre = inner + offset;
  return m;
}

TriangleMesh flipped(TriangleMesh mesh) {
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return mesh;
}

TriangleMesh scaled(TriangleMesh mesh, double factor) {
  for (Vec3& v : mesh.vertices) v *= factor;
  return mesh;
}

void check_mesh(const TriangleMesh& mesh) {
  if (mesh.triangles.empty()) throw InputError("mesh", "has no triangles", "give at least one");
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!mesh.vertices[i].allFinite()) {
      throw InputError(numbered("vertex", i), "is not finite", "give three finite coordinates");
    }
    low = low.cwiseMin(mesh.vertices[i]);
    high = high.cwiseMax(mesh.vertices[i]);
  }
  const double extent = (high - low).norm();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [i, j, k] = mesh.triangles[t];
    for (const int v : {i, j, k}) {
      if (v >= 0 && v < int(mesh.vertices.size())) continue;
      throw InputError(numbered("triangle", t), "names vertex " + std::to_string(v + 1L),
                       "there are " + std::to_string(mesh.vertices.size()) + " vertices");
    }
    if (i == j || j == k || k == i) {
      throw InputError(numbered("triangle", t), "has the same vertex twice", "remove it and close the gap it leaves");
    }
    const Vec3 a = mesh.corner(t, 0), b = mesh.corner(t, 1), c = mesh.corner(t, 2);
    const double longest = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
    if (!((b - a).cross(c - a).norm() > 1e-9 * extent * longest)) {
      throw InputError(numbered("triangle", t), "is degenerate: its height is under 1e-9 of the mesh's extent",
                       "remove it, for example by merging its vertices or collapsing its shortest edge");
    }
  }
}

void check_solid(const TriangleMesh& mesh) {
  check_mesh(mesh);
  check_edges(mesh, true);
  const double volume = mesh_moments(mesh).volume;
  if (!(volume > 0)) {
    throw InputError("mesh", "encloses the volume " + std::to_string(volume) + ": its triangles face inwards",
                     "turn them round (counter-clockwise seen from outside), or add \"flip\": true");
  }
}

void check_surface(const TriangleMesh& mesh) {
  check_mesh(mesh);
  check_edges(mesh, false);
}

}  // namespace stiction
