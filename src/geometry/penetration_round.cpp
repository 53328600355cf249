// Separation of round shapes by trying directions. Along any unit n it is at least the lowest of A less the highest of
// B; the largest such value over all n is the truth. It is attained at a face normal, where two families of edge
// or side normals cross, on one such family, or in the smooth between: each is searched for in its own right, because
// a search for the last would stick at the kinks of the others.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "stiction/geometry/penetration.h"

namespace stiction {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Circle {
  Vec3 centre, axis;
  double radius;
};

// All outward normals m with axis·m = height: of an edge, of a side.
struct Family {
  Vec3 axis;
  double height;
};

// A convex solid as the hull of points and circles, grown by `rounding`.
struct Solid {
  std::vector<Vec3> points;
  std::vector<Circle> circles;
  double rounding = 0;
  std::vector<Vec3> faces;  // outward normals
  std::vector<Family> families;

  double highest(const Vec3& n) const {
    double top = -kInfinity;
    for (const Vec3& p : points) top = std::max(top, n.dot(p));
    for (const Circle& c : circles) top = std::max(top, n.dot(c.centre) + c.radius * n.cross(c.axis).norm());
    return top + rounding;
  }
};

struct SolidMaker {
  const Pose& pose;

  Solid operator()(const HalfSpace&) const { return {}; }
  Solid operator()(const Compound&) const { return {}; }
  Solid operator()(const Mesh&) const { return {}; }
  Solid operator()(const Terrain&) const { return {}; }
  Solid operator()(const Sphere& s) const { return {{pose * s.centre}, {}, s.radius, {}, {}}; }
  Solid operator()(const Polyhedron& p) const {
    Solid solid;
    for (const Vec3& v : p.convex->vertices()) solid.points.push_back(pose * v);
    for (const auto& face : p.convex->faces()) solid.faces.push_back(pose.R * face.normal);
    for (const Vec3& e : p.convex->edge_directions()) solid.families.push_back({pose.R * e, 0});
    return solid;
  }
  Solid operator()(const Capsule& c) const {
    const Pose at = pose * c.placement;
    const Vec3 end(0, 0, c.half_length);
    return {{at * end, at * Vec3(-end)}, {}, c.radius, {}, {{at.R.col(2), 0}}};
  }
  Solid operator()(const Cylinder& c) const {
    const Pose at = pose * c.placement;
    const Vec3 axis = at.R.col(2);
    return {{},
            {{at.p + c.half_length * axis, axis, c.radius}, {at.p - c.half_length * axis, axis, c.radius}},
            0,
            {axis, -axis},
            {{axis, 0}}};
  }
  Solid operator()(const Cone& c) const {
    const Pose at = pose * c.placement;
    const Vec3 axis = at.R.col(2), half = 0.5 * c.height * axis;
    return {{at.p + half},
            {{at.p - half, axis, c.radius}},
            0,
            {-axis},
            {{axis, c.radius / std::hypot(c.radius, c.height)}}};
  }
};

/// A spiral of directions from pole to pole.
constexpr int kSpiral = 400;
const std::array<Vec3, kSpiral>& spiral() {
  static const auto directions = [] {
    std::array<Vec3, kSpiral> result;
    for (int i = 0; i < kSpiral; ++i) {
      const double z = 1 - (2 * i + 1.0) / kSpiral, angle = i * std::numbers::pi * (3 - std::sqrt(5.0));
      const double r = std::sqrt(1 - z * z);
      result[std::size_t(i)] = {r * std::cos(angle), r * std::sin(angle), z};
    }
    return result;
  }();
  return directions;
}

/// The directions of a compass.
const std::array<Vec2, 8>& compass() {
  static const auto directions = [] {
    std::array<Vec2, 8> result;
    for (int i = 0; i < 8; ++i) {
      const double angle = i * std::numbers::pi / 4;
      result[std::size_t(i)] = {std::cos(angle), std::sin(angle)};
    }
    return result;
  }();
  return directions;
}

struct Search {
  const Solid& a;
  const Solid& b;
  double best = -kInfinity;

