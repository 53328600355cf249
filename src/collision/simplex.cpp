#include "stiction/collision/simplex.h"

#include <cmath>

namespace stiction {

namespace {

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

}  // namespace

Simplex nearest_face(const Simplex& simplex) { return NearestOfSimplex(simplex).reduced(); }

}  // namespace stiction
