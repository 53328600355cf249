#include "stiction/collision/side_dips.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

#include "stiction/collision/edge_search.h"
#include "stiction/collision/feature_id.h"

namespace stiction {

namespace {

// Of sides of round bodies, in cells: what overlaps less is none; how far apart a curve is first looked at, and how
// exactly its deepest places are found.
constexpr double kSideDip = 0.001, kSideStep = 0.5, kSideAccuracy = 0.01;
// Most looks at a curve, how many are ruled out at once, and names beside those of points.
constexpr int kMostSideParts = 256, kSideBlock = 8, kSideId = 1 << 10;

bool any(const SampleContacts& contacts) { return !contacts.accepted.empty() || !contacts.overlapping.empty(); }

/// Where a ball of this radius that runs along a curve of this length (m) is deepest in the mesh, and touches it at a
/// place that counts; nothing unless it overlaps by more than kSideDip. at(t) is its centre for t from 0 to 1.
template <class Curve, class Counts>
std::optional<ContactCandidate> deepest_ball(const SolidMesh& mesh, double length, double radius, std::uint64_t feature,
                                             Curve&& at, Counts&& counts) {
  const double cell = mesh.field().cell();
  const int parts = std::clamp(int(std::ceil(length / (kSideStep * cell))), 1, kMostSideParts);
  const double step = length / parts, infinite = std::numeric_limits<double>::infinity();
  const auto gap_at = [&](double t) { return mesh.exact().at(at(t), step + radius).distance - radius; };
  thread_local std::vector<double> gaps;
  gaps.assign(std::size_t(parts) + 3, infinite);  // one more at either end
  const auto far = [&](double k, double steps) { return mesh.clear(at(k / parts), steps * step + radius, 0); };
  for (int first = 0; first <= parts; first += kSideBlock) {
    if (far(first + 0.5 * kSideBlock, 0.5 * kSideBlock + 1)) continue;
    for (int k = first; k < std::min(first + kSideBlock, parts + 1); ++k)
      if (!far(k, 1)) gaps[std::size_t(k) + 1] = gap_at(double(k) / parts);
  }
  double deepest = -kSideDip * cell;
  std::optional<ContactCandidate> found;
  for (int k = 0; k <= parts; ++k) {
    const double gap = gaps[std::size_t(k) + 1];
    if (gap - step > deepest || gap > gaps[std::size_t(k)] || gap >= gaps[std::size_t(k) + 2]) continue;
    const auto hopeless = [&](double least, double width) {
      return least - width * length > deepest || width * length < kSideAccuracy * cell;
    };
    const double t =
        least_at(gap_at, std::max(k - 1, 0) / double(parts), std::min(k + 1, parts) / double(parts), hopeless);
    const Vec3 x = at(t);
    const SurfaceDistance d = mesh.exact().at(x);
    if (d.distance - radius > deepest || !counts(t, d.normal)) continue;
    deepest = d.distance - radius;
    found = {x - (radius + 0.5 * deepest) * d.normal, -d.normal, deepest, feature};
  }
  return found;
}

}  // namespace

void add_side_dips(const SolidMesh& mesh, const Capsule& b, const Pose& b_in_mesh, SampleContacts& contacts) {
  if (any(contacts)) return;
  const auto on_axis = [&](double t) { return b_in_mesh * (b.placement * Vec3(0, 0, (2 * t - 1) * b.half_length)); };
  const auto dip = deepest_ball(mesh, 2 * b.half_length, b.radius, feature_id(FeatureKind::kVertexB, 0, kSideId),
                                on_axis, [](double, const Vec3&) { return true; });
  if (dip) contacts.add(*dip, true);
}

void add_side_dips(const SolidMesh& mesh, const Cylinder& b, const Pose& b_in_mesh, SampleContacts& contacts) {
  if (any(contacts)) return;
  const auto add = [&](const std::optional<ContactCandidate>& dip) {
    if (dip) contacts.add(*dip, true);
  };
  const auto in_mesh = [&](const Vec3& x) { return b_in_mesh * (b.placement * x); };
  const Vec3 axis = b_in_mesh.R * b.placement.R.col(2);
  const auto height = [&](double t) { return (2 * t - 1) * b.half_length; };
  // Past an end of the cylinder, nothing presses into its side.
  const auto beside = [&](double t, const Vec3& normal) {
    return std::abs(height(t)) + b.radius * std::abs(normal.dot(axis)) <= b.half_length;
  };
  add(deepest_ball(
      mesh, 2 * b.half_length, b.radius, feature_id(FeatureKind::kVertexB, 0, kSideId),
      [&](double t) {
        return in_mesh({0, 0, height(t)});
      },
      beside));
  for (const int end : {0, 1}) {
    const auto on_rim = [&](double t) {
      const double angle = 2 * std::numbers::pi * t;
      return in_mesh({b.radius * std::cos(angle), b.radius * std::sin(angle), height(end)});
    };
    add(deepest_ball(mesh, 2 * std::numbers::pi * b.radius, 0, feature_id(FeatureKind::kVertexB, 0, kSideId + 1 + end),
                     on_rim, [](double, const Vec3&) { return true; }));
  }
}

}  // namespace stiction
