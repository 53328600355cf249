#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/collision/broad_phase.h"
#include "stiction/collision/convex_points.h"
#include "stiction/collision/edge_crossing.h"
#include "stiction/collision/edge_search.h"
#include "stiction/collision/feature_id.h"
#include "stiction/collision/rigid_features.h"
#include "stiction/collision/rigid_touch.h"
#include "stiction/collision/soft_impact.h"
#include "stiction/collision/soft_pair.h"

namespace stiction {

namespace {

constexpr int kFirstRim = 256;          // ids of the points of rims that are lowest over a triangle
constexpr double kBallRounding = 1e-3;  // of a ball's radius: by how much a face may be nearer than its vertices

constexpr int kFewFaces = 16;  // of a polyhedron: planes to ask for every box of a tree

constexpr double kStretch = 1e-3;  // of the share: distances that count as equal along an edge

/// One deformable body against one shape, whole body or part of a compound.
class SoftAgainstPart {
 public:
  SoftAgainstPart(const SoftFrame& soft, const PosedShape& rigid, const Shape& shape, const Pose& pose, int part,
                  bool soft_is_a, SoftContacts& out)
      : soft_(soft),
        rigid_(rigid),
        shape_(shape),
        pose_(pose),
        part_(part),
        soft_is_a_(soft_is_a),
        limits_(touch_limits(std::min(soft.surface().thickness(), thickness(*rigid.shape)))),
        out_(out) {}

  void run() {
    if (!std::holds_alternative<HalfSpace>(shape_)) {
      const Bounds bounds = bounds_of(shape_, pose_, rigid_.reach() + limits_.share);
      box_ = Eigen::AlignedBox3d(bounds.low, bounds.high);
    } else {
      box_ = Eigen::AlignedBox3d(Vec3::Constant(-1e300), Vec3::Constant(1e300));
    }
    vertices();
    const Vec3 reach = Vec3::Constant(soft_.most_travel() + rigid_.reach() + limits_.share);
    const RigidFeatures features(shape_, pose_,
                                 Eigen::AlignedBox3d(soft_.box().min() - reach, soft_.box().max() + reach));
    for (const RigidFeatures::Point& point : features.points) corner(point);
    for (const RigidFeatures::Edge& edge : features.edges) crossings(edge);
    if (const auto* cylinder = std::get_if<Cylinder>(&shape_)) round(*cylinder);
    if (const auto* cone = std::get_if<Cone>(&shape_)) round(*cone);
  }

 private:
  /// `n` points out of the shape; the indices name the features of the deformable body and of the shape.
  void add(const Vec3& position, const Vec3& n, double gap, FeatureKind kind, int soft_index, int rigid_index,
           const SurfaceSpot& spot) {
    if (soft_is_a_) {
      out_.add(position, n, gap, part_feature(feature_id(kind, soft_index, rigid_index), 0, part_), spot, {});
    } else {
      out_.add(position, -n, gap, part_feature(feature_id(kind, rigid_index, soft_index), part_, 0), {}, spot);
    }
  }
  FeatureKind soft_vertex() const { return soft_is_a_ ? FeatureKind::kVertexA : FeatureKind::kVertexB; }
  FeatureKind rigid_vertex() const { return soft_is_a_ ? FeatureKind::kVertexB : FeatureKind::kVertexA; }
  double margin(const Vec3& travel) const {
    return feature_margin(travel, rigid_.travel, false) + rigid_.turn + limits_.share;
  }
  Vec3 travel_of(const SurfaceSpot& spot) const {
    Vec3 travel = Vec3::Zero();
    for (int k = 0; k < 3 && spot.vertex[k] >= 0; ++k) travel += spot.weight[k] * soft_.travel(spot.vertex[k]);
    return travel;
  }

  /// Whether a plane of the shape tells that a vertex is further away than `most`: so are most of them, where the
  /// shape is large.
  bool surely_apart(int v, double most) const {
    if (const auto* plane = std::get_if<HalfSpace>(&shape_))
      return (pose_.R * plane->normal).dot(soft_.x(v) - pose_.p) - plane->offset > most;
    const auto* solid = std::get_if<Polyhedron>(&shape_);
    if (!solid) return false;
    const Vec3 x = pose_.to_local(soft_.x(v));
    return std::ranges::any_of(solid->convex->faces(), [&](const ConvexPolyhedron::Face& face) {
      return face.normal.dot(x) - face.offset > most;
    });
  }

