#include "stiction/geometry/smooth/rational_surface.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "stiction/common/error.h"

namespace stiction {
namespace {

constexpr int kMost = RationalSurface::kHighestDegree;

/// Taylor coefficients (not derivatives) of order 0 to 3 of all Bernstein polynomials of a degree at u.
struct Bernstein {
  Bernstein(int degree, double u) {
    // Values of degrees `degree` down to `degree - 3` give derivatives as differences; a negative degree has none.
    std::array<std::array<double, kMost + 1>, 4> values{};
    std::array<double, kMost + 1> row{};
    row[0] = 1;
    for (int d = 0; d <= degree; ++d) {
      if (d > 0) {
        for (int i = d; i >= 0; --i) {
          const auto k = std::size_t(i);
          row[k] = (i < d ? (1 - u) * row[k] : 0) + (i > 0 ? u * row[k - 1] : 0);
        }
      }
      if (degree - d <= 3) values[std::size_t(degree - d)] = row;
    }
    double factor = 1;
    for (int order = 0; order <= 3; ++order) {
      const auto o = std::size_t(order);
      if (order > 0) factor *= double(degree - order + 1) / order;
      for (int i = 0; i <= degree; ++i) {
        double sum = 0;
        for (int k = 0; k <= order && order <= degree; ++k) {
          const int j = i - k;  // ∂B_i = degree (B_{i-1} - B_i) of one degree less
          if (j < 0 || j > degree - order) continue;
          sum += (((order - k) % 2) != 0 ? -1 : 1) * kBinomial[o][std::size_t(k)] * values[o][std::size_t(j)];
        }
        taylor[o][std::size_t(i)] = factor * sum;
      }
    }
  }
  static constexpr std::array<std::array<double, 4>, 4> kBinomial = {
      {{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 2, 1, 0}, {1, 3, 3, 1}}};
  std::array<std::array<double, kMost + 1>, 4> taylor{};
};

/// Orders in s and t of the ten Taylor coefficients.
constexpr std::array<std::pair<std::size_t, std::size_t>, 10> kOrders = {
    {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}, {3, 0}, {2, 1}, {1, 2}, {0, 3}}};

void check(const RationalPatch& p, std::size_t number) {
  const std::string where = "rational patch " + std::to_string(number);
  if (p.degree_s < 1 || p.degree_t < 1 || std::max(p.degree_s, p.degree_t) > kMost) {
    throw InputError(where, "has a degree outside of 1 to " + std::to_string(kMost), "give another degree");
  }
  if (p.points.size() != std::size_t((p.degree_s + 1) * (p.degree_t + 1))) {
    throw InputError(where, "has " + std::to_string(p.points.size()) + " control points",
                     "give (degree_s + 1) (degree_t + 1) of them");
  }
  if (!((p.high - p.low).minCoeff() > 0)) throw InputError(where, "has an empty domain", "give low < high");
  for (const Vec4& point : p.points) {
    if (!point.allFinite() || !(point.w() > 0)) {
      throw InputError(where, "has a control point that is no number or of no positive weight",
                       "give finite points and weights above 0");
    }
  }
}

/// Control point k of the polynomial piece on [a, b] = [knots[span], knots[span + 1]]: the blossom of degree - k times
/// a and k times b, by de Boor's recursion on the points that shape the piece.
Vec4 blossom(const std::vector<double>& knots, int degree, int span, int k, std::vector<Vec4> points) {
  const double a = knots[std::size_t(span)], b = knots[std::size_t(span + 1)];
  for (int round = 1; round <= degree; ++round) {
    const double u = round <= degree - k ? a : b;
    for (int i = degree; i >= round; --i) {
      const double low = knots[std::size_t(span - degree + i)], high = knots[std::size_t(span + 1 + i - round)];
      const double f = (u - low) / (high - low);
      points[std::size_t(i)] = (1 - f) * points[std::size_t(i - 1)] + f * points[std::size_t(i)];
    }
  }
  return points[std::size_t(degree)];
}

int checked_count(const char* name, const std::vector<double>& knots, int degree) {
  const int count = int(knots.size()) - degree - 1;
  if (degree < 1 || degree > kMost || count <= degree || !std::is_sorted(knots.begin(), knots.end()) ||
      !std::isfinite(knots.front()) || !std::isfinite(knots.back()) ||
      !(knots[std::size_t(degree)] < knots[std::size_t(count)])) {
    throw InputError(std::string("NURBS: ") + name, "is no knot vector of this degree",
                     "give at least 2 (degree + 1) finite knots that do not decrease");
  }
  return count;
}

}  // namespace

