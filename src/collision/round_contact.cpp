// Contacts of round shapes: the normal, then the corners of the overlap seen along it.
#include <algorithm>
#include <limits>

#include "stiction/collision/core_footprint.h"
#include "stiction/collision/core_normal.h"
#include "stiction/collision/feature_id.h"
#include "stiction/collision/narrow_phase.h"

namespace stiction {

namespace {

// The deepest corner may miss the separation by this part of the size.
constexpr double kSameDepth = 5e-7;
constexpr double kFeatureHeight = 0.01;  // of the thickness

struct Scratch {
  Footprint a, b;
  std::vector<Corner> corners;
};

ContactPoint contact(const Vec3& position, const Vec3& normal, double gap, std::uint64_t feature) {
  ContactPoint point;
  point.feature = feature;
  point.position = position;
  point.normal = normal;
  point.gap = gap;
  return point;
}

void take_footprints(const CorePair& pair, const CoreNormal& normal, const ContactPlane& plane, Scratch& scratch) {
  const double height = kFeatureHeight * pair.thickness();
  const Role role_a = normal.flat_a ? Role::kFlat : normal.flat_b ? Role::kIncident : Role::kLevel;
  const Role role_b = normal.flat_b ? Role::kFlat : normal.flat_a ? Role::kIncident : Role::kLevel;
  take_core(pair.a, -normal.n, role_a, normal.flat_a.value_or(0), height, plane, scratch.a);
  take_core(pair.b, normal.n, role_b, normal.flat_b.value_or(0), height, plane, scratch.b);
}

bool is_point(const ConvexCore& core) { return core.kind == ConvexCore::Kind::kPoint; }

}  // namespace

void collide_cores(const ConvexCore& a, const ConvexCore& b, const Vec3& origin, double margin,
                   std::vector<ContactPoint>& out) {
  const CorePair pair{a, b};
  const std::optional<CoreNormal> normal = core_normal(pair, margin);
  if (!normal) return;
  const Vec3& n = normal->n;
  const double gap = normal->separation;
  if (is_point(a) || is_point(b)) {
    const Vec3 position =
        is_point(a) ? Vec3(a.centre - (a.rounding + 0.5 * gap) * n) : Vec3(b.centre + (b.rounding + 0.5 * gap) * n);
    out.push_back(contact(origin + position, n, gap, feature_id(FeatureKind::kSphere, 0, 0)));
    return;
  }
  thread_local Scratch scratch;
  const ContactPlane plane(n);
  take_footprints(pair, *normal, plane, scratch);
  const double tolerance = std::min(1e-6 * pair.size(), 1e-3 * pair.thickness());
  overlap_corners(scratch.a, scratch.b, tolerance, scratch.corners);
  double deepest = std::numeric_limits<double>::infinity();
  for (const Corner& c : scratch.corners) deepest = std::min(deepest, c.height_a - c.height_b);
  if (deepest > gap + kSameDepth * pair.size()) {
    // The features that meet lie beside each other by rounding, or within the arc that a cap's corners cut off.
    const Vec3 on_a = a.support(-n), on_b = b.support(n);
    const Corner nearest = nearest_corner(scratch.a, scratch.b);
    const Vec2 x = normal->flat_a ? plane.across(on_b) : normal->flat_b ? plane.across(on_a) : nearest.x;
    const double middle = 0.5 * (n.dot(on_a) - a.rounding + n.dot(on_b) + b.rounding);
    out.push_back(contact(origin + plane.point(x, middle), n, gap, nearest.feature));
    return;
  }
  std::ranges::sort(scratch.corners, {}, &Corner::feature);
  for (const Corner& c : scratch.corners) {
    const double corner_gap = c.height_a - c.height_b;
    if (corner_gap > margin) continue;
    out.push_back(contact(origin + plane.point(c.x, 0.5 * (c.height_a + c.height_b)), n, corner_gap, c.feature));
  }
}

void collide_plane(const Vec3& n, double height, const ConvexCore& core, const Vec3& origin, double margin,
                   std::vector<ContactPoint>& out) {
  if (n.dot(core.centre) - height - core.reach > margin) return;
  auto add = [&](const Vec3& p, int name) {
    const double gap = n.dot(p) - height - core.rounding;
    if (gap > margin) return;
    const Vec3 position = p - (core.rounding + 0.5 * gap) * n;
    out.push_back(contact(origin + position, -n, gap, feature_id(FeatureKind::kPlane, 0, name)));
  };
  if (core.kind == ConvexCore::Kind::kSegment) {
    add(core.end(-1), 0);
    add(core.end(1), 1);
    return;
  }
  const Vec3 down = -n;
  const bool level = cap_is_level(core, down, kFeatureHeight * core.thickness);
  const int facing = down.dot(core.axis()) > 0 ? 1 : -1;
  if (level) {
    for (int i = 0; i < kCapCorners; ++i) add(cap_corner(core, facing, i), cap_name(facing) + i);
    if (rim_point_counts(core, down)) add(core.rim_point(facing, down), rim_name(facing));
    return;
  }
  add(core.rim_point(-1, down), rim_name(-1));
  core.kind == ConvexCore::Kind::kCone ? add(core.end(1), kApex) : add(core.rim_point(1, down), rim_name(1));
}

}  // namespace stiction
