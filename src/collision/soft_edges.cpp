#include "stiction/collision/soft_edges.h"

#include "stiction/collision/edge_crossing.h"
#include "stiction/collision/feature_id.h"
#include "stiction/collision/soft_impact.h"

namespace stiction {

namespace {

constexpr double kSelfOverlap = 0.2;  // of the distance at rest

Vec3 along(const Vec3& p, const Vec3& q, double place) { return p + place * (q - p); }

Vec3 rest_of(const SoftFrame& frame, const SurfaceSpot& spot) {
  return spot.weight[0] * frame.surface().rest()[spot.vertex[0]] +
         spot.weight[1] * frame.surface().rest()[spot.vertex[1]];
}

class EdgeSearch {
 public:
  EdgeSearch(const SoftFrame& a, const SoftFrame& b, const TouchLimits& limits, SoftContacts& out)
      : a_(a), b_(b), limits_(limits), self_(&a == &b), out_(out), place_(b.surface().edges().size(), -1) {
    probes_.reserve(64);
  }

  void all() {
    std::vector<int> own, others;
    if (self_) {
      ridges_near(a_, b_.box(), 0, SoftFrame::Growth::kTravel, own);
    } else {
      ridges_within(a_, b_.box(), a_.reach_of(b_, limits_.share), own);
    }
    for (const int e : own) {
      const EdgeProbe probe = edge_probe(a_, e);
      const SoftFrame::Reach reach = reach_of(e);
      if (self_) {
        ridges_near(b_, probe.box(), reach.relative + reach.on_top, SoftFrame::Growth::kRelativeTravel, others);
      } else {
        ridges_within(b_, probe.box(), reach, others);
      }
      for (const int f : others) look_at(e, probe, f);
    }
  }

  /// The same edges out of lists that hold them all.
  void listed(const NearFeatures::Lists& lists) {
    const SoftFrame::Reach to_box = a_.reach_of(b_, limits_.share);
    double far = 0;
    for (const NearFeatures::Entry& entry : lists.entries) {
      const int e = entry.feature;
      const SoftSurface::Edge& edge = a_.surface().edges()[e];
      if (!(a_.ridge(e) > kFlat)) continue;
      if (!self_ && !a_.is_within(edge.triangle[0], b_.box(), to_box, far)) continue;
      const SoftFrame::Reach reach = reach_of(e);
      const Vec3 r = Vec3::Constant(self_ ? reach.relative + reach.on_top : 0);
      const Eigen::AlignedBox3d box = Eigen::AlignedBox3d(a_.x(edge.vertex[0])).extend(a_.x(edge.vertex[1]));
      const Eigen::AlignedBox3d asked(box.min() - r, box.max() + r);
      EdgeProbe probe;
      bool made = false;
      for (const int f : lists.of(entry)) {
        if (!(b_.ridge(f) > kFlat)) continue;
        const int t = b_.surface().edges()[f].triangle[0];
        if (!(self_ ? b_.overlaps(t, asked, SoftFrame::Growth::kRelativeTravel) : b_.is_within(t, asked, reach, far)))
          continue;
        if (!made) probe = edge_probe(a_, e);
        made = true;
        look_at(e, probe, f);
      }
    }
  }

 private:
  // Not inlined, nor is look_at: the same instructions for both ways to get here give the same rounding.
  [[gnu::noinline]] SoftFrame::Reach reach_of(int e) const {
    const auto& ends = a_.surface().edges()[e].vertex;
    const Vec3 &p = a_.travel(ends[0]), &q = a_.travel(ends[1]);
    return {std::max(p.norm(), q.norm()), std::max((p - b_.mean_travel()).norm(), (q - b_.mean_travel()).norm()),
            kEdgeReach * limits_.share};
  }

  [[gnu::noinline]] void look_at(int e, const EdgeProbe& probe, int f) {
    const auto &ends = a_.surface().edges()[e].vertex, &other_ends = b_.surface().edges()[f].vertex;
    if (self_ && (f <= e || ends[0] == other_ends[0] || ends[0] == other_ends[1] || ends[1] == other_ends[0] ||
                  ends[1] == other_ends[1])) {
      return;
    }
    if (place_[f] < 0) {
      place_[f] = int(probes_.size());
      probes_.push_back(edge_probe(b_, f));
    }
    const EdgeProbe& other = probes_[place_[f]];
    EdgeCrossing crossing;
    const bool crosses = find_crossing(probe, other, limits_.rounding, crossing);
    // Edges that do not cross yet may meet on their way.
    const bool moves = !self_ && probe.most_travel() + other.most_travel() > limits_.share;
    if (!crosses && !(moves && find_edge_impact(probe, other, crossing))) return;
    if (crossing.gap < -limits_.depth) return;
    const double margin = feature_margin(along(probe.travel_p, probe.travel_q, crossing.s),
                                         along(other.travel_p, other.travel_q, crossing.t), self_);
    if (crossing.gap > margin + limits_.share) return;
    const SurfaceSpot spot_a = edge_spot(a_, e, crossing.s), spot_b = edge_spot(b_, f, crossing.t);
    const Vec3 on_a = along(probe.p, probe.q, crossing.s), on_b = along(other.p, other.q, crossing.t);
    if (crossing.gap < 0 && self_) {
      if (-crossing.gap > kSelfOverlap * (rest_of(a_, spot_a) - rest_of(a_, spot_b)).norm()) return;
    } else if (crossing.gap < -limits_.share) {
      // What looks like an overlap may be two edges on far sides of two bodies.
      if (!lies_inside(b_, on_a, limits_.depth) || !lies_inside(a_, on_b, limits_.depth)) return;
    }
    out_.add(0.5 * (on_a + on_b), crossing.normal, crossing.gap, feature_id(FeatureKind::kEdges, e, f), spot_a, spot_b);
  }

  const SoftFrame &a_, &b_;
  const TouchLimits& limits_;
  const bool self_;
  SoftContacts& out_;
  std::vector<EdgeProbe> probes_;  // of those of b that were met before
  std::vector<int> place_;
};

}  // namespace

void edges_against(const SoftFrame& a, const SoftFrame& b, const TouchLimits& limits, const NearFeatures* near,
                   SoftContacts& out) {
  if (near && near->edges().entries.empty()) return;
  EdgeSearch search(a, b, limits, out);
  if (near) {
    search.listed(near->edges());
  } else {
    search.all();
  }
}

}  // namespace stiction
