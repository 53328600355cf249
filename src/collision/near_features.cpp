#include "stiction/collision/near_features.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/collision/soft_pair.h"

namespace stiction {

namespace {

// A box follows each of its sides: along the diagonal it may come nearer by this times what its vertices move.
constexpr double kDiagonal = 1.7321;
// Edges that bend less than this part of what counts are not expected to stand out. If one does, all is found anew.
constexpr double kFlatter = 0.5;
// Triangles and edges that lists may name, for each triangle of the surfaces.
constexpr std::size_t kMost = 32;

/// Whether an edge of which that was not expected stands out now.
bool stands_out_anew(const SoftShot& then, const SoftShot& now) {
  for (std::size_t e = 0; e < now.ridges.size(); ++e)
    if (now.ridges[e] > kFlat && !(then.ridges[e] > kFlatter * kFlat)) return true;
  return false;
}

}  // namespace

SoftShot::SoftShot(const SoftFrame& frame)
    : x(frame.soft().positions.begin(), frame.soft().positions.end()), ridges(frame.ridges()) {
  for (const Vec3& v : x) mean += v;
  if (!x.empty()) mean /= double(x.size());
}

double farthest_move(const SoftShot& from, const SoftShot& to, const Vec3& shift) {
  double squared = 0;
  for (std::size_t i = 0; i < from.x.size(); ++i) {
    const double moved = (to.x[i] - from.x[i] - shift).squaredNorm();
    if (!(moved <= squared)) squared = std::isnan(moved) ? std::numeric_limits<double>::infinity() : moved;
  }
  return std::sqrt(squared);
}

bool has_more_ridges(const SoftShot& then, const SoftShot& now) {
  for (std::size_t e = 0; e < now.ridges.size(); ++e)
    if (now.ridges[e] > kFlat && !(then.ridges[e] > kFlat)) return true;
  return false;
}

class NearFeatures::Search {
 public:
  Search(const TouchLimits& limits, NearFeatures& found) : limits_(limits), found_(found) {}

  /// A vertex of p that is outside of q and further away than anything reaches stays so: it would have to go through
  /// the surface. False if one lies deep within q: such pairs are not for lists.
  bool vertices(const SoftFrame& p, const SoftFrame& q, double reach_now, Lists& lists) const {
    const double far = found_.reach_ + found_.slack_, deep = std::max(found_.reach_, limits_.depth) + found_.slack_;
    std::vector<int> near;
    vertices_within(p, q.box(), wide(found_.reach_), near);
    int guess = -1;
    for (const int v : near) {
      const Vec3& x = p.x(v);
      const TriangleTree::Nearest nearest = q.nearest(x, deep, guess);
      guess = nearest.triangle;
      if (nearest.triangle < 0) continue;
      if (nearest.squared > reach_now * reach_now && q.inside(x, nearest)) return false;
      if (nearest.squared > far * far) continue;
      const int first = int(lists.others.size());
      q.within(Eigen::AlignedBox3d(x), {found_.found_radius_, 0, 0}, [&](int t, double) { lists.others.push_back(t); });
      // What is looked at first tells most of the others apart.
      const auto nearest_one = std::find(lists.others.begin() + first, lists.others.end(), nearest.triangle);
      if (nearest_one != lists.others.end()) std::swap(*nearest_one, lists.others[std::size_t(first)]);
      lists.entries.push_back({v, first, int(lists.others.size())});
      if (too_much(p, q, lists)) return false;
    }
    return true;
  }

  bool own_vertices(const SoftFrame& body, Lists& lists) const {
    for (int v = 0; v < std::ssize(body.surface().rest()); ++v) {
      if (body.surface().triangles_of()[v].empty()) continue;
      const int first = int(lists.others.size());
      body.within(Eigen::AlignedBox3d(body.x(v)), {found_.found_radius_, 0, 0}, [&](int t, double) {
        const auto& corners = body.surface().triangles()[t];
        if (std::ranges::find(corners, v) == corners.end()) lists.others.push_back(t);
      });
      if (first < std::ssize(lists.others)) lists.entries.push_back({v, first, int(lists.others.size())});
      if (too_much(body, body, lists)) return false;
    }
    return true;
  }

