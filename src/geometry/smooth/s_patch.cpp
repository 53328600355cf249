#include "stiction/geometry/smooth/s_patch.h"

#include <algorithm>
#include <numbers>
#include <string>

#include "stiction/common/error.h"

namespace stiction {
namespace {

using Coordinates = std::array<TaylorJet<double>, SPatchNet::kMostSides>;

TaylorJet<double> constant(double value) { return {{value, 0, 0, 0, 0, 0, 0, 0, 0, 0}}; }

/// The coordinate of corner i is the product of the distances to all edges that do not touch it, divided by the sum of
/// all such products.
Coordinates coordinates(const std::vector<Vec2>& corners, const Vec2& at) {
  const std::size_t n = corners.size();
  Coordinates distance, product;
  for (std::size_t e = 0; e < n; ++e) {
    const Vec2 &a = corners[e], &b = corners[(e + 1) % n], along = b - a, from = at - a;
    distance[e] = constant(along.x() * from.y() - along.y() * from.x());
    distance[e].c[1] = -along.y();
    distance[e].c[2] = along.x();
  }
  // Products over the n - 2 edges that follow edge i, for corner i: edges i - 1 and i are left out.
  TaylorJet<double> sum = constant(0);
  for (std::size_t i = 0; i < n; ++i) {
    product[i] = constant(1);
    for (std::size_t k = 1; k + 1 < n; ++k) product[i] = product[i] * distance[(i + k) % n];
    sum = sum + product[i];
  }
  const TaylorJet<double> scale = inverse(sum);
  for (std::size_t i = 0; i < n; ++i) product[i] = product[i] * scale;
  return product;
}

void add(TaylorJet<Vec4>& to, const TaylorJet<double>& a, const Vec4& v) {
  for (std::size_t i = 0; i < 10; ++i) to.c[i] += a.c[i] * v;
}

/// Sum over all multisets of `depth` corners, none below `first`, of coordinates times points; `point` moves on.
TaylorJet<Vec4> sum(const Coordinates& l, int sides, int depth, int first, const Vec4*& point) {
  TaylorJet<Vec4> total;
  total.c.fill(Vec4::Zero());
  for (int i = first; i < sides; ++i) {
    if (depth == 1) {
      add(total, l[std::size_t(i)], *point++);
    } else {
      total = total + l[std::size_t(i)] * sum(l, sides, depth - 1, i, point);
    }
  }
  return total;
}

void extend(int sides, int depth, std::vector<int>& current, std::vector<std::vector<int>>& all) {
  if (int(current.size()) == depth) {
    all.push_back(current);
    return;
  }
  for (int i = current.empty() ? 0 : current.back(); i < sides; ++i) {
    current.push_back(i);
    extend(sides, depth, current, all);
    current.pop_back();
  }
}

double multinomial(const std::vector<int>& multiset) {
  double result = 1;
  int run = 0;
  for (std::size_t i = 0; i < multiset.size(); ++i) {
    run = i > 0 && multiset[i] == multiset[i - 1] ? run + 1 : 1;
    result *= double(i + 1) / run;
  }
  return result;
}

}  // namespace

std::vector<std::vector<int>> SPatchNet::multisets(int sides, int depth) {
  std::vector<std::vector<int>> all;
  std::vector<int> current;
  extend(sides, depth, current, all);
  return all;
}

std::vector<Vec2> SPatchNet::polygon(int sides) {
  std::vector<Vec2> corners;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    corners.emplace_back(std::cos(angle), std::sin(angle));
  }
  return corners;
}

SPatchNet SPatchNet::polynomial(int sides, int depth, const std::function<Vec3(const std::vector<Vec2>&)>& polar_form) {
  const std::vector<Vec2> corners = polygon(sides);
  SPatchNet net{sides, depth, {}};
  for (const std::vector<int>& multiset : multisets(sides, depth)) {
    std::vector<Vec2> arguments;
    for (const int i : multiset) arguments.push_back(corners[std::size_t(i)]);
    net.points.push_back(polar_form(arguments));
  }
  return net;
}

SPatchSurface::SPatchSurface(const std::vector<SPatchNet>& nets, double crease) {
  if (nets.empty()) throw InputError("S-patch surface", "has no patches", "give at least one control net");
  Eigen::AlignedBox3d box;
  std::vector<BoundaryCurve> curves;
  for (const SPatchNet& net : nets) {
    const std::string where = "S-patch " + std::to_string(patches_.size());
    if (net.sides < SPatchNet::kFewestSides || net.sides > SPatchNet::kMostSides || net.depth < 1 ||
        net.depth > SPatchNet::kGreatestDepth) {
      throw InputError(where, "has " + std::to_string(net.sides) + " sides and depth " + std::to_string(net.depth),
                       "give 3 to 10 sides and a depth of 1 to 8");
    }
    const std::vector<std::vector<int>> multisets = SPatchNet::multisets(net.sides, net.depth);
    if (net.points.size() != multisets.size()) {
      throw InputError(where, "has " + std::to_string(net.points.size()) + " control points",
                       "give " + std::to_string(multisets.size()));
    }
    const int patch = add_patch(SPatchNet::polygon(net.sides));
    Patch& stored = patches_.emplace_back(Patch{net.sides, net.depth, {}});
    std::vector<std::vector<Vec4>> edges(std::size_t(net.sides), std::vector<Vec4>(std::size_t(net.depth + 1)));
    for (std::size_t k = 0; k < multisets.size(); ++k) {
      const std::vector<int>& set = multisets[k];
      if (!net.points[k].allFinite()) {
        throw InputError(where, "has a control point that is no number", "give finite coordinates");
      }
      box.extend(net.points[k]);
      const Vec4 point(net.points[k].x(), net.points[k].y(), net.points[k].z(), 0);
      stored.points.push_back(multinomial(set) * point);
      for (int e = 0; e < net.sides; ++e) {
        const int next = (e + 1) % net.sides;
        const auto ahead = std::count(set.begin(), set.end(), next);
        if (std::count(set.begin(), set.end(), e) + ahead == net.depth) {
          edges[std::size_t(e)][std::size_t(ahead)] = point;
        }
      }
    }
    for (int e = 0; e < net.sides; ++e) curves.push_back({{patch, e}, edges[std::size_t(e)]});
  }
  join_equal_curves(curves, 1e-9 * box.diagonal().norm());
  cut_creases(crease);
}

SurfaceJet SPatchSurface::jet(const SurfacePoint& at) const {
  const Patch& patch = patches_[std::size_t(at.patch)];
  const Coordinates l = coordinates(domain(at.patch), at.st);
  const Vec4* point = patch.points.data();
  return to_jet(sum(l, patch.sides, patch.depth, 0, point));
}

}  // namespace stiction