  /// The same of all that lies in a box and travels by `travel` at most.
  bool surely_apart(const Eigen::AlignedBox3d& box, double travel) const {
    const double most = travel + rigid_.reach() + limits_.share;
    const Vec3 centre = box.center(), half = 0.5 * box.sizes();
    const auto above = [&](const Vec3& normal, double offset) {
      const Vec3 n = pose_.R * normal;
      return n.dot(centre - pose_.p) - n.cwiseAbs().dot(half) - offset > most;
    };
    if (const auto* plane = std::get_if<HalfSpace>(&shape_)) return above(plane->normal, plane->offset);
    const auto* solid = std::get_if<Polyhedron>(&shape_);
    if (!solid || std::ssize(solid->convex->faces()) > kFewFaces) return false;
    return std::ranges::any_of(solid->convex->faces(),
                               [&](const ConvexPolyhedron::Face& face) { return above(face.normal, face.offset); });
  }

  void vertices() {
    std::vector<int> near;
    vertices_near(
        soft_, box_, [&](const Eigen::AlignedBox3d& box, double travel) { return surely_apart(box, travel); }, near);
    std::vector<RigidTouch> touches;
    for (const int v : near) {
      const double most = margin(soft_.travel(v));
      if (surely_apart(v, most)) continue;
      const VertexProbe probe(soft_, v);
      touches.clear();
      rigid_touches(shape_, pose_, probe, most, limits_.share, limits_.depth, touches);
      for (const RigidTouch& touch : touches) {
        reported_.emplace_back(v, touch.distance);
        add(probe.x - 0.5 * touch.distance * touch.normal, touch.normal, touch.distance, soft_vertex(), v, touch.which,
            {{v, -1, -1}, Vec3::UnitX()});
      }
    }
  }
  /// Least gap that was reported of a vertex.
  double vertex_gap(int v) const {
    const auto found = std::ranges::lower_bound(reported_, v, {}, &std::pair<int, double>::first);
    return found != reported_.end() && found->first == v ? found->second : std::numeric_limits<double>::infinity();
  }

  /// A corner of the shape, or a ball, against the triangles.
  void corner(const RigidFeatures::Point& point) {
    PointProbe probe = point.probe;
    probe.travel = rigid_.travel;
    probe.turn = rigid_.turn;
    find_touches(soft_, probe, limits_, touches_);
    const std::size_t near = touches_.size();
    find_impact(soft_, probe, {}, limits_, touches_);
    for (std::size_t k = 0; k < touches_.size(); ++k) {
      const SoftTouch& touch = touches_[k];
      if (touch.vertex >= 0 && std::isfinite(vertex_gap(touch.vertex))) continue;
      if (probe.radius > 0) {
        const double level = touch.gap + kBallRounding * probe.radius;
        const auto& corners = soft_.surface().triangles()[touch.triangle];
        if (std::ranges::any_of(corners, [&](int v) { return vertex_gap(v) <= level; })) continue;
      }
      add(probe.x - (probe.radius + 0.5 * touch.gap) * touch.normal, -touch.normal, touch.gap, rigid_vertex(),
          near > 1 || k >= near ? touch.triangle + 1 : 0, point.id, touch.spot);
    }
  }

  void crossings(const RigidFeatures::Edge& edge) {
    EdgeProbe rigid = edge.probe;
    rigid.travel_p = rigid.travel_q = rigid_.travel;
    ridges_near(soft_, rigid.box(), rigid_.reach() + limits_.share + rigid.radius, SoftFrame::Growth::kTravel, ridges_);
    for (const int e : ridges_) {
      const EdgeProbe soft = edge_probe(soft_, e);
      EdgeCrossing crossing;
      const bool crosses = find_crossing(soft, rigid, limits_.rounding, crossing);
      const bool moves = rigid.radius == 0 && soft.most_travel() + rigid_.reach() > limits_.share;
      if (!crosses && !(moves && find_edge_impact(soft, rigid, crossing))) continue;
      if (crossing.gap < -limits_.depth) continue;
      const SurfaceSpot spot = edge_spot(soft_, e, crossing.s);
      if (crossing.gap > margin(travel_of(spot))) continue;
      const Vec3 on_rigid = rigid.p + crossing.t * (rigid.q - rigid.p);
      if (crossing.gap < -limits_.share && rigid.radius == 0 && !lies_inside(soft_, on_rigid, limits_.depth)) continue;
      add(on_rigid + (rigid.radius + 0.5 * crossing.gap) * crossing.normal, crossing.normal, crossing.gap,
          FeatureKind::kEdges, e, edge.id, spot);
    }
  }

