#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/collision/core_normal.h"

namespace stiction {

namespace {

// How far (rad, about) the first guess may be off.
constexpr double kNear = 0.05;
// Separations within this part of the size are equal: then a face normal, which rounding cannot turn, is preferred.
constexpr double kFaceTie = 2e-7;
constexpr double kTie = 1e-13;
constexpr int kNewtonSteps = 20;
constexpr double kLongestStep = 0.1;  // rad

class Candidates {
 public:
  explicit Candidates(const CorePair& pair) : pair_(pair) {}

  void add(const Vec3& n, double tie, std::optional<int> flat_a = {}, std::optional<int> flat_b = {}) {
    const double separation = pair_.separation(n);
    // A later candidate has to be better by more than the tie of the one that it replaces.
    if (!(separation > best_.separation + tie_)) return;
    best_ = {n, separation, flat_a, flat_b};
    tie_ = tie * pair_.size();
  }
  const CoreNormal& best() const { return best_; }

 private:
  const CorePair& pair_;
  CoreNormal best_{Vec3::UnitZ(), -std::numeric_limits<double>::infinity(), {}, {}};
  double tie_ = 0;
};

// The two directions in both families, in_plane ± across.
struct Crossing {
  Vec3 in_plane, across;
};

std::optional<Crossing> crossing(const NormalFamily& f, const NormalFamily& g) {
  const double d = f.axis.dot(g.axis);
  const Vec3 cross = f.axis.cross(g.axis);
  const double det = cross.squaredNorm();
  if (det < 1e-20) return std::nullopt;
  const Vec3 in_plane = (f.height - g.height * d) / det * f.axis + (g.height - f.height * d) / det * g.axis;
  const double rest = 1 - in_plane.squaredNorm();
  if (rest < 0) return std::nullopt;
  return Crossing{in_plane, std::sqrt(rest / det) * cross};
}

// Product of a direction with the second derivative of the separation, twice.
double bend(const CorePair& pair, const Vec3& n, const Vec3& u, const Vec3& v) {
  Vec3 t_a, t_b;
  const double k_a = pair.a.curvature(-n, t_a), k_b = pair.b.curvature(n, t_b);
  return -k_a * t_a.dot(u) * t_a.dot(v) - k_b * t_b.dot(u) * t_b.dot(v);
}

// Newton's method for the largest separation within a family of normals, from the one nearest to `start`.
std::optional<Vec3> best_of_family(const CorePair& pair, const NormalFamily& f, const Vec3& start) {
  const Vec3 across = start - start.dot(f.axis) * f.axis;
  if (across.norm() < 1e-6) return std::nullopt;
  Vec3 m = std::sqrt(std::max(0.0, 1 - f.height * f.height)) * across.normalized();
  for (int i = 0; i < kNewtonSteps; ++i) {
    const Vec3 n = f.height * f.axis + m;
    const Vec3 turn = f.axis.cross(m);
    const Vec3 w = pair.difference(n);
    const double slope = w.dot(turn), second = bend(pair, n, turn, turn) - w.dot(m);
    if (!(second < 0)) return std::nullopt;
    const double step = std::clamp(-slope / second, -kLongestStep, kLongestStep);
    m = (std::cos(step) * m + std::sin(step) * turn).eval();
    if (std::abs(step) < 1e-15) break;
  }
  return Vec3((f.height * f.axis + m).normalized());
}

std::optional<Vec3> smooth_best(const CorePair& pair, const Vec3& start) {
  Vec3 n = start;
  for (int i = 0; i < kNewtonSteps; ++i) {
    const Vec3 u = n.unitOrthogonal(), v = n.cross(u);
    const Vec3 w = pair.difference(n);
    const double s = w.dot(n);
    const double h_uu = bend(pair, n, u, u) - s, h_uv = bend(pair, n, u, v), h_vv = bend(pair, n, v, v) - s;
    const double det = h_uu * h_vv - h_uv * h_uv;
    if (!(h_uu < 0 && det > 0)) return std::nullopt;
    const double g_u = w.dot(u), g_v = w.dot(v);
    Vec2 step(-(h_vv * g_u - h_uv * g_v) / det, -(h_uu * g_v - h_uv * g_u) / det);
    const double length = step.norm();
    if (length > kLongestStep) step *= kLongestStep / length;
    n = (n + step.x() * u + step.y() * v).normalized();
    if (length < 1e-15) break;
  }
  return n;
}

}  // namespace

CoreNormal refined_normal(const CorePair& pair, const Vec3& n) {
  thread_local std::vector<ConvexCore::Flat> flats;
  thread_local std::vector<NormalFamily> of_a, of_b;
  Candidates candidates(pair);
  flats.clear();
  pair.a.flats(-n, 1 - kNear, flats);
  for (const auto& flat : flats) candidates.add(-flat.normal, kFaceTie, flat.index);
  flats.clear();
  pair.b.flats(n, 1 - kNear, flats);
  for (const auto& flat : flats) candidates.add(flat.normal, kFaceTie, {}, flat.index);

  of_a.clear();
  of_b.clear();
  pair.a.families(-n, kNear, of_a);
  for (NormalFamily& f : of_a) f.axis = -f.axis;  // n points into A
  pair.b.families(n, kNear, of_b);
  for (const NormalFamily& f : of_a) {
    for (const NormalFamily& g : of_b) {
      if (const auto m = crossing(f, g)) {
        const double side = m->across.dot(n) >= 0 ? 1 : -1;
        candidates.add((m->in_plane + side * m->across).normalized(), kTie);
      }
    }
  }
  for (const auto* families : {&of_a, &of_b}) {
    for (const NormalFamily& f : *families) {
      if (const auto m = best_of_family(pair, f, n)) candidates.add(*m, kTie);
    }
  }
  if (const auto m = smooth_best(pair, n)) candidates.add(*m, kTie);
  candidates.add(n, kTie);
  CoreNormal result = candidates.best();
  result.separation -= pair.rounding();
  return result;
}

std::optional<Vec3> best_crossing(const CorePair& pair) {
  thread_local std::vector<NormalFamily> of_a, of_b;
  of_a.clear();
  of_b.clear();
  pair.a.all_families(of_a);
  pair.b.all_families(of_b);
  std::optional<Vec3> best;
  double separation = -std::numeric_limits<double>::infinity();
  for (const NormalFamily& f : of_a) {
    for (const NormalFamily& g : of_b) {
      const auto m = crossing({-f.axis, f.height}, g);  // n points into A
      if (!m) continue;
      for (const double side : {1.0, -1.0}) {
        const Vec3 n = (m->in_plane + side * m->across).normalized();
        const double here = pair.separation(n);
        if (here <= separation) continue;
        separation = here;
        best = n;
      }
    }
  }
  return best;
}

}  // namespace stiction
