#include "stiction/geometry/smooth/patch_network.h"

#include <algorithm>
#include <numeric>

#include "stiction/common/error.h"

namespace stiction {
namespace {

std::string name(PatchNetwork::Edge e) {
  return "patch " + std::to_string(e.patch) + ", edge " + std::to_string(e.edge);
}

bool equal(const std::vector<Vec4>& a, const std::vector<Vec4>& b, bool reversed, double tolerance) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] - b[reversed ? b.size() - 1 - i : i]).norm() > tolerance) return false;
  }
  return true;
}

}  // namespace

std::optional<SurfacePoint> PatchNetwork::across(const SurfacePoint& at, int edge) const {
  const Edge other = beyond(at.patch, edge);
  if (other.patch < 0) return std::nullopt;
  const auto ends = [this](Edge e) {
    const std::vector<Vec2>& corners = domain(e.patch);
    const auto i = std::size_t(e.edge);
    return std::pair(corners[i], corners[(i + 1) % corners.size()]);
  };
  const auto [a, b] = ends({at.patch, edge});
  const auto [c, d] = ends(other);
  const double along = std::clamp((at.st - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return SurfacePoint{other.patch, d + along * (c - d)};
}

std::vector<SurfacePoint> PatchNetwork::around(int patch, int corner) const {
  std::vector<SurfacePoint> found;
  Edge at{patch, corner};  // the edge that leaves the corner
  do {
    const std::vector<Vec2>& corners = domain(at.patch);
    found.push_back({at.patch, corners[std::size_t(at.edge)]});
    const int sides = int(corners.size());
    // The next patch lies beyond the edge that arrives at the corner, and there that edge leaves it.
    at = beyond(at.patch, (at.edge + sides - 1) % sides);
  } while (at.patch >= 0 && at != Edge{patch, corner});
  return found;
}

bool PatchNetwork::closed() const {
  std::size_t free = 0;
  for (const std::vector<Edge>& edges : beyond_) {
    free += std::size_t(std::count(edges.begin(), edges.end(), Edge{}));
  }
  return free == points_.size() + 2 * creases_.size();
}

int PatchNetwork::add_patch(std::vector<Vec2> domain) {
  beyond_.emplace_back(domain.size());
  domains_.push_back(std::move(domain));
  return patches() - 1;
}

void PatchNetwork::join(Edge a, Edge b) {
  beyond_[std::size_t(a.patch)][std::size_t(a.edge)] = b;
  beyond_[std::size_t(b.patch)][std::size_t(b.edge)] = a;
}

void PatchNetwork::cut(Edge a) {
  const Edge b = beyond(a.patch, a.edge);
  beyond_[std::size_t(a.patch)][std::size_t(a.edge)] = {};
  beyond_[std::size_t(b.patch)][std::size_t(b.edge)] = {};
}

void PatchNetwork::join_equal_curves(const std::vector<BoundaryCurve>& curves, double tolerance) {
  std::vector<std::size_t> order;
  const auto middle = [&](std::size_t i) { return curves[i].points.front().x() + curves[i].points.back().x(); };
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const std::vector<Vec4>& points = curves[i].points;
    const bool point = std::all_of(points.begin(), points.end(),
                                   [&](const Vec4& p) { return (p - points[0]).head<3>().norm() <= tolerance; });
    if (point) {
      points_.push_back(curves[i].edge);
    } else {
      order.push_back(i);
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return middle(a) < middle(b); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const BoundaryCurve& a = curves[order[i]];
    for (std::size_t k = i + 1; k < order.size() && middle(order[k]) - middle(order[i]) <= 2 * tolerance; ++k) {
      const BoundaryCurve& b = curves[order[k]];
      if (equal(a.points, b.points, true, tolerance)) {
        if (beyond(a.edge.patch, a.edge.edge).patch >= 0 || beyond(b.edge.patch, b.edge.edge).patch >= 0) {
          throw InputError(name(b.edge), "is shared by more than two patches", "give a surface without branches");
        }
        join(a.edge, b.edge);
      } else if (equal(a.points, b.points, false, tolerance)) {
        throw InputError(name(b.edge), "runs in the same direction as " + name(a.edge) + ", so one faces inwards",
                         "turn the control net of one of the patches over");
      }
    }
  }
}

double PatchNetwork::worst_turn(Edge a) const {
  const std::vector<Vec2>& corners = domain(a.patch);
  const Vec2 &from = corners[std::size_t(a.edge)], &to = corners[std::size_t(a.edge + 1) % corners.size()];
  double worst = 0;
  for (const double along : {0.02, 0.25, 0.5, 0.75, 0.98}) {
    const SurfacePoint here{a.patch, from + along * (to - from)};
    const SurfaceJet p = jet(here), q = jet(*across(here, a.edge));
    const Vec3 n = p.s.cross(p.t).normalized(), m = q.s.cross(q.t).normalized();
    worst = std::max(worst, std::atan2(n.cross(m).norm(), n.dot(m)));
  }
  return worst;
}

void PatchNetwork::cut_creases(double angle) {
  for (int patch = 0; patch < patches(); ++patch) {
    for (int edge = 0; edge < int(domain(patch).size()); ++edge) {
      const Edge a{patch, edge};
      if (beyond(patch, edge).patch >= 0 && worst_turn(a) > angle) {
        creases_.push_back(a);
        cut(a);
      }
    }
  }
}

}  // namespace stiction
