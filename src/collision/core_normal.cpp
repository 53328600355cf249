#include "stiction/collision/core_normal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "stiction/collision/simplex.h"

namespace stiction {

namespace {

constexpr int kMaxIterations = 96;
// Cores nearer than this part of the size count as touching: their closest points give no direction.
constexpr double kTouching = 1e-6;
// Overlapping pairs are drawn apart by their overlap and this part of the size.
constexpr double kDrawnApart = 1e-3;
constexpr int kAscents = 16;
// Directions to start from: the best ones that lie further apart than this cosine are followed, more of them where the
// overlap is deep (part of the size), because then there are more places to leave it by.
constexpr std::size_t kStarts = 4, kDeepStarts = 12;
constexpr double kSameStart = 0.94, kDeep = 0.1;

struct Nearest {
  Vec3 v = Vec3::Zero();  // from B's closest point to A's
  double distance = 0;    // 0: touching or overlapping
  bool beyond = false;    // surely further apart than asked for
};

// Closest points of the cores with A moved by `shift`, as exact as refinement needs.
Nearest nearest(const CorePair& pair, const Vec3& shift, const Vec3& start, double beyond) {
  Simplex simplex;
  simplex.points[0] = {pair.difference(start) + shift, 0, 0};
  Vec3 v = simplex.points[0].w;
  for (int i = 0; i < kMaxIterations; ++i) {
    const double squared = v.squaredNorm(), length = std::sqrt(squared);
    if (length <= kTouching * pair.size() || simplex.size == 4) return {};
    const Vec3 w = pair.difference(v / length) + shift;
    const double bound = v.dot(w) / length;  // no point lies nearer along v
    if (bound > beyond) return {v, length, true};
    if (squared - v.dot(w) <= 1e-11 * squared) break;
    Simplex grown = simplex;
    grown.points[std::size_t(grown.size++)] = {w, i, i};
    const Simplex next = nearest_face(grown);
    const Vec3 next_v = next.size == 4 ? Vec3(Vec3::Zero()) : next.nearest();
    if (next_v.squaredNorm() >= squared) break;
    simplex = next;
    v = next_v;
  }
  return {v, v.norm(), false};
}

// Improves a direction of overlap until it does not get better.
CoreNormal ascended(const CorePair& pair, Vec3 n) {
  double separation = pair.separation(n);
  for (int i = 0; i < kAscents; ++i) {
    const double apart = std::max(0.0, -separation) + kDrawnApart * pair.size();
    const Nearest found = nearest(pair, apart * n, n, std::numeric_limits<double>::infinity());
    if (found.distance <= 0) break;
    const Vec3 m = found.v / found.distance;
    const double better = pair.separation(m);
    if (!(better > separation)) break;
    const bool small = better - separation < 1e-7 * pair.size();
    n = m;
    separation = better;
    if (small) break;
  }
  return refined_normal(pair, n);
}

void add_starts(const ConvexCore& core, double sign, std::vector<Vec3>& starts) {
  if (core.kind == ConvexCore::Kind::kPolyhedron) {
    for (const auto& face : core.polyhedron->faces()) starts.push_back(sign * (core.R * face.normal));
  } else {
    for (int i = 0; i < 3; ++i) {
      starts.push_back(core.R.col(i));
      starts.push_back(-core.R.col(i));
    }
  }
}

CoreNormal overlapping(const CorePair& pair) {
  thread_local std::vector<Vec3> directions;
  directions.clear();
  add_starts(pair.a, -1, directions);
  add_starts(pair.b, 1, directions);
  const Vec3 between = pair.a.centre - pair.b.centre;
  auto add = [&](const Vec3& d) {
    const double length = d.norm();
    if (length > 1e-9 * pair.size()) directions.push_back(d / length);
  };
  add(between);
  for (const ConvexCore* core : {&pair.a, &pair.b}) {
    if (core->kind == ConvexCore::Kind::kPoint || core->kind == ConvexCore::Kind::kPolyhedron) continue;
    add(between - between.dot(core->axis()) * core->axis());
  }
  const Vec3 cross = pair.a.axis().cross(pair.b.axis());
  add(pair.size() * cross);
  add(-pair.size() * cross);
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) add(pair.size() * Vec3(x, y, z));
    }
  }

  struct Start {
    double separation;
    Vec3 n;
  };
  thread_local std::vector<Start> starts;
  starts.clear();
  for (const Vec3& n : directions) starts.push_back({pair.separation(n), n});
  std::ranges::stable_sort(starts, std::greater<>(), &Start::separation);
  std::array<Vec3, kDeepStarts> taken;
  std::size_t count = 0;
  CoreNormal best;
  for (const Start& start : starts) {
    const bool deep = count > 0 && best.separation + pair.rounding() < -kDeep * pair.size();
    if (count >= (deep ? kDeepStarts : kStarts)) break;
    if (std::any_of(taken.begin(), taken.begin() + count,
                    [&](const Vec3& other) { return other.dot(start.n) > kSameStart; }))
      continue;
    const CoreNormal found = ascended(pair, start.n);
    if (count == 0 || found.separation > best.separation + 1e-9 * pair.size()) best = found;
    taken[count++] = start.n;
  }
  const auto compare = [&](const Vec3& n) {
    const CoreNormal found = ascended(pair, n);
    if (found.separation > best.separation + 1e-9 * pair.size()) best = found;
  };
  // Square to the side of a cone, on the side where the other one lies.
  for (const double sign : {-1.0, 1.0}) {
    const ConvexCore& core = sign < 0 ? pair.a : pair.b;
    if (core.kind != ConvexCore::Kind::kCone) continue;
    const Vec3 towards = sign * between, aside = towards - towards.dot(core.axis()) * core.axis();
    const NormalFamily side = *core.side_family();
    if (aside.norm() < 1e-9 * pair.size()) continue;
    compare(sign * (side.height * side.axis + std::sqrt(1 - side.height * side.height) * aside.normalized()));
  }
  if (const auto across = best_crossing(pair)) compare(*across);
  return best;
}

}  // namespace

std::optional<CoreNormal> core_normal(const CorePair& pair, double margin) {
  const double reach = pair.a.reach + pair.b.reach + margin;
  const Vec3 between = pair.a.centre - pair.b.centre;
  if (between.squaredNorm() > reach * reach) return std::nullopt;
  const double length = between.norm();
  const Vec3 start = length > 0 ? Vec3(between / length) : Vec3(Vec3::UnitZ());
  const Nearest found = nearest(pair, Vec3::Zero(), start, margin + pair.rounding());
  if (found.beyond) return std::nullopt;
  const CoreNormal normal = found.distance > 0 ? refined_normal(pair, found.v / found.distance) : overlapping(pair);
  if (normal.separation > margin) return std::nullopt;
  return normal;
}

}  // namespace stiction