  // n points from B to A.
  double along(const Vec3& n) {
    const double value = -a.highest(-n) - b.highest(n);
    best = std::max(best, value);
    return value;
  }

  void crossings(const Family& f, const Family& g) {
    const double d = f.axis.dot(g.axis), det = 1 - d * d;
    if (det < 1e-14) return;
    const double x = (f.height - g.height * d) / det, y = (g.height - f.height * d) / det;
    const double rest = 1 - (x * x + y * y + 2 * x * y * d);
    if (rest < 0) return;
    const Vec3 in_plane = x * f.axis + y * g.axis, across = std::sqrt(rest / det) * f.axis.cross(g.axis);
    along((in_plane + across).normalized());
    along((in_plane - across).normalized());
  }

  void on_family(const Family& f) {
    constexpr int count = 64;
    constexpr double step = 2 * std::numbers::pi / count;
    const Vec3 u = f.axis.unitOrthogonal(), v = f.axis.cross(u);
    const double radius = std::sqrt(1 - f.height * f.height);
    auto value = [&](double angle) {
      return along((f.height * f.axis + radius * (std::cos(angle) * u + std::sin(angle) * v)).normalized());
    };
    std::array<double, count> values;
    for (int i = 0; i < count; ++i) values[std::size_t(i)] = value(i * step);
    for (int i = 0; i < count; ++i) {
      const double here = values[std::size_t(i)];
      if (here < values[std::size_t((i + 1) % count)] || here < values[std::size_t((i + count - 1) % count)]) continue;
      double low = (i - 1) * step, high = (i + 1) * step;
      constexpr double golden = 0.6180339887498949;
      double x1 = high - golden * (high - low), x2 = low + golden * (high - low);
      double y1 = value(x1), y2 = value(x2);
      while (high - low > 1e-9) {
        if (y1 > y2) {
          high = x2, x2 = x1, y2 = y1, x1 = high - golden * (high - low), y1 = value(x1);
        } else {
          low = x1, x1 = x2, y1 = y2, x2 = low + golden * (high - low), y2 = value(x2);
        }
      }
    }
  }

