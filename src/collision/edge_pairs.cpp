#include "stiction/collision/edge_pairs.h"

#include <algorithm>
#include <cmath>

#include "stiction/collision/edge_crossing.h"
#include "stiction/collision/feature_id.h"
#include "stiction/collision/near_samples.h"

namespace stiction {

namespace {

// In cells: crossings that are further apart, or deeper, are left to the samples.
constexpr double kFarthest = 1;
// In cells: how far a pair may move while it is remembered what is near, and how far from one call to the next if that
// is to be worth it.
constexpr double kSlack = 0.2, kCalm = 0.05;
constexpr double kRounding = 1e-6;  // of the reach
// An overlap of more cells than that is left to the samples once one of the edges is inside over more than this many of
// its parts: then some sample surely is, too.
constexpr double kShallow = 0.3, kHeldParts = 1.25;
// How far the distance field may be off, in cells.
constexpr double kFieldError = DistanceField::kWorstError + 1e-3;
constexpr double kFieldRounding = 1e-3;  // far more than rounding of the field to single precision, cells
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
};

double cell_of(const SolidMesh& a, const SolidMesh& b) { return std::min(a.field().cell(), b.field().cell()); }

/// Whether some point of the stretch may be within `reach` of a ball.
bool within(const Vec3& middle, const Vec3& half, const Vec3& centre, double radius, double reach) {
  const double t = std::clamp((centre - middle).dot(half) / half.squaredNorm(), -1.0, 1.0);
  const double near = radius + reach;
  return (centre - middle - t * half).squaredNorm() <= near * near;
}

/// Calls leaf(i, j) for all stretches of a and b that may meet with a gap of at most `margin`, even after the meshes
/// have moved by `slack`, if open(i). However many it has to find, their order is the same.
template <class Open, class Leaf>
void visit_near(const SolidMesh& a, const SolidMesh& b, const Pose& a_in_b, double margin, double slack, Open&& open,
                Leaf&& leaf) {
  const SharpEdges &edges_a = a.sharp_edges(), &edges_b = b.sharp_edges();
  const double cell = cell_of(a, b), reach = (1 + kRounding) * kFarthest * cell + slack;
  // Of edges that overlap, each passes the other mesh at this distance or less.
  const double from_b = std::max(margin, kOutside * kFarthest * cell) + slack;
  edges_a.visit_whole([&](const Vec3& centre, double radius) { return !b.clear(a_in_b * centre, radius, from_b); },
                      [&](int i) {
                        if (!open(i)) return;
                        const Vec3 x = a_in_b * edges_a.middle(i).x, half = a_in_b.R * edges_a.stretch(i).half;
                        edges_b.visit_whole(
                            [&](const Vec3& centre, double radius) { return within(x, half, centre, radius, reach); },
                            [&](int j) {
                              if (within(x, half, edges_b.middle(j).x, edges_b.stretch(j).half.norm(), reach))
                                leaf(i, j);
                            });
                      });
}

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
        cell_(cell_of(a, b)),
        margin_(std::min(margin, kFarthest * cell_)),
        contacts_(contacts) {}

  /// Whether a stretch of a may be near enough to b, as far as its field tells.
  bool open(int i) const {
    const SharpEdges& edges = a_.sharp_edges();
    return !b_.clear(a_in_b_ * edges.middle(i).x, edges.stretch(i).half.norm(), margin_);
  }

  void meet(int i, int j) {
    const SharpEdges &edges_a = a_.sharp_edges(), &edges_b = b_.sharp_edges();
    const SurfaceSample &a = edges_a.middle(i), &b = edges_b.middle(j);
    cross(Edge(a, edges_a.stretch(i), a_in_b_), Edge(b, edges_b.stretch(j), {}),
          feature_id(FeatureKind::kEdges, a.id, b.id));
  }

  double margin() const { return margin_; }

