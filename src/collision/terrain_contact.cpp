#include "stiction/collision/terrain_contact.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "stiction/collision/broad_phase.h"
#include "stiction/collision/convex_points.h"
#include "stiction/collision/edge_search.h"
#include "stiction/collision/feature_id.h"
#include "stiction/collision/sample_contacts.h"
#include "stiction/collision/terrain_points.h"

namespace stiction {

namespace {

constexpr double kOutOfCone = 0.05;  // rad, by which a normal may miss the cone of a ridge or a peak

/// All in the terrain's frame; candidates' normals point into the terrain.
class TerrainPair {
 public:
  TerrainPair(const Terrain& terrain, const Pose& pose_a, const Shape& body, const Pose& pose_b, double margin)
      : surface_(*terrain.surface), frame_{pose_a * terrain.offset, pose_a.R}, margin_(margin) {
    body_ = {frame_.to_local(pose_b.p), frame_.R.transpose() * pose_b.R};
    depth_ = 0.5 * thickness(body);
    const Bounds bounds = bounds_of(body, body_, margin);
    box_ = Eigen::AlignedBox3d(bounds.low, bounds.high);
    contacts.clear();
  }

  const Pose& body() const { return body_; }
  const TerrainSurface& surface() const { return surface_; }
  double depth() const { return depth_; }

  /// A point of the body, given in its frame, or a ball about it.
  void point(const Vec3& x_body, double radius, const Vec3& axis, double least_cosine, int id) {
    const Vec3 x = body_ * x_body;
    terrain_touches(surface_, x, margin_ + radius, depth_, touches_);
    for (const TerrainTouch& touch : touches_) {
      const double gap = touch.distance - radius;
      const int which = touches_.size() > 1 ? touch.triangle + 1 : 0;
      contacts.add(
          {x - (radius + 0.5 * gap) * touch.normal, -touch.normal, gap, feature_id(FeatureKind::kVertexB, which, id)},
          touch.normal.dot(body_.R * axis) <= -least_cosine);
    }
  }

