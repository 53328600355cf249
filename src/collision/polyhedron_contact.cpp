// Contacts of two polyhedra: separations, then the normal, then the corners of the overlap seen along it.
#include <algorithm>
#include <limits>

#include "stiction/collision/contact_normal.h"
#include "stiction/collision/feature_id.h"
#include "stiction/collision/footprint.h"
#include "stiction/collision/narrow_phase.h"

namespace stiction {

namespace {

struct Scratch {
  std::vector<Axis> axes;
  Footprint a, b;
  std::vector<Corner> corners;
};

void take_footprints(const PairFrame& pair, const ContactNormal& normal, const ContactPlane& plane, Scratch& scratch) {
  switch (normal.kind) {
    case ContactNormal::Kind::kFaceA:
      take_face(pair, Side::kA, normal.face, plane, scratch.a);
      take_incident(pair, Side::kB, plane, scratch.b);
      return;
    case ContactNormal::Kind::kFaceB:
      take_incident(pair, Side::kA, plane, scratch.a);
      take_face(pair, Side::kB, normal.face, plane, scratch.b);
      return;
    case ContactNormal::Kind::kFree:
      take_level(pair, Side::kA, plane, scratch.a);
      take_level(pair, Side::kB, plane, scratch.b);
      return;
  }
}

// Finds the corners where the features meet that the normal calls for. False if the deepest of them misses the
// separation along the normal: then the extreme points of the two bodies do not lie over each other.
bool find_corners(const PairFrame& pair, const ContactNormal& normal, const ContactPlane& plane, double margin,
                  Scratch& scratch) {
  take_footprints(pair, normal, plane, scratch);
  // Features that meet along the mean of tied axes may lie beside each other by what counts as touching.
  for (double tolerance : {pair.clip_tolerance, 2 * pair.touch_tolerance}) {
    overlap_corners(scratch.a, scratch.b, tolerance, scratch.corners);
    double deepest = std::numeric_limits<double>::infinity();
    for (const Corner& c : scratch.corners) deepest = std::min(deepest, c.height_a - c.height_b);
    if (deepest <= std::min(margin, normal.separation + pair.touch_tolerance)) return true;
    if (!normal.tied) return false;
  }
  return false;
}

ContactPoint contact(const PairFrame& pair, const Vec3& n, const Vec3& position, double gap, std::uint64_t feature) {
  ContactPoint point;
  point.feature = feature;
  point.position = pair.to_world(position);
  point.normal = pair.direction_to_world(n);
  point.gap = gap;
  return point;
}

// A pair within the margin has a contact, even where its footprints miss each other by rounding.
ContactPoint single_contact(const PairFrame& pair, const ContactNormal& normal, const ContactPlane& plane,
                            const Scratch& scratch, double margin) {
  const std::uint64_t feature = feature_id(FeatureKind::kNearest, 0, 0);
  if (normal.closest && normal.closest->distance > 0) {
    const ClosestPoints& c = *normal.closest;
    return contact(pair, (c.on_a - c.on_b) / c.distance, 0.5 * (c.on_a + c.on_b), c.distance, feature);
  }
  const Corner corner = nearest_corner(scratch.a, scratch.b);
  const double gap = corner.height_a - corner.height_b;
  const Vec3 position = plane.point(corner.x, 0.5 * (corner.height_a + corner.height_b));
  return contact(pair, plane.n, position, gap <= margin ? gap : normal.separation, feature);
}

}  // namespace

void collide_polyhedra(const ConvexPolyhedron& a, const Pose& pose_a, const ConvexPolyhedron& b, const Pose& pose_b,
                       double margin, std::vector<ContactPoint>& out) {
  thread_local Scratch scratch;
  const double reach = a.radius() + b.radius() + margin;
  if ((pose_a.p - pose_b.p).squaredNorm() > reach * reach) return;
  const PairFrame pair(a, pose_a, b, pose_b);
  if (!find_axes(pair, margin, scratch.axes)) return;
  const NormalCandidates normals = contact_normals(pair, scratch.axes, margin);
  for (const ContactNormal& normal : normals) {
    const ContactPlane plane(normal.n);
    if (find_corners(pair, normal, plane, margin, scratch)) {
      std::ranges::sort(scratch.corners, {}, &Corner::feature);
      for (const Corner& c : scratch.corners) {
        const double gap = c.height_a - c.height_b;
        if (gap > margin) continue;
        out.push_back(contact(pair, plane.n, plane.point(c.x, 0.5 * (c.height_a + c.height_b)), gap, c.feature));
      }
      return;
    }
    if (&normal + 1 == normals.end()) out.push_back(single_contact(pair, normal, plane, scratch, margin));
  }
}

}  // namespace stiction