 private:
  void cross(const Edge& a, const Edge& b, std::uint64_t feature) {
    EdgeCrossing crossing;
    if (!find_crossing(a.probe, b.probe, 0, crossing)) return;
    if (crossing.gap > margin_ || crossing.gap < -kFarthest * cell_) return;
    const Vec3 on_a = a.probe.p + crossing.s * (a.probe.q - a.probe.p);
    const Vec3 on_b = b.probe.p + crossing.t * (b.probe.q - b.probe.p);
    if (!(crossing.gap < 0 ? overlap(a, on_a, b, on_b, crossing) : nearest(on_a, on_b, crossing.gap))) return;
    contacts_.add({0.5 * (on_a + on_b), crossing.normal, crossing.gap, feature}, true);
  }

  /// Nothing else of either mesh lies between the two points.
  bool nearest(const Vec3& on_a, const Vec3& on_b, double gap) const {
    const double least = (1 - kNearer) * gap - kFieldRounding * cell_;
    return is_clear(b_, on_a, least) && is_clear(a_, b_in_a_ * on_b, least);
  }

  /// Each edge is inside the other mesh there, and not over so long a way that its samples tell.
  bool overlap(const Edge& a, const Vec3& on_a, const Edge& b, const Vec3& on_b, const EdgeCrossing& crossing) const {
    const Passage of_a = passage(a, on_a - on_b, b), of_b = passage(b, on_b - on_a, a);
    if (crossing.gap < -kShallow * cell_ && (of_a.held > kHeldParts * a.part || of_b.held > kHeldParts * b.part))
      return false;
    const double most = kFieldRounding * cell_ - kOutside * crossing.gap;
    return !is_clear(b_, along(a, crossing.s, of_a.deepest), most) &&
           !is_clear(a_, b_in_a_ * along(b, crossing.t, of_b.deepest), most);
  }

  /// The solid is further from x than `limit`. Mostly the field knows.
  static bool is_clear(const SolidMesh& mesh, const Vec3& x, double limit) {
    if (mesh.clear(x, 0, limit)) return true;
    const Vec3 inner = mesh.field().clamped(x);
    const double within =
        std::abs(mesh.field().distance(inner)) + (x - inner).norm() + kFieldError * mesh.field().cell();
    return mesh.exact().at(x, within).distance > limit;
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

const EdgePairMemory::Pairs* EdgePairMemory::recall(const SolidMesh& a, const SolidMesh& b, const Pose& a_in_b) {
  const double cell = cell_of(a, b);
  const bool calm = is_asked_ && farthest_move(a.samples(), last_, a_in_b) <= kCalm * cell;
  is_asked_ = true;
  last_ = a_in_b;
  if (is_made_ && farthest_move(a.samples(), made_, a_in_b) <= kSlack * cell) return &pairs_;
  if (!calm) return nullptr;
  pairs_.clear();
  const auto any = [](int) { return true; };
  visit_near(a, b, a_in_b, kFarthest * cell, kSlack * cell, any, [&](int i, int j) { pairs_.emplace_back(i, j); });
  made_ = a_in_b;
  is_made_ = true;
  return &pairs_;
}

void add_edge_pairs(const SolidMesh& a, const SolidMesh& b, const Pose& a_in_b, const Pose& b_in_a, double margin,
                    SampleContacts& contacts, EdgePairMemory* memory) {
  if (a.sharp_edges().size() == 0 || b.sharp_edges().size() == 0) return;
  EdgePairs pairs(a, b, a_in_b, b_in_a, margin, contacts);
  if (const EdgePairMemory::Pairs* near = memory ? memory->recall(a, b, a_in_b) : nullptr) {
    int last = -1;
    bool open = false;
    for (const auto& [i, j] : *near) {
      if (i != last) open = pairs.open(i);
      last = i;
      if (open) pairs.meet(i, j);
    }
  } else {
    visit_near(
        a, b, a_in_b, pairs.margin(), 0, [&](int i) { return pairs.open(i); }, [&](int i, int j) { pairs.meet(i, j); });
  }
}

}  // namespace stiction
