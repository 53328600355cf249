#include "stiction/collision/closest_points.h"

#include "stiction/collision/simplex.h"

namespace stiction {

namespace {

constexpr int kMaxIterations = 128;

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
    const Simplex next = nearest_face(grown);
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
