#include "stiction/collision/contact_normal.h"

#include <algorithm>
#include <limits>

namespace stiction {

namespace {

// Tied axes closer than this (sine) are one axis: the two faces of a face contact, or the edges in them.
constexpr double kSameAxis = 2e-3;
// Touching reaches this many touch tolerances into overlap, so that a little drift does not change the rule.
constexpr double kTouchDepth = 10;

ContactNormal from_axis(const Axis& axis) {
  const auto kind = axis.kind == Axis::Kind::kFaceA   ? ContactNormal::Kind::kFaceA
                    : axis.kind == Axis::Kind::kFaceB ? ContactNormal::Kind::kFaceB
                                                      : ContactNormal::Kind::kFree;
  return {kind, axis.face, axis.n, axis.separation, std::nullopt, false};
}

// The axis of largest separation of each kind, the first one among equals.
struct BestAxes {
  const Axis* face_a = nullptr;
  const Axis* face_b = nullptr;
  const Axis* edges = nullptr;
  double separation = -std::numeric_limits<double>::infinity();

  explicit BestAxes(const std::vector<Axis>& axes) {
    for (const Axis& axis : axes) {
      const Axis*& slot = axis.kind == Axis::Kind::kFaceA ? face_a : axis.kind == Axis::Kind::kFaceB ? face_b : edges;
      if (!slot || axis.separation > slot->separation) slot = &axis;
      separation = std::max(separation, axis.separation);
    }
  }

  // The preferred axis among those with at least this separation.
  const Axis* preferred(double at_least) const {
    for (const Axis* axis : {face_a, face_b, edges}) {
      if (axis && axis->separation >= at_least) return axis;
    }
    return nullptr;
  }
};

NormalCandidates apart(const PairFrame& pair, const BestAxes& best, double margin) {
  const Axis& widest = *best.preferred(best.separation);
  const ClosestPoints closest = closest_points(pair, widest.n);
  NormalCandidates candidates;
  if (closest.distance > margin) return candidates;
  // An axis along which the separation is the distance itself is the direction of the closest points, and
  // known better than their difference.
  const double rounding = 1e-6 * closest.distance + 1e-9 * std::min(pair.a().radius(), pair.b().radius());
  const Axis* axis = best.preferred(closest.distance - rounding);
  ContactNormal result =
      axis ? from_axis(*axis)
           : ContactNormal{ContactNormal::Kind::kFree, -1, (closest.on_a - closest.on_b) / closest.distance,
                           closest.distance,           {}, false};
  result.closest = closest;
  candidates.add(result);
  return candidates;
}

// Weighted mean of the tied axes. What ties two axes is how far the bodies have slipped along one of them: by
// that, the other lags in separation times the sine of their angle. A tie fades out over the second half of the
// tolerance, so that the normal turns instead of jumping when bodies slip.
std::optional<ContactNormal> tied(const PairFrame& pair, const std::vector<Axis>& axes, const BestAxes& best) {
  struct Direction {
    const Axis* axis;
    double weight;
  };
  thread_local std::vector<Direction> directions;
  directions.clear();
  const Vec3& n_best = best.preferred(best.separation)->n;
  for (const Axis& axis : axes) {
    const double lag = best.separation - axis.separation;
    if (lag >= pair.touch_tolerance) continue;
    const double sine = axis.n.dot(n_best) > 0 ? axis.n.cross(n_best).norm() : 1.0;
    const double slip = sine < kSameAxis ? 0.0 : lag / (sine * pair.touch_tolerance);
    if (slip >= 1) continue;
    const double weight = std::min(1.0, 2 - 2 * slip);
    auto same = std::ranges::find_if(directions, [&](const Direction& d) {
      return d.axis->n.dot(axis.n) > 0 && d.axis->n.cross(axis.n).squaredNorm() < kSameAxis * kSameAxis;
    });
    if (same == directions.end()) {
      directions.push_back({&axis, weight});
    } else {
      same->weight = std::max(same->weight, weight);
    }
  }
  if (directions.size() == 1) return from_axis(*directions[0].axis);
  Vec3 sum = Vec3::Zero();
  for (const Direction& d : directions) sum += d.weight * d.axis->n;
  const double length = sum.norm();
  if (length < 1e-3) return std::nullopt;
  const Vec3 n = sum / length;
  const double separation = pair.separation(n);
  // The mean of axes that do not belong to one fan would cut into the bodies.
  if (separation < 2 * std::min(0.0, best.separation) - 2 * pair.touch_tolerance) return std::nullopt;
  return ContactNormal{ContactNormal::Kind::kFree, -1, n, separation, std::nullopt, true};
}

}  // namespace

NormalCandidates contact_normals(const PairFrame& pair, const std::vector<Axis>& axes, double margin) {
  const BestAxes best(axes);
  if (best.separation > pair.touch_tolerance) return apart(pair, best, margin);
  NormalCandidates candidates;
  if (best.separation >= -kTouchDepth * pair.touch_tolerance) {
    if (auto result = tied(pair, axes, best)) candidates.add(*result);
  }
  for (const Axis* axis : {best.face_a, best.face_b, best.edges}) {
    if (axis && axis->separation >= best.separation - pair.touch_tolerance) candidates.add(from_axis(*axis));
  }
  return candidates;
}

}  // namespace stiction
