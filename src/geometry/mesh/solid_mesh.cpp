#include "stiction/geometry/mesh/solid_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>

#include "stiction/common/error.h"
#include "stiction/geometry/convex_hull.h"

namespace stiction {

namespace {

std::vector<Vec3> corners_of_hull(const std::vector<Vec3>& points) {
  std::vector<char> used(points.size(), 0);
  for (const auto& triangle : quickhull(points)) {
    for (const int v : triangle) used[std::size_t(v)] = 1;
  }
  std::vector<Vec3> corners;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (used[i]) corners.push_back(points[i]);
  }
  return corners;
}

/// FNV-1a over the bytes of vertices and triangles.
std::uint64_t content_hash(const TriangleMesh& mesh, int cells) {
  std::uint64_t hash = 14695981039346656037ull;
  const auto add = [&](const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211ull;
  };
  add(&cells, sizeof cells);
  add(mesh.vertices.data(), mesh.vertices.size() * sizeof(Vec3));
  add(mesh.triangles.data(), mesh.triangles.size() * sizeof(mesh.triangles[0]));
  return hash;
}

}  // namespace

std::shared_ptr<const SolidMesh> SolidMesh::make(const TriangleMesh& mesh, int cells) {
  if (cells < kLeastCells || cells > kMostCells) {
    throw InputError("cells", "is " + std::to_string(cells),
                     "give from " + std::to_string(kLeastCells) + " to " + std::to_string(kMostCells));
  }
  // Weak: the cache alone keeps nothing alive. One lock for look-up and build, so that equal meshes asked for from
  // several threads are built once.
  static std::mutex mutex;
  static std::multimap<std::uint64_t, std::weak_ptr<const SolidMesh>> built;
  const std::uint64_t hash = content_hash(mesh, cells);
  const std::lock_guard lock(mutex);
  for (auto [entry, end] = built.equal_range(hash); entry != end;) {
    if (const auto known = entry->second.lock()) {
      if (known->cells_ == cells && known->mesh_.vertices == mesh.vertices &&
          known->mesh_.triangles == mesh.triangles) {
        return known;
      }
      ++entry;
    } else {
      entry = built.erase(entry);
    }
  }
  check_solid(mesh);
  std::shared_ptr<const SolidMesh> solid(new SolidMesh(mesh, cells));
  built.emplace(hash, solid);
  return solid;
}

SolidMesh::SolidMesh(const TriangleMesh& mesh, int cells)
    : mesh_(mesh),
      cells_(cells),
      moments_(mesh_moments(mesh_)),
      exact_(mesh_),
      field_(exact_, cells),
      samples_(surface_samples(exact_, field_.cell())),
      hull_vertices_(corners_of_hull(mesh_.vertices)),
      // A wall thinner than a cell may fall between the nodes; its volume over half its surface still tells.
      thickness_(2 * field_.depth()) {
  double area = 0;
  for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
    area += 0.5 * (mesh_.corner(t, 1) - mesh_.corner(t, 0)).cross(mesh_.corner(t, 2) - mesh_.corner(t, 0)).norm();
  }
  thickness_ = std::max(thickness_, 2 * moments_.volume / area);
}

bool SolidMesh::clear(const Vec3& x, double radius, double limit) const {
  const double reach = radius + limit;
  if (box().squaredExteriorDistance(x) > reach * reach) return true;
  const Vec3 inner = field_.clamped(x);
  const double outside = (x - inner).norm();
  return field_.distance(inner) - outside - DistanceField::kWorstError * field_.cell() > reach;
}

SurfaceDistance SolidMesh::distance(const Vec3& x, double limit) const {
  SurfaceDistance result;
  const Vec3 inner = field_.clamped(x);
  const DistanceField::Value value = field_.at(inner);
  const double cell = field_.cell(), outside = (x - inner).norm();
  if (value.distance - outside - DistanceField::kWorstError * cell > limit) return result;
  const double length = value.gradient.norm();
  // Rough cells, points beyond the grid, values too close to the limit to call, and the ridges inside where the
  // gradient fades: there the exact distance decides.
  if (value.rough || outside > 0 || length < 0.5 ||
      std::abs(value.distance - limit) <= 2 * DistanceField::kTolerance * cell) {
    result = exact_.at(x, std::abs(value.distance) + outside + cell);
    if (result.distance > limit) result.distance = std::numeric_limits<double>::infinity();
    return result;
  }
  if (value.distance > limit) return result;
  result.distance = value.distance;
  result.normal = value.gradient / length;
  result.point = x - value.distance * result.normal;
  return result;
}

std::size_t SolidMesh::bytes() const {
  return field_.bytes() + samples_.samples().size() * sizeof(SurfaceSample) +
         samples_.nodes().size() * sizeof(SphereTree::Node) + mesh_.vertices.size() * sizeof(Vec3) +
         mesh_.triangles.size() * (sizeof(mesh_.triangles[0]) + 4 * sizeof(Vec3) + 2 * sizeof(Eigen::AlignedBox3d));
}

}  // namespace stiction
