#include "stiction/collision/contact_reduction.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stiction/collision/footprint.h"

namespace stiction {

namespace {

constexpr int kDirections = 8;
constexpr double kClusterCosine = 0.94;  // 20 degrees
constexpr double kNear = 0.1;            // of the spacing: such contacts are kept wherever they are
constexpr double kPatch = 1.2;           // patches of far samples are this large, compared with their distance
// The directions lie askew to the axes, in which edges of bodies like to lie: fewer ties.
constexpr double kFirstAngle = 0.29;

bool before(const ContactCandidate& a, const ContactCandidate& b) {
  return a.gap < b.gap || (a.gap == b.gap && a.feature < b.feature);
}

/// Marks the support points of candidates[first, last), whose first is the deepest.
void mark_extremes(const std::vector<ContactCandidate>& candidates, std::size_t first, std::size_t last, double turn,
                   std::vector<char>& kept) {
  kept[first] = 1;
  const ContactPlane plane(candidates[first].normal);
  for (int k = 0; k < kDirections; ++k) {
    const double angle = kFirstAngle + 2 * std::numbers::pi * k / kDirections;
    const Vec3 direction = std::cos(angle) * plane.t1 + std::sin(angle) * plane.t2;
    std::size_t best = first;
    double best_score = -std::numeric_limits<double>::infinity();
    for (std::size_t i = first; i < last; ++i) {
      // All overlap counts as touching: it is as old as it is deep, and says nothing about the next step.
      const double score = direction.dot(candidates[i].position) - std::max(candidates[i].gap, 0.0) / turn;
      if (score > best_score || (score == best_score && candidates[i].feature < candidates[best].feature)) {
        best = i;
        best_score = score;
      }
    }
    kept[best] = 1;
  }
}

/// Whether a candidate is the deepest around: none of candidates[0, last) beside it is deeper.
bool is_pit(const std::vector<ContactCandidate>& candidates, std::size_t last, const ContactCandidate& c,
            double spacing) {
  const double beside = spacing + kPatch * c.gap;
  return std::none_of(candidates.begin(), candidates.begin() + std::ptrdiff_t(last), [&](const ContactCandidate& d) {
    return d.gap < c.gap && (d.position - c.position).squaredNorm() < beside * beside;
  });
}

}  // namespace

void reduce_contacts(std::vector<ContactCandidate>& candidates, const Pose& frame, double turn, double spacing,
                     std::vector<ContactPoint>& out) {
  thread_local std::vector<char> kept;
  kept.assign(candidates.size(), 0);
  int count = 0;
  // Clusters are moved to the front one by one, the one with the deepest point first.
  for (std::size_t first = 0; first < candidates.size() && count < kMostContacts;) {
    const auto begin = candidates.begin() + std::ptrdiff_t(first);
    std::iter_swap(begin, std::min_element(begin, candidates.end(), before));
    const Vec3 normal = begin->normal;
    const auto end = std::partition(begin + 1, candidates.end(),
                                    [&](const ContactCandidate& c) { return c.normal.dot(normal) >= kClusterCosine; });
    const std::size_t last = std::size_t(end - candidates.begin());
    if (begin->gap > kNear * spacing && !is_pit(candidates, first, *begin, spacing)) {
      first = last;
      continue;
    }
    mark_extremes(candidates, first, last, turn, kept);
    count += int(std::count(kept.begin() + std::ptrdiff_t(first), kept.begin() + std::ptrdiff_t(last), 1));
    first = last;
  }
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (kept[i]) candidates[chosen++] = candidates[i];
  }
  candidates.resize(chosen);
  append_contacts(candidates, frame, out);
}

void append_contacts(const std::vector<ContactCandidate>& candidates, const Pose& frame,
                     std::vector<ContactPoint>& out) {
  const auto first = std::ptrdiff_t(out.size());
  for (const ContactCandidate& candidate : candidates) {
    ContactPoint point;
    point.feature = candidate.feature;
    point.position = frame * candidate.position;
    point.normal = frame.R * candidate.normal;
    point.gap = candidate.gap;
    out.push_back(point);
  }
  std::sort(out.begin() + first, out.end(),
            [](const ContactPoint& a, const ContactPoint& b) { return a.feature < b.feature; });
}

}  // namespace stiction