  void anywhere() {
    constexpr int kept = 5, most_moves = 500;  // on a kink it would creep; those are searched above
    struct Start {
      double value;
      Vec3 n;
    };
    std::array<Start, kSpiral> starts;
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = {along(spiral()[i]), spiral()[i]};
    std::partial_sort(starts.begin(), starts.begin() + kept, starts.end(),
                      [](const Start& x, const Start& y) { return x.value > y.value; });
    for (int k = 0; k < kept; ++k) {
      auto [value, n] = starts[std::size_t(k)];
      int moves = 0;
      for (double step = 0.1; step > 1e-7 && moves < most_moves;) {
        const Vec3 u = n.unitOrthogonal(), v = n.cross(u);
        bool better = false;
        for (const Vec2& way : compass()) {
          const Vec3 m = (n + step * (way.x() * u + way.y() * v)).normalized();
          const double here = along(m);
          if (here > value) value = here, n = m, better = true;
        }
        better ? void(++moves) : void(step *= 0.5);
      }
    }
  }
};

double above_plane(const HalfSpace& plane, const Pose& pose, const Solid& solid) {
  const Vec3 n = pose.R * plane.normal;
  return -solid.highest(-n) - n.dot(pose.p) - plane.offset;
}

// Signed distances of a point, in its distance from the axis and its height along it.
double from_segment(const Vec2& x, const Vec2& a, const Vec2& b) {
  const Vec2 d = b - a;
  return (x - a - std::clamp((x - a).dot(d) / d.squaredNorm(), 0.0, 1.0) * d).norm();
}
double from_point(const Capsule& c, const Vec2& x) {
  return std::hypot(x.x(), std::max(0.0, std::abs(x.y()) - c.half_length)) - c.radius;
}
double from_point(const Cylinder& c, const Vec2& x) {
  const double beside = x.x() - c.radius, above = std::abs(x.y()) - c.half_length;
  return std::hypot(std::max(beside, 0.0), std::max(above, 0.0)) + std::min(0.0, std::max(beside, above));
}
double from_point(const Cone& c, const Vec2& x) {
  const Vec2 rim(c.radius, -c.height / 2), apex(0, c.height / 2), foot(0, -c.height / 2);
  const Vec2 out = Vec2(c.height, c.radius).normalized();
  const double lateral = out.dot(x - rim), below = rim.y() - x.y();
  if (lateral <= 0 && below <= 0) return std::max(lateral, below);
  return std::min(from_segment(x, rim, apex), from_segment(x, foot, rim));
}

template <class Round>
double from_sphere(const Sphere& sphere, const Pose& pose_sphere, const Round& round, const Pose& pose) {
  const Vec3 x = (pose * round.placement).to_local(pose_sphere * sphere.centre);
  return from_point(round, Vec2(std::hypot(x.x(), x.y()), x.z())) - sphere.radius;
}

double from_sphere(const Sphere& sphere, const Pose& pose_sphere, const Shape& round, const Pose& pose) {
  if (const auto* c = std::get_if<Capsule>(&round)) return from_sphere(sphere, pose_sphere, *c, pose);
  if (const auto* c = std::get_if<Cylinder>(&round)) return from_sphere(sphere, pose_sphere, *c, pose);
  return from_sphere(sphere, pose_sphere, std::get<Cone>(round), pose);
}

Vec3 centre(const Shape& shape, const Pose& pose) {
  if (const auto* c = std::get_if<Capsule>(&shape)) return pose * c->placement.p;
  if (const auto* c = std::get_if<Cylinder>(&shape)) return pose * c->placement.p;
  if (const auto* c = std::get_if<Cone>(&shape)) return pose * c->placement.p;
  return pose.p;
}

double radius(const Shape& shape) {
  if (const auto* c = std::get_if<Capsule>(&shape)) return c->half_length + c->radius;
  if (const auto* c = std::get_if<Cylinder>(&shape)) return std::hypot(c->half_length, c->radius);
  if (const auto* c = std::get_if<Cone>(&shape)) return std::hypot(c->height / 2, c->radius);
  return bounding_radius(shape);
}

}  // namespace

double round_separation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (const auto* sphere = std::get_if<Sphere>(&a)) return from_sphere(*sphere, pose_a, b, pose_b);
  if (const auto* sphere = std::get_if<Sphere>(&b)) return from_sphere(*sphere, pose_b, a, pose_a);
  const Solid solid_a = std::visit(SolidMaker{pose_a}, a), solid_b = std::visit(SolidMaker{pose_b}, b);
  if (const auto* plane = std::get_if<HalfSpace>(&a)) return above_plane(*plane, pose_a, solid_b);
  if (const auto* plane = std::get_if<HalfSpace>(&b)) return above_plane(*plane, pose_b, solid_a);
  const double far_apart = (centre(a, pose_a) - centre(b, pose_b)).norm() - radius(a) - radius(b);
  if (far_apart > 0.1 * std::min(radius(a), radius(b))) return far_apart;

  Search search{solid_a, solid_b};
  for (const Vec3& m : solid_a.faces) search.along(-m);
  for (const Vec3& m : solid_b.faces) search.along(m);
  for (const Family& f : solid_a.families) {
    const Family towards{-f.axis, f.height};  // of n, which points out of B, not of A
    search.on_family(towards);
    for (const Family& g : solid_b.families) search.crossings(towards, g);
  }
  for (const Family& g : solid_b.families) search.on_family(g);
  search.anywhere();
  return search.best;
}

}  // namespace stiction