std::vector<RationalPatch> rational_patches(const Nurbs& surface) {
  const int p = surface.degree_s, q = surface.degree_t;
  const int m = checked_count("knots_s", surface.knots_s, p), n = checked_count("knots_t", surface.knots_t, q);
  if (surface.points.size() != std::size_t(m) * std::size_t(n) ||
      (!surface.weights.empty() && surface.weights.size() != surface.points.size())) {
    throw InputError("NURBS: points", "do not fit the knots",
                     "give " + std::to_string(m) + " by " + std::to_string(n) + " points, and as many weights or none");
  }
  const auto point = [&](int i, int j) {
    const auto k = std::size_t(i + m * j);
    const double w = surface.weights.empty() ? 1 : surface.weights[k];
    return Vec4(w * surface.points[k].x(), w * surface.points[k].y(), w * surface.points[k].z(), w);
  };
  std::vector<RationalPatch> patches;
  for (int v = q; v < n; ++v) {
    for (int u = p; u < m; ++u) {
      const double s0 = surface.knots_s[std::size_t(u)], s1 = surface.knots_s[std::size_t(u + 1)];
      const double t0 = surface.knots_t[std::size_t(v)], t1 = surface.knots_t[std::size_t(v + 1)];
      if (!(s0 < s1 && t0 < t1)) continue;
      RationalPatch patch{p, q, {s0, t0}, {s1, t1}, {}};
      std::vector<std::vector<Vec4>> columns(std::size_t(p + 1));  // for each k in s: the q + 1 points in t
      for (int j = 0; j <= q; ++j) {
        std::vector<Vec4> row;
        for (int i = 0; i <= p; ++i) row.push_back(point(u - p + i, v - q + j));
        for (int k = 0; k <= p; ++k) columns[std::size_t(k)].push_back(blossom(surface.knots_s, p, u, k, row));
      }
      for (int l = 0; l <= q; ++l) {
        for (int k = 0; k <= p; ++k) {
          patch.points.push_back(blossom(surface.knots_t, q, v, l, columns[std::size_t(k)]));
        }
      }
      patches.push_back(std::move(patch));
    }
  }
  return patches;
}

RationalSurface::RationalSurface(std::vector<RationalPatch> patches, double crease) : patches_(std::move(patches)) {
  if (patches_.empty()) throw InputError("rational surface", "has no patches", "give at least one");
  Eigen::AlignedBox3d box;
  for (std::size_t i = 0; i < patches_.size(); ++i) {
    check(patches_[i], i);
    for (const Vec4& point : patches_[i].points) box.extend(Vec3(point.head<3>() / point.w()));
  }
  const double extent = box.diagonal().norm();
  std::vector<BoundaryCurve> curves;
  for (const RationalPatch& p : patches_) {
    const int patch = add_patch({p.low, {p.high.x(), p.low.y()}, p.high, {p.low.x(), p.high.y()}});
    std::array<std::vector<Vec4>, 4> edges;
    const int m = p.degree_s, n = p.degree_t;
    const auto at = [&](int i, int j) { return p.points[std::size_t(i + (m + 1) * j)]; };
    for (int i = 0; i <= m; ++i) {
      edges[0].push_back(at(i, 0));
      edges[2].push_back(at(m - i, n));
    }
    for (int j = 0; j <= n; ++j) {
      edges[1].push_back(at(m, j));
      edges[3].push_back(at(0, n - j));
    }
    for (int e = 0; e < 4; ++e) {
      // A common factor of all weights changes nothing; with their sum as unit equal curves have equal weights.
      double sum = 0;
      for (const Vec4& point : edges[std::size_t(e)]) sum += point.w();
      for (Vec4& point : edges[std::size_t(e)]) {
        const double w = point.w();
        point /= w;
        point.w() = extent * w / sum;
      }
      curves.push_back({{patch, e}, std::move(edges[std::size_t(e)])});
    }
  }
  join_equal_curves(curves, 1e-9 * extent);
  cut_creases(crease);
}

SurfaceJet RationalSurface::jet(const SurfacePoint& at) const {
  const RationalPatch& p = patches_[std::size_t(at.patch)];
  const Vec2 size = p.high - p.low, local = (at.st - p.low).cwiseQuotient(size);
  const Bernstein bs(p.degree_s, local.x()), bt(p.degree_t, local.y());
  TaylorJet<Vec4> h;  // weighted position and weight
  h.c.fill(Vec4::Zero());
  const Vec4* point = p.points.data();
  for (int j = 0; j <= p.degree_t; ++j) {
    std::array<Vec4, 4> row;
    row.fill(Vec4::Zero());
    for (int i = 0; i <= p.degree_s; ++i, ++point) {
      for (std::size_t o = 0; o < 4; ++o) row[o] += bs.taylor[o][std::size_t(i)] * *point;
    }
    for (std::size_t k = 0; k < 10; ++k) h.c[k] += bt.taylor[kOrders[k].second][std::size_t(j)] * row[kOrders[k].first];
  }
  const double a = 1 / size.x(), b = 1 / size.y();
  const std::array<double, 4> powers_s = {1, a, a * a, a * a * a}, powers_t = {1, b, b * b, b * b * b};
  TaylorJet<double> weight;
  for (std::size_t k = 0; k < 10; ++k) {
    h.c[k] *= powers_s[kOrders[k].first] * powers_t[kOrders[k].second];
    weight.c[k] = h.c[k].w();
  }
  return to_jet(inverse(weight) * h);
}

}  // namespace stiction
