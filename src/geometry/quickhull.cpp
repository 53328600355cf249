// Quickhull with exact predicates: coordinates become 40-bit integers, so every orientation test fits in 128 bits.
#include <cmath>
#include <cstdint>
#include <map>

#include "stiction/geometry/convex_hull.h"

namespace stiction {

namespace {

__extension__ typedef __int128 Wide;
using GridPoint = std::array<std::int64_t, 3>;
using WideVector = std::array<Wide, 3>;

struct HullTriangle {
  std::array<int, 3> v;
  std::array<int, 3> across;  // across[i] is the triangle beyond edge v[i], v[i+1]
  WideVector normal;
  std::vector<int> outside;  // points strictly above, not yet in the hull
  bool alive = true;
};

GridPoint difference(const GridPoint& a, const GridPoint& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

WideVector cross(const GridPoint& a, const GridPoint& b) {
  return {Wide(a[1]) * b[2] - Wide(a[2]) * b[1], Wide(a[2]) * b[0] - Wide(a[0]) * b[2],
          Wide(a[0]) * b[1] - Wide(a[1]) * b[0]};
}

Wide dot(const WideVector& a, const GridPoint& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

class Quickhull {
 public:
  explicit Quickhull(const std::vector<Vec3>& points) {
    Vec3 low = points[0], high = points[0];
    for (const Vec3& p : points) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    const Vec3 centre = 0.5 * (low + high);
    const double extent = (high - low).maxCoeff();
    const double scale = extent > 0 ? std::ldexp(1.0, 39) / extent : 0.0;
    for (const Vec3& p : points) {
      const Vec3 q = (p - centre) * scale;
      grid_.push_back({std::llround(q.x()), std::llround(q.y()), std::llround(q.z())});
    }
  }

  std::vector<std::array<int, 3>> run() {
    if (!start()) return {};
    for (std::size_t f = 0; f < triangles_.size(); ++f) {
      // New triangles are appended, so one sweep visits every triangle that still has points outside.
      if (triangles_[f].alive && !triangles_[f].outside.empty()) add_furthest_point(int(f));
    }
    std::vector<std::array<int, 3>> result;
    for (const HullTriangle& t : triangles_) {
      if (t.alive) result.push_back(t.v);
    }
    return result;
  }

 private:
  HullTriangle& at(int f) { return triangles_[std::size_t(f)]; }
  const GridPoint& point(int i) const { return grid_[std::size_t(i)]; }

  Wide height(const HullTriangle& t, int p) const { return dot(t.normal, difference(point(p), point(t.v[0]))); }

  int add_triangle(int a, int b, int c) {
    HullTriangle t;
    t.v = {a, b, c};
    t.across = {-1, -1, -1};
    t.normal = cross(difference(point(b), point(a)), difference(point(c), point(a)));
    triangles_.push_back(t);
    return int(triangles_.size()) - 1;
  }

  // Four points that span a volume, each chosen as far out as cheaply possible.
  bool start() {
    const int n = int(grid_.size());
    int a = 0;
    for (int i = 1; i < n; ++i) {
      if (point(i) < point(a)) a = i;
    }
    auto furthest = [&](auto&& measure) {
      int best = a;
      auto best_value = measure(a);
      for (int i = 0; i < n; ++i) {
        const auto value = measure(i);
        if (value > best_value) {
          best = i;
          best_value = value;
        }
      }
      return best;
    };
    const int b = furthest([&](int i) {
      const GridPoint d = difference(point(i), point(a));
      return Wide(d[0]) * d[0] + Wide(d[1]) * d[1] + Wide(d[2]) * d[2];
    });
    if (b == a) return false;
    const int c = furthest([&](int i) {
      // A double suffices to choose; it is zero only where all three integers are.
      const WideVector w = cross(difference(point(b), point(a)), difference(point(i), point(a)));
      return double(w[0]) * double(w[0]) + double(w[1]) * double(w[1]) + double(w[2]) * double(w[2]);
    });
    if (c == a) return false;
    const WideVector normal = cross(difference(point(b), point(a)), difference(point(c), point(a)));
    const int d = furthest([&](int i) {
      const Wide h = dot(normal, difference(point(i), point(a)));
      return h < 0 ? -h : h;
    });
    if (d == a) return false;
    const bool above = dot(normal, difference(point(d), point(a))) > 0;
    build_tetrahedron(a, above ? c : b, above ? b : c, d);
    return true;
  }

  // The triangle (a, b, c) is seen counter-clockwise from the side away from d.
  void build_tetrahedron(int a, int b, int c, int d) {
    add_triangle(a, b, c);
    add_triangle(b, a, d);
    add_triangle(c, b, d);
    add_triangle(a, c, d);
    at(0).across = {1, 2, 3};
    at(1).across = {0, 3, 2};
    at(2).across = {0, 1, 3};
    at(3).across = {0, 2, 1};
    for (int i = 0; i < int(grid_.size()); ++i) hand_over(i, 0);
  }

  // Gives point p to the first triangle from `first` on that sees it.
  void hand_over(int p, std::size_t first) {
    for (std::size_t f = first; f < triangles_.size(); ++f) {
      if (height(triangles_[f], p) > 0) {
        triangles_[f].outside.push_back(p);
        return;
      }
    }
  }

  void add_furthest_point(int f) {
    int apex = at(f).outside.front();
    for (int p : at(f).outside) {
      if (height(at(f), p) > height(at(f), apex)) apex = p;
    }
    // Flood from f over the triangles that see the apex; what they border on is the horizon.
    std::vector<int> visible = {f};
    at(f).alive = false;
    struct HorizonEdge {
      int from, to, beyond;
    };
    std::vector<HorizonEdge> horizon;
    for (std::size_t k = 0; k < visible.size(); ++k) {
      const HullTriangle t = {at(visible[k]).v, at(visible[k]).across, at(visible[k]).normal, {}, false};
      for (std::size_t i = 0; i < 3; ++i) {
        HullTriangle& neighbour = at(t.across[i]);
        if (!neighbour.alive) continue;
        if (height(neighbour, apex) > 0) {
          neighbour.alive = false;
          visible.push_back(t.across[i]);
        }
      }
    }
    for (int k : visible) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (at(at(k).across[i]).alive) horizon.push_back({at(k).v[i], at(k).v[(i + 1) % 3], at(k).across[i]});
      }
    }
    const std::size_t first_new = triangles_.size();
    std::map<int, int> starting_at, ending_at;
    for (const HorizonEdge& e : horizon) {
      const int added = add_triangle(e.from, e.to, apex);
      starting_at[e.from] = added;
      ending_at[e.to] = added;
      at(added).across[0] = e.beyond;
      HullTriangle& beyond = at(e.beyond);
      for (std::size_t i = 0; i < 3; ++i) {
        if (beyond.v[i] == e.to && beyond.v[(i + 1) % 3] == e.from) beyond.across[i] = added;
      }
    }
    for (const HorizonEdge& e : horizon) {
      HullTriangle& added = at(starting_at[e.from]);
      added.across[1] = starting_at[e.to];
      added.across[2] = ending_at[e.from];
    }
    for (int k : visible) {
      std::vector<int> orphans;
      orphans.swap(at(k).outside);
      for (int p : orphans) hand_over(p, first_new);
    }
  }

  std::vector<GridPoint> grid_;
  std::vector<HullTriangle> triangles_;
};

}  // namespace

std::vector<std::array<int, 3>> quickhull(const std::vector<Vec3>& points) { return Quickhull(points).run(); }

}  // namespace stiction
