// From exact hull triangles to polygons: weld, merge coplanar triangles, drop corners that are none.
#include "stiction/geometry/convex_hull.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "stiction/common/error.h"

namespace stiction {

namespace {

using Triangle = std::array<int, 3>;

constexpr double kWeld = 1e-9;   // of the extent: points this close are one corner
constexpr double kMerge = 1e-7;  // of the extent: triangles this close to a plane belong to it
constexpr double kFlat = 1e-9;   // of the extent: thinner sets have no volume worth the name
const char* const kRemedy = "give at least 4 points that do not lie in one plane";

// Indices of the points to keep: of points within `distance` of each other the first.
std::vector<Vec3> welded(const std::vector<Vec3>& points, double distance) {
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  auto at = [&](int i) -> const Vec3& { return points[std::size_t(i)]; };
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return at(i).x() < at(j).x(); });
  std::vector<char> dropped(points.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size() && at(order[j]).x() - at(order[i]).x() <= distance; ++j) {
      if ((at(order[i]) - at(order[j])).norm() <= distance) dropped[std::size_t(std::max(order[i], order[j]))] = 1;
    }
  }
  std::vector<Vec3> result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!dropped[i]) result.push_back(points[i]);
  }
  return result;
}

double thickness_along(const std::vector<Vec3>& points, const Vec3& normal) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Vec3& p : points) {
    low = std::min(low, normal.dot(p));
    high = std::max(high, normal.dot(p));
  }
  return high - low;
}

class FaceMerger {
 public:
  FaceMerger(const std::vector<Vec3>& points, const std::vector<Triangle>& triangles)
      : points_(points), triangles_(triangles) {
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i) left_of_[{triangles[t][i], triangles[t][(i + 1) % 3]}] = int(t);
      const Vec3& origin = at(triangles[t][0]);
      normals_.push_back((at(triangles[t][1]) - origin).cross(at(triangles[t][2]) - origin));
    }
    by_area_.resize(triangles.size());
    std::iota(by_area_.begin(), by_area_.end(), 0);
    std::stable_sort(by_area_.begin(), by_area_.end(), [&](int i, int j) {
      return normals_[std::size_t(i)].squaredNorm() > normals_[std::size_t(j)].squaredNorm();
    });
  }

  /// Face loops with triangles merged within `tolerance` of a plane, or nothing if that breaks the topology.
  std::optional<std::vector<std::vector<int>>> merge(double tolerance) {
    grow_regions(tolerance);
    std::vector<std::set<int>> regions_of(points_.size());
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      for (int v : triangles_[t]) regions_of[std::size_t(v)].insert(region_[t]);
    }
    std::vector<std::vector<int>> loops;
    for (int r = 0; r < region_count_; ++r) {
      std::vector<int> loop = boundary(r);
      std::erase_if(loop, [&](int v) { return regions_of[std::size_t(v)].size() < 3; });
      if (loop.size() < 3) return std::nullopt;
      loops.push_back(std::move(loop));
    }
    if (!is_closed(loops)) return std::nullopt;
    return loops;
  }

 private:
  const Vec3& at(int i) const { return points_[std::size_t(i)]; }

  // Every region starts from the largest triangle left, whose plane is the best known, and floods from there.
  void grow_regions(double tolerance) {
    region_.assign(triangles_.size(), -1);
    region_count_ = 0;
    for (int seed : by_area_) {
      if (region_[std::size_t(seed)] >= 0) continue;
      const Vec3 normal = normals_[std::size_t(seed)].normalized();
      const double offset = normal.dot(at(triangles_[std::size_t(seed)][0]));
      std::vector<int> front = {seed};
      region_[std::size_t(seed)] = region_count_;
      while (!front.empty()) {
        const Triangle t = triangles_[std::size_t(front.back())];
        front.pop_back();
        for (std::size_t i = 0; i < 3; ++i) {
          const int next = left_of_.at({t[(i + 1) % 3], t[i]});
          if (region_[std::size_t(next)] >= 0) continue;
          const bool coplanar = std::ranges::all_of(
              triangles_[std::size_t(next)], [&](int v) { return std::abs(normal.dot(at(v)) - offset) <= tolerance; });
          if (!coplanar) continue;
          region_[std::size_t(next)] = region_count_;
          front.push_back(next);
        }
      }
      ++region_count_;
    }
  }

  // The loop around a region; empty if its boundary is not one simple loop.
  std::vector<int> boundary(int region) const {
    std::map<int, int> next;
    std::size_t edge_count = 0;
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      if (region_[t] != region) continue;
      for (std::size_t i = 0; i < 3; ++i) {
        const int from = triangles_[t][i], to = triangles_[t][(i + 1) % 3];
        if (region_[std::size_t(left_of_.at({to, from}))] == region) continue;
        next[from] = to;
        ++edge_count;
      }
    }
    if (next.empty() || next.size() != edge_count) return {};
    std::vector<int> loop;
    int v = next.begin()->first;
    do {
      loop.push_back(v);
      v = next.at(v);
    } while (v != next.begin()->first && loop.size() <= edge_count);
    if (loop.size() != edge_count) return {};
    return loop;
  }

  // Every edge between exactly two faces, in opposite directions, and Euler's formula.
  static bool is_closed(const std::vector<std::vector<int>>& loops) {
    std::set<std::pair<int, int>> directed;
    std::set<int> vertices;
    for (const auto& loop : loops) {
      for (std::size_t i = 0; i < loop.size(); ++i) {
        vertices.insert(loop[i]);
        if (!directed.insert({loop[i], loop[(i + 1) % loop.size()]}).second) return false;
      }
    }
    for (const auto& [from, to] : directed) {
      if (!directed.contains({to, from})) return false;
    }
    return vertices.size() + loops.size() == directed.size() / 2 + 2;
  }

  const std::vector<Vec3>& points_;
  const std::vector<Triangle>& triangles_;
  std::map<std::pair<int, int>, int> left_of_;
  std::vector<Vec3> normals_;  // times twice the area
  std::vector<int> by_area_;
  std::vector<int> region_;
  int region_count_ = 0;
};

}  // namespace