  bool edges(const SoftFrame& a, const SoftFrame& b, Lists& lists) const {
    const bool self = &a == &b;
    const SoftFrame::Reach across = wide((self ? kDiagonal : 1) * (found_.reach_ + (kEdgeReach - 1) * limits_.share));
    std::vector<int> own;
    a.within(b.box(), wide(found_.reach_), [&](int t, double) { append(a, t, own); });
    if (self) std::ranges::sort(own);
    for (const int e : own) {
      const auto& ends = a.surface().edges()[e].vertex;
      const int first = int(lists.others.size());
      b.within(Eigen::AlignedBox3d(a.x(ends[0])).extend(a.x(ends[1])), across,
               [&](int t, double) { append(b, t, lists.others); });
      if (self) {
        const auto not_met = [&](int f) {
          const auto& others = b.surface().edges()[f].vertex;
          return f <= e || ends[0] == others[0] || ends[0] == others[1] || ends[1] == others[0] || ends[1] == others[1];
        };
        lists.others.erase(std::remove_if(lists.others.begin() + first, lists.others.end(), not_met),
                           lists.others.end());
      }
      if (first < std::ssize(lists.others)) lists.entries.push_back({e, first, int(lists.others.size())});
      if (too_much(a, b, lists)) return false;
    }
    return true;
  }

 private:
  static bool too_much(const SoftFrame& a, const SoftFrame& b, const Lists& lists) {
    return lists.others.size() > kMost * (a.surface().triangles().size() + b.surface().triangles().size());
  }
  /// Boxes that come as near as this while neither surface moves further than the slack.
  SoftFrame::Reach wide(double reach) const { return {reach + kDiagonal * found_.slack_, 0, 0}; }

  static void append(const SoftFrame& frame, int t, std::vector<int>& out) {
    for (const int e : frame.surface().edges_of()[t])
      if (frame.surface().edges()[e].triangle[0] == t && frame.ridge(e) > kFlatter * kFlat) out.push_back(e);
  }

  const TouchLimits& limits_;
  NearFeatures& found_;
};

double NearFeatures::reach_of(const SoftFrame& a, const SoftFrame& b, const TouchLimits& limits) {
  if (&a != &b) return (1 + 1e-9) * a.most(a.reach_of(b, limits.share));
  return (1 + 1e-9) * (2 * a.most_relative_travel() + limits.share);
}

bool NearFeatures::find(const SoftFrame& a, const SoftFrame& b, const TouchLimits& limits, double reach, double slack,
                        std::shared_ptr<const SoftShot> shot_a, std::shared_ptr<const SoftShot> shot_b) {
  forget();
  const double now = reach_of(a, b, limits);
  const bool self = &a == &b;
  reach_ = reach;
  slack_ = slack;
  // Around a point all is asked for whose box meets a cube, grown by the travel of what is in it.
  const double travel = self ? 0 : std::max(a.most_travel(), b.most_travel());
  found_radius_ = kDiagonal * (reach_ + travel + slack);
  const Search search(limits, *this);
  const bool found = self ? search.own_vertices(a, vertices_a_)
                          : search.vertices(a, b, now, vertices_a_) && search.vertices(b, a, now, vertices_b_);
  if (!found || !search.edges(a, b, edges_)) {
    forget();
    return false;
  }
  a_ = std::move(shot_a);
  b_ = std::move(shot_b);
  radius_ = found_radius_;
  moved_ = 0;
  return true;
}

bool NearFeatures::cover(const SoftShot& a, const SoftShot& b, const TouchLimits& limits, double reach, double moved,
                         bool more_ridges) {
  if (!a_ || !(reach <= reach_)) return false;
  moved_ += moved;
  if (!(moved_ + limits.rounding <= slack_)) {
    // To and fro: all the way adds up to more than it led to.
    const Vec3 shift = b.mean - b_->mean;
    const double of_a = farthest_move(*a_, a, shift), of_b = &a == &b ? of_a : farthest_move(*b_, b, shift);
    moved_ = of_a + of_b;
    if (!(moved_ + limits.rounding <= slack_)) return false;
  }
  if (more_ridges && (stands_out_anew(*a_, a) || stands_out_anew(*b_, b))) return false;
  radius_ = found_radius_ - kDiagonal * (moved_ + limits.rounding);
  return true;
}

void NearFeatures::forget() {
  a_ = b_ = nullptr;
  radius_ = -1;
  vertices_a_.clear();
  vertices_b_.clear();
  edges_.clear();
}

}  // namespace stiction
