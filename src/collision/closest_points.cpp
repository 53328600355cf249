#include "stiction/collision/closest_points.h"

#include <array>
#include <cmath>

namespace stiction {

namespace {

constexpr int kMaxIterations = 128;

// A vertex of the difference A - B.
struct Support {
  Vec3 w;
  int a, b;
};

struct Simplex {
  std::array<Support, 4> points;
  std::array<double, 4> weights{1, 0, 0, 0};
  int size = 1;

  Vec3 nearest() const {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < size; ++i) sum += weights[std::size_t(i)] * points[std::size_t(i)].w;
    return sum;
  }
};

// Weights of the point of a segment, triangle or tetrahedron nearest to the origin: found by trying every face
// of the simplex (at most 15), so that rounding can mislead it only between points equally near.
class NearestOfSimplex {
 public:
  explicit NearestOfSimplex(const Simplex& simplex) : simplex_(simplex) {
    const int subsets = 1 << simplex.size;
    for (int mask = 1; mask < subsets; ++mask) try_subset(mask);
  }

  Simplex reduced() const {
    Simplex result;
    result.size = 0;
    for (int i = 0; i < simplex_.size; ++i) {
      if (!(best_mask_ & (1 << i))) continue;
      result.points[std::size_t(result.size)] = simplex_.points[std::size_t(i)];
      result.weights[std::size_t(result.size)] = best_weights_[std::size_t(i)];
      ++result.size;
    }
    return result;
  }

 private:
  const Vec3& w(int i) const { return simplex_.points[std::size_t(i)].w; }

  void try_subset(int mask) {
    std::array<int, 4> index{};
    int count = 0;
    for (int i = 0; i < simplex_.size; ++i) {
      if (mask & (1 << i)) index[std::size_t(count++)] = i;
    }
    std::array<double, 4> weights{};
    if (!affine_weights(index, count, weights)) return;
    Vec3 nearest = Vec3::Zero();
    std::array<double, 4> all{};
    for (int k = 0; k < count; ++k) {
      if (weights[std::size_t(k)] < 0) return;
      nearest += weights[std::size_t(k)] * w(index[std::size_t(k)]);
      all[std::size_t(index[std::size_t(k)])] = weights[std::size_t(k)];
    }
    const double squared = count == 4 ? 0.0 : nearest.squaredNorm();
    if (best_mask_ == 0 || squared < best_squared_) {
      best_mask_ = mask;
      best_squared_ = squared;
      best_weights_ = all;
    }
  }

  // Weights of the point nearest to the origin in the affine hull; false if the hull is degenerate.
  bool affine_weights(const std::array<int, 4>& index, int count, std::array<double, 4>& weights) const {
    const Vec3& p = w(index[0]);
    if (count == 1) {
      weights[0] = 1;
      return true;
    }
    const Vec3 d1 = w(index[1]) - p;
    if (count == 2) {
      const double length = d1.squaredNorm();
      if (length <= 0) return false;
      weights[1] = -p.dot(d1) / length;
      weights[0] = 1 - weights[1];
      return true;
    }
    const Vec3 d2 = w(index[2]) - p;
    const Vec3 normal = d1.cross(d2);
    if (count == 3) {
      const double area = normal.squaredNorm();
      if (area <= 1e-28 * d1.squaredNorm() * d2.squaredNorm()) return false;
      weights[1] = -p.cross(d2).dot(normal) / area;
      weights[2] = -d1.cross(p).dot(normal) / area;
      weights[0] = 1 - weights[1] - weights[2];
      return true;
    }
    const Vec3 d3 = w(index[3]) - p;
    const double volume = normal.dot(d3);
    if (std::abs(volume) <= 1e-14 * normal.norm() * d3.norm()) return false;
    weights[1] = -p.dot(d2.cross(d3)) / volume;
    weights[2] = -p.dot(d3.cross(d1)) / volume;
    weights[3] = -p.dot(normal) / volume;
    weights[0] = 1 - weights[1] - weights[2] - weights[3];
    return true;
  }

  const Simplex& simplex_;
  int best_mask_ = 0;
  double best_squared_ = 0;
  std::array<double, 4> best_weights_{};
};

Support support(const PairFrame& pair, const Vec3& n) {
  const int a = pair.lowest_vertex_a(n), b = pair.highest_vertex_b(n);
  return {pair.vertex_a(a) - pair.vertex_b(b), a, b};
}

bool contains(const Simplex& simplex, const Support& s) {
  for (int i = 0; i < simplex.size; ++i) {
    const Support& p = simplex.points[std::size_t(i)];
    if (p.a == s.a && p.b == s.b) return true;
  }
  return false;
}

}  // namespace

ClosestPoints closest_points(const PairFrame& pair, const Vec3& n) {
  Simplex simplex;
  simplex.points[0] = support(pair, n);
  Vec3 v = simplex.points[0].w;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    const double squared = v.squaredNorm();
    if (squared == 0 || simplex.size == 4) break;
    const Support s = support(pair, v);
    // No vertex lies nearer along v than v itself: v is the answer, up to rounding.
    if (contains(simplex, s) || squared - v.dot(s.w) <= 1e-14 * squared) break;
    Simplex grown = simplex;
    grown.points[std::size_t(grown.size++)] = s;
    const Simplex next = NearestOfSimplex(grown).reduced();
    const Vec3 next_v = next.size == 4 ? Vec3(Vec3::Zero()) : next.nearest();
    if (next_v.squaredNorm() >= squared) break;
    simplex = next;
    v = next_v;
  }
  ClosestPoints result{Vec3::Zero(), Vec3::Zero(), simplex.size == 4 ? 0.0 : v.norm()};
  for (int i = 0; i < simplex.size; ++i) {
    const double weight = simplex.weights[std::size_t(i)];
    result.on_a += weight * pair.vertex_a(simplex.points[std::size_t(i)].a);
    result.on_b += weight * pair.vertex_b(simplex.points[std::size_t(i)].b);
  }
  return result;
}

}  // namespace stiction