  /// What the fixed points of a round rim leave out: the points that are lowest over a triangle, and edges against the
  /// round sides.
  template <class Round>
  void round(const Round& shape) {
    std::vector<ConvexPoint> lowest;
    soft_.overlapping(box_, SoftFrame::Growth::kTravel, [&](int t) {
      lowest.clear();
      rim_points(shape, -(pose_.R.transpose() * soft_.normal(t)), kFirstRim + 2 * t, lowest);
      for (const ConvexPoint& point : lowest) over_triangle(pose_ * point.x, t, point.id);
    });
    ridges_near(soft_, box_, 0, SoftFrame::Growth::kTravel, ridges_);
    for (const int e : ridges_) ridge(shape, e);
  }

  void over_triangle(const Vec3& x, int t, int id) {
    const Vec3 &a = soft_.corner(t, 0), &b = soft_.corner(t, 1), &c = soft_.corner(t, 2), &n = soft_.normal(t);
    const double gap = n.dot(x - a);
    if (gap < -limits_.depth || gap > soft_.most_travel() + rigid_.reach() + limits_.share) return;
    if (nearest_on_triangle(x, a, b, c).part.kind != TrianglePart::Kind::kFace) return;
    const Vec3 areas(n.dot((b - x).cross(c - x)), n.dot((c - x).cross(a - x)), n.dot((a - x).cross(b - x)));
    const SurfaceSpot spot{soft_.surface().triangles()[t], areas / areas.sum()};
    if (gap > margin(travel_of(spot))) return;
    if (gap < -limits_.share && !lies_inside(soft_, x, limits_.depth)) return;
    add(x - 0.5 * gap * n, -n, gap, rigid_vertex(), 0, id, spot);
  }

  /// The distance from a convex shape is convex along an edge: where it is least, a ridge touches. Along a flat end it
  /// is least over a stretch, which its two ends hold.
  template <class Round>
  void ridge(const Round& shape, int e) {
    const EdgeProbe probe = edge_probe(soft_, e);
    const Vec3 along = probe.q - probe.p;
    const auto distance = [&](double t) { return convex_distance(shape, pose_.to_local(probe.p + t * along), 1e300); };
    const auto f = [&](double t) { return distance(t).distance; };
    const double length = along.norm(), most = std::max(margin(probe.travel_p), margin(probe.travel_q));
    if (0.5 * (f(0) + f(1) - length) > most) return;
    // A distance changes by no more than the way. Most edges are seen to be too far away after a few steps.
    const double too_far = most + kStretch * limits_.share;
    const double least =
        least_at(f, 0, 1, [&](double value, double width) { return value - width * length > too_far; });
    const double lowest = f(least);
    if (lowest > most || lowest < -limits_.depth) return;
    const double level = lowest + kStretch * limits_.share;
    const double from = stretch_end(f, level, least, 0), to = stretch_end(f, level, least, 1);
    const bool point = (to - from) * length < limits_.share;
    // A hair inside of its ends the face, not its border, is nearest.
    const double ends[] = {least, from + 2e-4 * (to - from), to - 2e-4 * (to - from)};
    for (int place = 0; place < (point ? 1 : 3); ++place) {
      const double t = ends[place];
      const SurfacePoint d = distance(t);
      const Vec3 n = pose_.R * d.normal;
      const double end = limits_.rounding / length;
      if (t > end && t < 1 - end && probe.in_cone(n) && std::abs(n.dot(along)) <= kOutOfCone * length) {
        const SurfaceSpot spot = edge_spot(soft_, e, t);
        const Vec3 x = probe.p + t * along;
        if (d.distance <= margin(travel_of(spot))) {
          add(x - 0.5 * d.distance * n, n, d.distance, FeatureKind::kEdges, e, place, spot);
        }
      }
    }
  }

  const SoftFrame& soft_;
  const PosedShape& rigid_;
  const Shape& shape_;
  const Pose& pose_;
  const int part_;
  const bool soft_is_a_;
  const TouchLimits limits_;
  SoftContacts& out_;
  Eigen::AlignedBox3d box_;  // of the shape, grown by its reach
  std::vector<std::pair<int, double>> reported_;
  std::vector<SoftTouch> touches_;
  std::vector<int> ridges_;
};

}  // namespace

void collide_soft_rigid(const SoftFrame& soft, const PosedShape& rigid, bool soft_is_a, SoftContacts& out) {
  if (const auto* compound = std::get_if<Compound>(rigid.shape)) {
    for (int i = 0; i < std::ssize(*compound->parts); ++i) {
      const CompoundPart& part = (*compound->parts)[i];
      const Pose pose = rigid.pose * part.pose;
      SoftAgainstPart(soft, rigid, part.shape, pose, i, soft_is_a, out).run();
    }
    return;
  }
  SoftAgainstPart(soft, rigid, *rigid.shape, rigid.pose, 0, soft_is_a, out).run();
}

}  // namespace stiction