HullFaces convex_hull(const std::vector<Vec3>& input) {
  if (input.size() < 4) throw InputError("points", "are only " + std::to_string(input.size()), kRemedy);
  Vec3 low = input[0], high = input[0];
  for (std::size_t i = 0; i < input.size(); ++i) {
    if (!input[i].allFinite()) {
      throw InputError("points[" + std::to_string(i) + "]", "is not finite", "give three finite coordinates in m");
    }
    low = low.cwiseMin(input[i]);
    high = high.cwiseMax(input[i]);
  }
  const double extent = (high - low).norm();
  if (!std::isfinite(extent)) throw InputError("points", "span more than a number can hold", "give lengths in m");
  const std::vector<Vec3> points = welded(input, kWeld * extent);
  const std::vector<Triangle> triangles = points.size() < 4 ? std::vector<Triangle>() : quickhull(points);
  double thickness = triangles.empty() ? 0 : std::numeric_limits<double>::infinity();
  for (const Triangle& t : triangles) {
    const Vec3& a = points[std::size_t(t[0])];
    const Vec3 normal = (points[std::size_t(t[1])] - a).cross(points[std::size_t(t[2])] - a);
    // Slivers have no direction to speak of; the large triangles beside them do.
    if (normal.norm() > 1e-9 * extent * extent) {
      thickness = std::min(thickness, thickness_along(points, normal.normalized()));
    }
  }
  if (thickness <= kFlat * extent) throw InputError("points", "lie in one plane", kRemedy);

  FaceMerger merger(points, triangles);
  std::optional<std::vector<std::vector<int>>> loops;
  for (double tolerance = std::min(kMerge * extent, 1e-3 * thickness); !loops; tolerance *= 0.1) {
    // The raw triangles are closed by construction, so the search ends.
    loops = merger.merge(tolerance > 1e-14 * extent ? tolerance : -1.0);
  }
  HullFaces result;
  std::vector<int> renumbered(points.size(), -1);
  for (const auto& loop : *loops) {
    for (int v : loop) renumbered[std::size_t(v)] = 0;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (renumbered[i] < 0) continue;
    renumbered[i] = int(result.vertices.size());
    result.vertices.push_back(points[i]);
  }
  for (auto& loop : *loops) {
    for (int& v : loop) v = renumbered[std::size_t(v)];
    result.loops.push_back(std::move(loop));
  }
  return result;
}

}  // namespace stiction
