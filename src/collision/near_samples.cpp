#include "stiction/collision/near_samples.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stiction/geometry/mesh/box_distance.h"

namespace stiction {

namespace {

// The interpolated distance changes by no more than this a unit of length: along each axis by no more than 1, as the
// distances at the nodes do.
constexpr double kSteepest = 1.7321 * (1 + 1e-4);
// The field is off by no more than this, in cells.
constexpr double kWorst = DistanceField::kWorstError + 1e-3;
// Of a cell and of the distance: far more than what rounding, also that of the nodes to single precision, can change.
constexpr double kRounding = 1e-3;

// A set is made for pairs that will stay within its slack for this many calls if they go on as they do: then the time
// it takes comes back several times. What they do is what they did, forgotten by this factor a call.
constexpr double kCalls = 4, kCalming = 0.5;
// In cells: the least and the most slack, and the largest margin.
constexpr double kLeastSlack = 0.05, kMostSlack = 0.2, kWidest = 4;
constexpr double kFine = 0.15;       // with less slack, it is worth looking thoroughly
constexpr double kSameMargin = 1.5;  // margins up to this times the least one share a set

}  // namespace

/// Walks the tree and keeps what cannot be ruled out. With m the most that a point moves, the interpolated distance D
/// at a point falls by no more than kSteepest m, the exact distance E by no more than m; beyond the grid
/// SolidMesh::distance gives no less than D at the nearest point of the grid, nor less than the distance from there,
/// since the field rises towards its border.
class NearSamples::Search {
 public:
  Search(const SolidMesh& p, const SolidMesh& q, NearSamples& found, Care care)
      : p_(p.samples()),
        q_(q),
        found_(found),
        cell_(q.field().cell()),
        limit_(found.margin_ + found.slack_),
        care_(care) {}

  /// Whether anything of this sphere is kept.
  bool look(int index) {
    const SphereTree::Node& node = p_.nodes()[std::size_t(index)];
    const Place at = place(node.centre);
    if (out_of_reach(at, node.radius)) return false;
    const std::size_t here = found_.branches_.size();
    const bool open =
        std::max(at.field + kSteepest * found_.slack_, at.from_box + found_.slack_) + at.rounding <= node.radius;
    found_.branches_.push_back({index, 0, 0, open});
    bool any = false;
    if (node.right < 0) {
      std::uint8_t samples = 0;
      for (int k = node.first; k < node.last; ++k)
        if (may_touch(p_.samples()[std::size_t(k)].x)) samples = std::uint8_t(samples | 1u << (k - node.first));
      found_.branches_[here].samples = samples;
      any = samples != 0;
    } else {
      const bool left = look(index + 1), right = look(node.right);
      any = left || right;
    }
    if (any)
      found_.branches_[here].next = int(found_.branches_.size());
    else
      found_.branches_.resize(here);
    return any;
  }

 private:
  struct Place {
    Vec3 x;
    double field;     // the interpolated distance at the nearest point of the grid
    double outside;   // distance from there
    double from_box;  // distance from the box of the mesh
    double rounding;
  };
  Place place(const Vec3& of_p) const {
    const Vec3 x = found_.pose_ * of_p, inner = q_.field().clamped(x);
    const double field = q_.field().distance(inner);
    return {x, field, (x - inner).norm(), std::sqrt(squared_distance(q_.box(), x)),
            kRounding * (cell_ + std::abs(field))};
  }
  /// A bound from below on the exact distance.
  double least(const Place& at) const { return std::max(at.from_box, at.field - at.outside - kWorst * cell_); }

  bool out_of_reach(const Place& at, double radius) const {
    const double limit = limit_ + radius + at.rounding;
    if (at.outside > limit) return true;
    const double steep = kSteepest * found_.slack_ + at.rounding + found_.margin_;
    return least(at) > limit && at.field - std::min(kSteepest * radius, radius + 2 * kWorst * cell_) > steep;
  }

  bool may_touch(const Vec3& sample) const {
    const Place at = place(sample);
    const double limit = limit_ + at.rounding;
    if (at.outside > limit) return false;
    if (!(at.field > found_.margin_ + kSteepest * found_.slack_ + at.rounding)) return true;
    if (least(at) > limit) return false;
    // Where the measured error of the field decides, it does so at little cost every time.
    if (care_ == Care::kQuick && q_.field().least_distance(q_.field().clamped(at.x)) - at.outside > found_.margin_)
      return true;
    const SurfaceDistance exact = q_.exact().at(at.x, std::abs(at.field) + at.outside + kWorst * cell_);
    return exact.triangle < 0 || !(exact.distance > limit);
  }

  const SphereTree& p_;
  const SolidMesh& q_;
  NearSamples& found_;
  const double cell_, limit_;
  const Care care_;
};

void NearSamples::find(const SolidMesh& p, const SolidMesh& q, const Pose& p_in_q, double margin, double slack,
                       Care care) {
  pose_ = p_in_q;
  margin_ = margin;
  slack_ = slack;
  branches_.clear();
  if (p.samples().nodes().empty()) return;
  Search(p, q, *this, care).look(0);
  branches_.shrink_to_fit();
}

bool NearSamples::covers(const SolidMesh& p, const Pose& p_in_q, double margin) const {
  return margin >= 0 && margin <= margin_ && farthest_move(p.samples(), pose_, p_in_q) <= slack_;
}

double farthest_move(const SphereTree& samples, const Pose& from, const Pose& to) {
  if (samples.nodes().empty()) return 0;
  const Vec3& centre = samples.nodes().front().centre;
  // Two rotations differ by a turn in a plane, which both of whose singular values tell.
  return (to * centre - from * centre).norm() + (to.R - from.R).norm() * std::numbers::sqrt2 / 2 * samples.reach();
}

const NearSamples* SampleMemory::recall(const SolidMesh& p, const SolidMesh& q, const Pose& p_in_q, double margin) {
  const double cell = q.field().cell();
  least_margin_ = std::min(least_margin_, margin);
  Kept& kept = margin <= kSameMargin * least_margin_ ? narrow_ : wide_;
  kept.drift = kept.drift < 0 ? cell : std::max(farthest_move(p.samples(), kept.last, p_in_q), kCalming * kept.drift);
  kept.last = p_in_q;
  // A pair that has come to rest is worth a better one than one that would do for much further motion.
  const bool loose = kCalls * kept.drift <= kLeastSlack * cell &&
                     kept.set.covers(p, {p_in_q.p + Vec3(kFine * cell, 0, 0), p_in_q.R}, margin);
  if (!loose && kept.set.covers(p, p_in_q, margin)) return &kept.set;
  if (!(kCalls * kept.drift <= kMostSlack * cell) || !(margin <= kWidest * cell)) return nullptr;
  const double slack = std::max(kCalls * kept.drift, kLeastSlack * cell);
  const auto care = slack > kFine * cell ? NearSamples::Care::kQuick : NearSamples::Care::kThorough;
  kept.set.find(p, q, p_in_q, margin + slack, slack, care);
  return &kept.set;
}

}  // namespace stiction
