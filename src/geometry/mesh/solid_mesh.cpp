#include "stiction/geometry/mesh/solid_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "stiction/common/content_hash.h"
#include "stiction/common/error.h"
#include "stiction/geometry/convex_hull.h"
#include "stiction/geometry/mesh/box_distance.h"

namespace stiction {

namespace {

/// Error of a distance that does not matter yet, as a part of it.
constexpr double kFarError = 0.25;

/// Shorter edges, in cells, are seen well enough by their ends: less than a tenth of a cell fits in between.
constexpr double kShortEdge = 0.2;

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

std::uint64_t content_hash(const TriangleMesh& mesh, int cells) {
  return ContentHash().add(cells).add_all(mesh.vertices).add_all(mesh.triangles).low();
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
      near_(exact_, field_),
      samples_(surface_samples(exact_, field_.cell(), 2 * field_.cell())),
      sharp_edges_(exact_, field_.cell(), kShortEdge * field_.cell()),
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
  if (squared_distance(box(), x) > reach * reach) return true;
  const Vec3 inner = field_.clamped(x);
  const double outside = (x - inner).norm();
  return field_.least_distance(inner) - outside > reach;
}

SurfaceDistance SolidMesh::distance(const Vec3& x, double limit) const {
  SurfaceDistance result;
  const Vec3 inner = field_.clamped(x);
  const DistanceField::Value value = field_.at(inner);
  const double cell = field_.cell(), outside = (x - inner).norm(), length = value.gradient.norm();
  // What lies between the probes may be worse than what they found.
  const double error = std::min(2 * value.error + 0.05 * cell, DistanceField::kWorstError * cell);
  if (value.distance - outside - error > std::max(limit, 0.0)) return result;
  const bool near = value.measured && outside == 0;
  // Where the interpolation is off or fades (on the ridges inside), the exact distance decides; and where the limit is
  // so small that an overlap could hide in the error.
  const double tolerable = std::max(DistanceField::kTolerance * cell, kFarError * std::abs(value.distance));
  if ((near && (value.error > tolerable || value.distance > limit)) || length < 0.3) {
    const double bound = std::abs(value.distance) + outside + error;
    // Surely not deeper inside than the limit: what is further away need not be found.
    const bool enough = limit > 0 && limit < bound && value.distance - outside - error > -limit;
    const auto exact = [&](double within) {
      const auto candidates = near_.of_cell(value.cell);
      if (outside > 0 || candidates.empty()) return exact_.at(x, within);
      return exact_.at(x, within, candidates, value.from_centre.norm());
    };
    result = exact(enough ? limit : bound);
    if (enough && result.triangle < 0) return result;
    if (result.triangle < 0) result = exact(std::abs(value.distance) + outside + cell);
    if (result.distance > limit) result.distance = std::numeric_limits<double>::infinity();
    return result;
  }
  result.distance = value.distance;
  result.normal = value.gradient / length;
  result.point = inner - value.distance * result.normal;
  if (outside > 0) {
    // Beyond the grid: the surface point below the nearest point of the grid is about the nearest.
    const Vec3 away = x - result.point;
    result.distance = away.norm();
    result.normal = away / result.distance;
  }
  if (result.distance > limit) result.distance = std::numeric_limits<double>::infinity();
  return result;
}

std::size_t SolidMesh::bytes() const {
  return field_.bytes() + near_.bytes() + sharp_edges_.bytes() + samples_.samples().size() * sizeof(SurfaceSample) +
         samples_.nodes().size() * sizeof(SphereTree::Node) + mesh_.vertices.size() * sizeof(Vec3) +
         mesh_.triangles.size() * (sizeof(mesh_.triangles[0]) + 4 * sizeof(Vec3) + 2 * sizeof(Eigen::AlignedBox3d));
}

}  // namespace stiction
