#include "stiction/geometry/convex_polyhedron.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "stiction/common/error.h"
#include "stiction/geometry/convex_hull.h"

namespace stiction {

namespace {

// Directions closer than this angle (rad) count as parallel: what an axis between them would add to a
// separating-axis test is under rounding.
constexpr double kParallelAngle = 1e-7;

// Newell's normal: exact for planar loops, a least-squares-like mean for loops that are planar up to rounding.
Vec3 loop_normal(const std::vector<Vec3>& vertices, const std::vector<int>& loop) {
  const Vec3& origin = vertices[std::size_t(loop[0])];
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
    sum += (vertices[std::size_t(loop[i])] - origin).cross(vertices[std::size_t(loop[i + 1])] - origin);
  }
  return sum.normalized();
}

}  // namespace

std::shared_ptr<const ConvexPolyhedron> ConvexPolyhedron::box(const Vec3& half_extents) {
  if (!half_extents.allFinite() || half_extents.minCoeff() <= 0) {
    throw InputError("box", "has a half extent that is not above 0 and finite", "give three lengths above 0 m");
  }
  auto result = std::shared_ptr<ConvexPolyhedron>(new ConvexPolyhedron());
  for (int i = 0; i < 8; ++i) {
    const Vec3 signs((i & 1) ? 1 : -1, (i & 2) ? 1 : -1, (i & 4) ? 1 : -1);
    result->vertices_.push_back(signs.cwiseProduct(half_extents));
  }
  const std::vector<std::vector<int>> loops = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                               {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (const auto& loop : loops) result->faces_.push_back({loop, {}, Vec3::Zero(), 0});
  result->finish();
  return result;
}

std::shared_ptr<const ConvexPolyhedron> ConvexPolyhedron::hull(const std::vector<Vec3>& points) {
  HullFaces faces = convex_hull(points);
  auto result = std::shared_ptr<ConvexPolyhedron>(new ConvexPolyhedron());
  result->vertices_ = std::move(faces.vertices);
  for (auto& loop : faces.loops) result->faces_.push_back({std::move(loop), {}, Vec3::Zero(), 0});
  result->finish();
  return result;
}

std::shared_ptr<const ConvexPolyhedron> ConvexPolyhedron::translated(const Vec3& offset) const {
  auto result = std::shared_ptr<ConvexPolyhedron>(new ConvexPolyhedron(*this));
  for (Vec3& v : result->vertices_) v += offset;
  for (Face& face : result->faces_) face.offset += face.normal.dot(offset);
  result->measure();
  return result;
}

void ConvexPolyhedron::finish() {
  for (Face& face : faces_) {
    face.normal = loop_normal(vertices_, face.vertices);
    face.offset = -std::numeric_limits<double>::infinity();
    for (int v : face.vertices) face.offset = std::max(face.offset, face.normal.dot(vertices_[std::size_t(v)]));
  }
  find_edges();
  for (const Edge& edge : edges_) {
    const Vec3 direction = (vertices_[std::size_t(edge.v1)] - vertices_[std::size_t(edge.v0)]).normalized();
    const bool known = std::any_of(edge_directions_.begin(), edge_directions_.end(), [&](const Vec3& other) {
      return direction.cross(other).squaredNorm() < kParallelAngle * kParallelAngle;
    });
    if (!known) edge_directions_.push_back(direction);
  }
  measure();
}

void ConvexPolyhedron::find_edges() {
  faces_of_vertex_.assign(vertices_.size(), {});
  edges_of_vertex_.assign(vertices_.size(), {});
  std::map<std::pair<int, int>, int> edge_index;
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    Face& face = faces_[f];
    for (std::size_t i = 0; i < face.vertices.size(); ++i) {
      const int from = face.vertices[i], to = face.vertices[(i + 1) % face.vertices.size()];
      const auto key = std::minmax(from, to);
      const auto [it, is_new] = edge_index.try_emplace({key.first, key.second}, int(edges_.size()));
      if (is_new) {
        edges_.push_back({key.first, key.second, int(f), -1});
        edges_of_vertex_[std::size_t(from)].push_back(it->second);
        edges_of_vertex_[std::size_t(to)].push_back(it->second);
      } else {
        edges_[std::size_t(it->second)].f1 = int(f);
      }
      face.edges.push_back(it->second);
      faces_of_vertex_[std::size_t(from)].push_back(int(f));
    }
  }
}

void ConvexPolyhedron::measure() {
  vertex_table_.resize(Eigen::Index(vertices_.size()), 3);
  radius_ = 0;
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    vertex_table_.row(Eigen::Index(i)) = vertices_[i].transpose().array();
    radius_ = std::max(radius_, vertices_[i].norm());
  }
  thickness_ = std::numeric_limits<double>::infinity();
  for (const Face& face : faces_) {
    double lowest = face.offset;
    for (const Vec3& v : vertices_) lowest = std::min(lowest, face.normal.dot(v));
    thickness_ = std::min(thickness_, face.offset - lowest);
  }
}

}  // namespace stiction