  /// Ridges and peaks within the body's bounds, against distance(x): its signed distance and normal at a point of the
  /// terrain's frame. visit_ridge(start, along, try_at) calls try_at(t) for the places along a ridge that are worth a
  /// try, or try_at(t, d) where it knows better what the distance and the normal of the body are there.
  template <class Distance, class VisitRidge>
  void ridges_and_peaks(Distance&& distance, VisitRidge&& visit_ridge) {
    std::vector<int> ridges, peaks;
    surface_.exact().tree().overlapping(box_, [&](int t) {
      for (const int ridge : surface_.ridges_of(t)) {
        if (ridge >= 0) ridges.push_back(ridge);
      }
      for (const int v : surface_.mesh().triangles[std::size_t(t)]) {
        peaks.push_back(v);
      }
    });
    for (std::vector<int>* list : {&ridges, &peaks}) {
      std::ranges::sort(*list);
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    for (const int v : peaks) {
      const Vec3& x = surface_.mesh().vertices[std::size_t(v)];
      if (!box_.contains(x)) continue;
      const SurfacePoint d = distance(x);
      const std::uint64_t feature = feature_id(FeatureKind::kVertexA, v, 0);
      if (surface_.is_peak(v) && d.distance <= margin_ && in_cone_of_peak(v, -d.normal)) {
        add(x, d, feature);
      } else if (d.distance < 0 && d.distance >= -depth_) {
        // Inside the body, though not as something that stands out: it counts where nothing else explains the overlap.
        contacts.add({x, -surface_.exact().vertex_normal(v), d.distance, feature}, false);
      }
    }
    for (const int r : ridges) {
      const TerrainSurface::Ridge& ridge = surface_.ridges()[std::size_t(r)];
      const Vec3& start = surface_.mesh().vertices[std::size_t(ridge.v0)];
      const Vec3 along = surface_.mesh().vertices[std::size_t(ridge.v1)] - start;
      int place = 0;
      visit_ridge(start, along, [&](double t, std::optional<SurfacePoint> known = std::nullopt) {
        const Vec3 x = start + t * along;
        const SurfacePoint d = known ? *known : distance(x);
        if (t > 0 && t < 1 && d.distance <= margin_ && in_cone_of_ridge(ridge, -d.normal)) {
          add(x, d, feature_id(FeatureKind::kEdges, r, place));
        }
        ++place;
      });
    }
  }

  void finish(double size, double cell, bool all, std::vector<ContactPoint>& out) {
    contacts.finish(frame_, margin_, size, cell, out, all);
  }

  const Eigen::AlignedBox3d& box() const { return box_; }

 private:
  void add(const Vec3& x, const SurfacePoint& d, std::uint64_t feature) {
    if (d.distance < -depth_) return;
    contacts.add({x - 0.5 * d.distance * d.normal, d.normal, d.distance, feature}, true);
  }
  bool in_cone_of_peak(int v, const Vec3& n) const {
    const Vec3& x = surface_.mesh().vertices[std::size_t(v)];
    return std::ranges::all_of(surface_.around(v),
                               [&](int w) {
                                 const Vec3 along = surface_.mesh().vertices[std::size_t(w)] - x;
                                 return n.dot(along) <= kOutOfCone * along.norm();
                               }) &&
           n.dot(surface_.exact().vertex_normal(v)) > 0;
  }
  bool in_cone_of_ridge(const TerrainSurface::Ridge& ridge, const Vec3& n) const {
    const Vec3 along =
        surface_.mesh().vertices[std::size_t(ridge.v1)] - surface_.mesh().vertices[std::size_t(ridge.v0)];
    const MeshDistance& exact = surface_.exact();
    const double limit = kOutOfCone * along.norm();
    // Where the body comes nearest to the ridge, its normal stands across it.
    if (std::abs(along.dot(n)) > 0.3 * along.norm()) return false;
    // `along` runs round `triangle` counter-clockwise, round `beyond` the other way.
    if (exact.face_normal(ridge.triangle).cross(along).dot(n) > limit) return false;
    if (ridge.beyond < 0) return exact.face_normal(ridge.triangle).dot(n) > 0;
    return -exact.face_normal(ridge.beyond).cross(along).dot(n) <= limit &&
           (exact.face_normal(ridge.triangle) + exact.face_normal(ridge.beyond)).dot(n) > 0;
  }

  const TerrainSurface& surface_;
  Pose frame_, body_;
  double margin_, depth_;
  Eigen::AlignedBox3d box_;
  thread_local static inline SampleContacts contacts;
  thread_local static inline std::vector<TerrainTouch> touches_;
};

/// Round rims touch each slope below them at the point that is lowest on it.
template <class Convex>
void add_rim_points(const TerrainPair& pair, const Convex& b, std::vector<ConvexPoint>& points) {
  if constexpr (std::is_same_v<Convex, Cylinder> || std::is_same_v<Convex, Cone>) {
    constexpr std::size_t kMostSlopes = 64;
    constexpr int kFirstId = 256;  // beyond the fixed points
    std::vector<Vec3> slopes;
    pair.surface().exact().tree().overlapping(pair.box(), [&](int t) {
      const Vec3& n = pair.surface().exact().face_normal(t);
      const bool known = std::ranges::any_of(slopes, [&](const Vec3& m) { return m.dot(n) > 1 - 1e-9; });
      if (!known && slopes.size() < kMostSlopes) slopes.push_back(n);
    });
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      rim_points(b, -(pair.body().R.transpose() * slopes[i]), kFirstId + 2 * int(i), points);
    }
  }
}

/// Where a ridge is deepest inside a body below one of its edges, the nearest face tells the normal of neither edge:
/// that is the mean of the normals of both faces that stands across the ridge, and along it the overlap is deeper.
template <class Distance>
std::optional<SurfacePoint> normal_across(Distance&& distance, const Vec3& start, const Vec3& along, double t) {
  constexpr double kHair = 1e-6, kLeastSine = 0.01, kLeastMean = 0.25;
  const SurfacePoint here = distance(start + t * along);
  if (here.distance >= 0) return std::nullopt;
  const Vec3 before = distance(start + (t - kHair) * along).normal,
             beyond = distance(start + (t + kHair) * along).normal;
  const double fall = -before.dot(along), rise = beyond.dot(along), least = kLeastSine * along.norm();
  if (fall < least || rise < least) return std::nullopt;
  const Vec3 mean = (rise * before + fall * beyond) / (rise + fall);
  const double length = mean.norm();
  if (length < kLeastMean) return std::nullopt;
  return SurfacePoint{mean / length, here.distance / length};
}

template <class Convex>
void collide_convex(const Terrain& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, double margin,
                    std::vector<ContactPoint>& out) {
  TerrainPair pair(a, pose_a, b, pose_b, margin);
  if (!pair.box().intersects(a.surface->box())) return;
  thread_local std::vector<ConvexPoint> points;
  points.clear();
  convex_points(b, std::numeric_limits<double>::infinity(), points);
  add_rim_points(pair, b, points);
  for (const ConvexPoint& p : points) pair.point(p.x, p.radius, p.axis, p.least_cosine, p.id);

  const double size = 2 * bounding_radius(b), thick = thickness(b);
  const auto distance = [&](const Vec3& x) {
    SurfacePoint d = convex_distance(b, pair.body().to_local(x), size);
    d.normal = pair.body().R * d.normal;
    return d;
  };
  pair.ridges_and_peaks(distance, [&](const Vec3& start, const Vec3& along, auto&& try_at) {
    double first = 0, last = 1;
    if (!clip(pair.box(), start, along, first, last)) return;
    const auto f = [&](double t) { return distance(start + t * along).distance; };
    const double t = least_at(f, first, last);
    if (f(t) > margin) return;
    if (const auto across = normal_across(distance, start, along, t)) return try_at(t, *across);
    // A face or an edge that lies along the ridge touches it over a stretch, which its two ends hold. A hair inside of
    // them the face, not its border, is nearest.
    const double level = f(t) + 1e-5 * thick;
    const double from = stretch_end(f, level, t, first), to = stretch_end(f, level, t, last);
    for (const double part : {2e-4, 0.5, 1 - 2e-4}) try_at(from + part * (to - from));
  });
  pair.finish(size, thick, true, out);
}

}  // namespace

void collide_terrain(const Terrain& a, const Pose& pose_a, const Sphere& b, const Pose& pose_b, double margin,
                     std::vector<ContactPoint>& out) {
  TerrainPair pair(a, pose_a, b, pose_b, margin);
  pair.point(b.centre, b.radius, Vec3::UnitZ(), -1, 0);
  pair.finish(2 * b.radius, b.radius, true, out);
}

void collide_terrain(const Terrain& a, const Pose& pose_a, const Polyhedron& b, const Pose& pose_b, double margin,
                     std::vector<ContactPoint>& out) {
  collide_convex(a, pose_a, b, pose_b, margin, out);
}

void collide_terrain(const Terrain& a, const Pose& pose_a, const Capsule& b, const Pose& pose_b, double margin,
                     std::vector<ContactPoint>& out) {
  collide_convex(a, pose_a, b, pose_b, margin, out);
}

void collide_terrain(const Terrain& a, const Pose& pose_a, const Cylinder& b, const Pose& pose_b, double margin,
                     std::vector<ContactPoint>& out) {
  collide_convex(a, pose_a, b, pose_b, margin, out);
}

void collide_terrain(const Terrain& a, const Pose& pose_a, const Cone& b, const Pose& pose_b, double margin,
                     std::vector<ContactPoint>& out) {
  collide_convex(a, pose_a, b, pose_b, margin, out);
}

void collide_terrain(const Terrain& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double margin,
                     std::vector<ContactPoint>& out) {
  TerrainPair pair(a, pose_a, b, pose_b, margin);
  if (!pair.box().intersects(a.surface->box())) return;
  const SolidMesh& mesh = *b.solid;
  const double reach = std::max(margin, pair.depth());
  mesh.samples().visit(
      [&](const Vec3& centre, double radius) {
        const Vec3 x = pair.body() * (centre + b.offset);
        const SurfaceDistance d = pair.surface().exact().at(x, radius + reach);
        return d.triangle >= 0 && d.distance <= radius + margin;
      },
      [&](const SurfaceSample& sample) {
        pair.point(sample.x + b.offset, 0, sample.axis, sample.least_cosine, sample.id);
      });
  const double cell = mesh.field().cell();
  pair.ridges_and_peaks(
      [&](const Vec3& x) {
        const SurfaceDistance d = mesh.distance(pair.body().to_local(x) - b.offset, margin);
        return SurfacePoint{pair.body().R * d.normal, d.distance};
      },
      [&](const Vec3& start, const Vec3& along, auto&& try_at) {
        double first = 0, last = 1;
        if (!clip(pair.box(), start, along, first, last)) return;
        const int steps = int(std::ceil((last - first) * along.norm() / cell));
        for (int k = 0; k <= steps; ++k) try_at(first + (last - first) * k / std::max(steps, 1));
      });
  pair.finish(mesh.box().diagonal().norm(), cell, false, out);
}

}  // namespace stiction
