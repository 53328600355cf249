#include "stiction/geometry/tet/warped_lattice.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace stiction {

namespace {

// Cuts nearer to a node than this share of the edge pull it onto the surface (Labelle and Shewchuk, table 1).
constexpr double kLongShare = 0.24999, kShortShare = 0.41189;
constexpr int kBlock = 8;             // cubes along an edge of what is decided at once
constexpr double kOnSurface = 1e-10;  // of an edge

/// Where the distance vanishes between a (inside) and b (outside), as a part of the way. False position with the
/// Illinois correction, which halves the value at an end that stays put.
double root(const ImplicitSolid& solid, const Vec3& a, const Vec3& b) {
  double low = 0, high = 1, at_low = solid.distance(a), at_high = solid.distance(b);
  const double enough = kOnSurface * (b - a).norm();
  int last = 0;
  for (int i = 0; i < 60; ++i) {
    double t = (low * at_high - high * at_low) / (at_high - at_low);
    if (!(t > low && t < high)) t = 0.5 * (low + high);
    const double value = solid.distance(a + t * (b - a));
    if (std::abs(value) <= enough || high - low < kOnSurface) return t;
    if (value < 0) {
      low = t;
      at_low = value;
      if (last == -1) at_high /= 2;
      last = -1;
    } else {
      high = t;
      at_high = value;
      if (last == 1) at_low /= 2;
      last = 1;
    }
  }
  return 0.5 * (low + high);
}

}  // namespace

WarpedLattice::WarpedLattice(const ImplicitSolid& solid, const BccLattice& lattice,
                             const std::function<void(double)>& progress)
    : lattice_(&lattice) {
  find_signs(solid, progress);
  find_cuts(solid);
  if (progress) progress(0.7);
  warp();
}

void WarpedLattice::find_signs(const ImplicitSolid& solid, const std::function<void(double)>& progress) {
  const BccLattice& l = *lattice_;
  signs_.assign(std::size_t(l.nodes()), -1);
  const std::array<int, 3> cubes = l.cubes();
  const auto blocks = [&](std::size_t axis) { return cubes[axis] / kBlock + 1; };
  // Nodes of a block: places from 2 kBlock b on, short of those of the next. Its middle lies in it up to half an edge.
  const double radius = 0.5 * std::sqrt(3.0) * kBlock * l.size();
  const auto decide = [&](int bx, int by, int bz) {
    const BccLattice::Place first{2 * kBlock * bx, 2 * kBlock * by, 2 * kBlock * bz};
    const double middle = solid.distance(l.position(first) + Vec3::Constant(0.5 * kBlock * l.size()));
    // So far away that even the edges that leave the block do not meet the surface.
    const bool far = std::abs(middle) > radius + l.size();
    for (int z = 0; z < 2 * kBlock; ++z) {
      for (int y = z & 1; y < 2 * kBlock; y += 2) {
        for (int x = z & 1; x < 2 * kBlock; x += 2) {
          const BccLattice::Place p{first[0] + x, first[1] + y, first[2] + z};
          if (!l.inside(p)) continue;
          const double d = far ? middle : solid.distance(l.position(p));
          signs_[std::size_t(l.node(p))] = std::int8_t(std::abs(d) <= kOnSurface * l.size() ? 0 : d < 0 ? 1 : -1);
        }
      }
    }
  };
  for (int bz = 0; bz < blocks(2); ++bz) {
    tbb::parallel_for(0, blocks(0) * blocks(1), [&](int b) { decide(b % blocks(0), b / blocks(0), bz); });
    if (progress) progress(0.5 * (bz + 1) / blocks(2));
  }
}

void WarpedLattice::find_cuts(const ImplicitSolid& solid) {
  for (int node = 0; node < lattice_->nodes(); ++node) {
    if (sign(node) <= 0) continue;
    lattice_->neighbours(node, [&](int other) {
      if (sign(other) < 0) cuts_.push_back({node, other, 0, Vec3::Zero()});
    });
  }
  std::sort(cuts_.begin(), cuts_.end(), [](const Cut& a, const Cut& b) { return a.key() < b.key(); });
  tbb::parallel_for(std::size_t(0), cuts_.size(), [&](std::size_t i) {
    Cut& cut = cuts_[i];
    const Vec3 a = lattice_->position(cut.inside), b = lattice_->position(cut.outside);
    cut.part = root(solid, a, b);
    cut.position = a + cut.part * (b - a);
  });
}

void WarpedLattice::warp() {
  struct End {
    int node;
    std::size_t cut;
  };
  std::vector<End> ends;
  ends.reserve(2 * cuts_.size());
  for (std::size_t i = 0; i < cuts_.size(); ++i) {
    ends.push_back({cuts_[i].inside, i});
    ends.push_back({cuts_[i].outside, i});
  }
  std::sort(ends.begin(), ends.end(),
            [](const End& a, const End& b) { return std::pair(a.node, a.cut) < std::pair(b.node, b.cut); });
  for (std::size_t first = 0; first < ends.size();) {
    const int node = ends[first].node;
    double nearest = std::numeric_limits<double>::infinity();
    const Cut* target = nullptr;
    for (; first < ends.size() && ends[first].node == node; ++first) {
      const Cut& cut = cuts_[ends[first].cut];
      // A node that moved before took the cuts on its edges with it.
      if (sign(cut.inside) == 0 || sign(cut.outside) == 0) continue;
      const bool is_long = lattice_->is_long(cut.inside, cut.outside);
      const double part = node == cut.inside ? cut.part : 1 - cut.part;
      const double distance = part * (is_long ? 1 : std::sqrt(0.75));
      if (part < (is_long ? kLongShare : kShortShare) && distance < nearest) {
        nearest = distance;
        target = &cut;
      }
    }
    if (!target) continue;
    signs_[std::size_t(node)] = 0;
    moved_.emplace_back(node, target->position);
  }
}

Vec3 WarpedLattice::position(int node) const {
  const auto found = std::lower_bound(moved_.begin(), moved_.end(), node,
                                      [](const std::pair<int, Vec3>& m, int n) { return m.first < n; });
  return found != moved_.end() && found->first == node ? found->second : lattice_->position(node);
}

int WarpedLattice::cut(int inside, int outside) const {
  const std::pair<int, int> key = std::minmax(inside, outside);
  const auto found =
      std::lower_bound(cuts_.begin(), cuts_.end(), key, [](const Cut& c, const auto& k) { return c.key() < k; });
  return int(found - cuts_.begin());
}

}  // namespace stiction
