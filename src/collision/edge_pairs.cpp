#include "stiction/collision/edge_pairs.h"

#include <algorithm>
#include <cmath>

#include "stiction/collision/edge_crossing.h"
#include "stiction/collision/feature_id.h"

namespace stiction {

namespace {

// In cells: crossings that are further apart, or deeper, are left to the samples.
constexpr double kFarthest = 1, kDeepest = 2;
// An overlap of more cells than that is left to the samples once one of the edges is inside over more than this many of
// its parts: then some sample surely is, too.
constexpr double kShallow = 0.3, kHeldParts = 1.25;
// Of the gap: how much nearer something else may be, and how far the edges may stay outside where they seem to overlap.
constexpr double kNearer = 0.3, kOutside = 0.25;

/// A stretch of a sharp edge in the common frame.
struct Edge {
  EdgeProbe probe;
  Vec3 along;       // unit, from p to q
  Vec3 normals[2];  // unit, outward: of the faces beside it
  double length, part;

  Edge(const SurfaceSample& middle, const SharpEdges::Stretch& stretch, const Pose& to_frame) {
    const Vec3 x = to_frame * middle.x, half = to_frame.R * stretch.half, axis = to_frame.R * middle.axis;
    length = 2 * half.norm();
    part = length / stretch.parts;
    along = 2 / length * half;
    const Vec3 aside = axis.cross(along);
    normals[0] = stretch.cosine * axis + stretch.sine * aside;
    normals[1] = stretch.cosine * axis - stretch.sine * aside;
    probe.p = x - half;
    probe.q = x + half;
    probe.outward = axis;
    probe.inward[0] = stretch.cosine * aside - stretch.sine * axis;
    probe.inward[1] = -stretch.cosine * aside - stretch.sine * axis;
  }

  /// The nearest point of the stretch to x.
  double distance(const Vec3& x) const {
    const double t = std::clamp((x - probe.p).dot(along), 0.0, length);
    return (x - probe.p - t * along).norm();
  }
};

/// What an edge looks like to another one that it crosses.
struct Passage {
  double deepest;  // where the edge is deepest between the faces of the other: along it, from the crossing, m
  double held;     // length between these faces, m; infinite where they do not end it
};

/// `across` goes from the crossing's point on the other edge to that on this one.
Passage passage(const Edge& edge, const Vec3& across, const Edge& other) {
  const double height[] = {other.normals[0].dot(across), other.normals[1].dot(across)};
  const double slope[] = {other.normals[0].dot(edge.along), other.normals[1].dot(edge.along)};
  const double deepest = (height[1] - height[0]) / (slope[0] - slope[1]);
  const double infinite = std::numeric_limits<double>::infinity();
  const double held = slope[0] * slope[1] < 0 ? std::abs(height[0] / slope[0] - height[1] / slope[1]) : infinite;
  return {deepest, held};
}

class EdgePairs {
 public:
  EdgePairs(const SolidMesh& a, const SolidMesh& b, const Pose& a_in_b, const Pose& b_in_a, double margin,
            SampleContacts& contacts)
      : a_(a),
        b_(b),
        a_in_b_(a_in_b),
        b_in_a_(b_in_a),
        cell_(std::min(a.field().cell(), b.field().cell())),
        margin_(std::min(margin, kFarthest * cell_)),
        contacts_(contacts) {}

  void run() {
    a_.sharp_edges().visit(
        [&](const Vec3& centre, double radius) { return !b_.clear(a_in_b_ * centre, radius, margin_); },
        [&](const SurfaceSample& middle, const SharpEdges::Stretch& stretch) {
          if (b_.clear(a_in_b_ * middle.x, stretch.half.norm(), margin_)) return;
          meet(Edge(middle, stretch, a_in_b_), middle.id);
        });
  }

 private:
  void meet(const Edge& a, int id) {
    const double reach = std::max(margin_, kDeepest * cell_);
    b_.sharp_edges().visit([&](const Vec3& centre, double radius) { return a.distance(centre) <= radius + reach; },
                           [&](const SurfaceSample& middle, const SharpEdges::Stretch& stretch) {
                             if (a.distance(middle.x) > stretch.half.norm() + reach) return;
                             cross(a, Edge(middle, stretch, {}), feature_id(FeatureKind::kEdges, id, middle.id));
                           });
  }

  void cross(const Edge& a, const Edge& b, std::uint64_t feature) {
    EdgeCrossing crossing;
    if (!find_crossing(a.probe, b.probe, 0, crossing)) return;
    if (crossing.gap > margin_ || crossing.gap < -kDeepest * cell_) return;
    const Vec3 on_a = a.probe.p + crossing.s * (a.probe.q - a.probe.p);
    const Vec3 on_b = b.probe.p + crossing.t * (b.probe.q - b.probe.p);
    if (!(crossing.gap < 0 ? overlap(a, on_a, b, on_b, crossing) : nearest(on_a, on_b, crossing.gap))) return;
    contacts_.add({0.5 * (on_a + on_b), crossing.normal, crossing.gap, feature}, true);
  }

  /// Nothing else of either mesh lies between the two points.
  bool nearest(const Vec3& on_a, const Vec3& on_b, double gap) const {
    const double least = (1 - kNearer) * gap;
    return b_.exact().at(on_a, 2 * cell_).distance >= least &&
           a_.exact().at(b_in_a_ * on_b, 2 * cell_).distance >= least;
  }

  /// Each edge is inside the other mesh there, and not over so long a way that its samples tell.
  bool overlap(const Edge& a, const Vec3& on_a, const Edge& b, const Vec3& on_b, const EdgeCrossing& crossing) const {
    const Passage of_a = passage(a, on_a - on_b, b), of_b = passage(b, on_b - on_a, a);
    if (crossing.gap < -kShallow * cell_ && (of_a.held > kHeldParts * a.part || of_b.held > kHeldParts * b.part))
      return false;
    const double most = -kOutside * crossing.gap;
    return b_.exact().at(along(a, crossing.s, of_a.deepest)).distance <= most &&
           a_.exact().at(b_in_a_ * along(b, crossing.t, of_b.deepest)).distance <= most;
  }

  static Vec3 along(const Edge& edge, double s, double way) {
    return edge.probe.p + std::clamp(s * edge.length + way, 0.0, edge.length) * edge.along;
  }

  const SolidMesh &a_, &b_;
  const Pose &a_in_b_, &b_in_a_;
  const double cell_, margin_;
  SampleContacts& contacts_;
};

}  // namespace

void add_edge_pairs(const SolidMesh& a, const SolidMesh& b, const Pose& a_in_b, const Pose& b_in_a, double margin,
                    SampleContacts& contacts) {
  if (a.sharp_edges().size() == 0 || b.sharp_edges().size() == 0) return;
  EdgePairs(a, b, a_in_b, b_in_a, margin, contacts).run();
}

}  // namespace stiction
