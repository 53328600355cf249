#include "stiction/export/picture/render.h"

#include <tbb/parallel_for.h>

#include <atomic>
#include <cmath>
#include <numbers>

namespace stiction {
namespace {

constexpr int kAcross = 2;   // points of a pixel along each side
constexpr int kTile = 32;    // pixels along a tile's side
constexpr int kPattern = 8;  // points along the side of the square over which rays are spread
constexpr int kMargin = kPattern / 2;
constexpr float kFade = 7;  // sizes of the scene at which the ground has gone over into the horizon

/// What one ray from the eye found.
struct Point {
  int item = -1;
  bool is_plane = false;
  float t = 0, shadow = 1, open = 1;
  Vec3f direction, position, normal, face_normal;
};

/// What reaches the surface around a point.
struct Light {
  const Point* centre = nullptr;
  float shadow = 1, open = 1;
};

/// Order in which the points of a pattern take their rays: any small square holds well spread ones (Bayer's matrix).
int pattern_index(int x, int y) {
  int index = 0;
  for (int bit = 0; bit < 3; ++bit) {
    const int bx = x >> bit & 1, by = y >> bit & 1;
    index |= (bx ^ by) << (5 - 2 * bit) | by << (4 - 2 * bit);
  }
  return index;
}

/// The j-th of a sequence of points that fills the unit square evenly (the plastic number's additive recurrence).
Eigen::Vector2f spread_point(int j, float shift) {
  const double x = 0.5 + shift + 0.7548776662466927 * j, y = 0.5 + shift + 0.5698402909980532 * j;
  return {float(x - std::floor(x)), float(y - std::floor(y))};
}

void tangents(const Vec3f& n, Vec3f& t1, Vec3f& t2) {
  t1 = (std::abs(n.x()) < 0.7f ? Vec3f(Vec3f::UnitX()) : Vec3f(Vec3f::UnitY())).cross(n).normalized();
  t2 = n.cross(t1);
}

class Renderer {
 public:
  Renderer(const RenderJob& job, int width, int height)
      : job_(job),
        eye_(job.camera.eye.cast<float>()),
        forward_(job.camera.forward.cast<float>()),
        right_(job.camera.right.cast<float>()),
        up_(job.camera.up.cast<float>()),
        width_(width * kAcross),
        height_(height * kAcross),
        scale_(float(2 * job.camera.tan_half / height_)),
        reach_(0.22f * float(job.size)),
        nudge_(2e-6f * float(job.size + job.camera.distance)),
        spacing_(grid_spacing(job.size)) {
    // The sun stands behind the camera's right shoulder, so that faces that are seen are lit and shadows fall in view.
    const Vec3f level = (forward_ - job.up.dot(forward_) * job.up).norm() > 1e-3f
                            ? Vec3f((forward_ - job.up.dot(forward_) * job.up).normalized())
                            : up_;
    to_sun_ = (1.0f * job.up + 0.62f * right_ - 0.55f * level).normalized();
    tangents(to_sun_, sun1_, sun2_);
  }

  void tile(int x0, int y0, int x1, int y1, Image& image) const {
    const int left = x0 * kAcross - kMargin, top = y0 * kAcross - kMargin;
    const int columns = (x1 - x0) * kAcross + 2 * kMargin, rows = (y1 - y0) * kAcross + 2 * kMargin;
    std::vector<Point> points(std::size_t(columns) * std::size_t(rows));
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) points[std::size_t(y * columns + x)] = look_at(left + x, top + y);
    }
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) {
        Vec3f light = Vec3f::Zero();
        Light around;  // the points of a pixel share it where they can
        for (int k = 0; k < kAcross * kAcross; ++k) {
          const int column = (x - x0) * kAcross + kMargin + k % kAcross,
                    row = (y - y0) * kAcross + kMargin + k / kAcross;
          light += colour(points, columns, column, row, around).cwiseMin(1.0f);
        }
        light /= float(kAcross * kAcross);
        image.pixels[std::size_t(y) * std::size_t(image.width) + std::size_t(x)] = {
            to_screen(light.x()), to_screen(light.y()), to_screen(light.z())};
      }
    }
  }

 private:
  Vec3f direction(int x, int y) const {
    const float u = (float(x) + 0.5f - 0.5f * float(width_)) * scale_,
                v = (0.5f * float(height_) - float(y) - 0.5f) * scale_;
    return (forward_ + u * right_ + v * up_).normalized();
  }

  /// First hit, and what of sun and sky a few rays from there reach.
  Point look_at(int x, int y) const {
    Point point;
    point.direction = direction(x, y);
    const RayHit hit = job_.scene->first_hit(Ray(eye_, point.direction));
    point.item = hit.item;
    point.t = hit.t;
    if (hit.item < 0) return point;
    point.is_plane = hit.is_plane;
    point.normal = hit.normal;
    point.face_normal = hit.face_normal;
    point.position = eye_ + hit.t * point.direction;
    // Far out the ground is only background.
    if (hit.is_plane && hit.t > kFade * float(job_.size + job_.camera.distance)) return point;
    const Vec3f start = point.position + (nudge_ + 2e-6f * hit.t) * hit.face_normal;
    const int first = pattern_index(x & (kPattern - 1), y & (kPattern - 1)) * job_.samples;
    Vec3f t1, t2;
    tangents(hit.normal, t1, t2);
    float shadow = 0, open = 0;
    for (int k = 0; k < job_.samples; ++k) {
      const Eigen::Vector2f s = spread_point(first + k, 0), o = spread_point(first + k, 0.37f);
      const float radius = job_.look.sun_radius * std::sqrt(s.x()), angle = 2 * std::numbers::pi_v<float> * s.y();
      const Vec3f to_sun = (to_sun_ + radius * (std::cos(angle) * sun1_ + std::sin(angle) * sun2_)).normalized();
      if (to_sun.dot(hit.face_normal) > 0 && !job_.scene->is_shadowed(Ray(start, to_sun))) shadow += 1;
      const float across = std::sqrt(o.x()), turn = 2 * std::numbers::pi_v<float> * o.y();
      const Vec3f out = across * (std::cos(turn) * t1 + std::sin(turn) * t2) + std::sqrt(1 - o.x()) * hit.normal;
      if (out.dot(hit.face_normal) <= 0) continue;
      const float distance = job_.scene->distance(Ray(start, out), reach_) / reach_;
      open += std::sqrt(distance);
    }
    point.shadow = shadow / float(job_.samples);
    point.open = open / float(job_.samples);
    return point;
  }

  /// Whether two points lie on one smooth piece of the same surface.
  bool is_same_surface(const Point& a, const Point& b) const {
    return a.item == b.item && a.normal.dot(b.normal) > 0.94f &&
           std::abs((a.position - b.position).dot(b.face_normal)) < 4 * scale_ * b.t;
  }

  /// Shadow and openness of the same surface around a point, averaged: all rays of a pattern count.
  Light smooth(const std::vector<Point>& points, int columns, int column, int row) const {
    Light light;
    light.centre = &points[std::size_t(row * columns + column)];
    float shadow = 0, open = 0, count = 0;
    for (int y = row - kMargin; y < row + kMargin; ++y) {
      const Point* line = &points[std::size_t(y * columns)];
      for (int x = column - kMargin; x < column + kMargin; ++x) {
        if (!is_same_surface(line[x], *light.centre)) continue;
        shadow += line[x].shadow;
        open += line[x].open;
        count += 1;
      }
    }
    light.shadow = shadow / count;  // the centre itself always counts
    light.open = open / count;
    return light;
  }

  /// Share of a plane's point that grid lines cover.
  float grid(const Point& point) const {
    Vec3f t1, t2;
    const Vec3f n = point.normal;
    const Vec3f x = std::abs(n.x()) < 0.9f ? Vec3f(Vec3f::UnitX()) : Vec3f(Vec3f::UnitY());
    t1 = (x - n.dot(x) * n).normalized();
    t2 = n.cross(t1);
    const Vec3 world = job_.origin + point.position.cast<double>();
    float cover = 0;
    for (const Vec3f& axis : {t1, t2}) {
      // A point of the picture is stretched along the view on the plane.
      const Vec3f d = point.direction;
      const float slant = std::max(std::abs(n.dot(d)), 1e-3f);
      const Vec3f along = (d - n.dot(d) * n);
      const float length = along.norm();
      const float stretch = length > 1e-6f ? std::abs(axis.dot(along)) / length : 0;
      const float footprint = 1.5f * scale_ * point.t * std::hypot(1.0f, stretch / slant);
      const double place = axis.cast<double>().dot(world) / spacing_;
      cover = std::max(cover, grid_cover(float(place - std::floor(place)), footprint / float(spacing_)));
    }
    return cover;
  }

  Vec3f surface(const std::vector<Point>& points, int columns, int column, int row, Light& around) const {
    const Point& point = points[std::size_t(row * columns + column)];
    const Vec3f background = job_.look.sky(point.direction.dot(job_.up));
    if (point.item < 0) return background;
    Vec3f albedo = job_.item_colours[std::size_t(point.item)];
    float fog = 0;
    if (point.is_plane) {
      albedo = job_.look.ground + grid(point) * (job_.look.grid - job_.look.ground);
      const float x = std::clamp((point.t - float(job_.camera.distance)) / (kFade * float(job_.size)), 0.0f, 1.0f);
      fog = x * (2 - x);
    }
    if (!around.centre || !is_same_surface(point, *around.centre)) around = smooth(points, columns, column, row);
    Vec3f light = job_.look.shade(albedo, point.normal, job_.up, to_sun_, -point.direction, around.shadow, around.open);
    if (!point.is_plane && is_outline(points, columns, column, row)) light *= job_.look.outline;
    return light + fog * (background - light);
  }

  /// Whether something else that is not in front begins beside this point.
  bool is_outline(const std::vector<Point>& points, int columns, int column, int row) const {
    const Point& point = points[std::size_t(row * columns + column)];
    for (const int step : {-1, 1, -columns, columns}) {
      const Point& other = points[std::size_t(row * columns + column + step)];
      if (other.item != point.item && (other.item < 0 || other.t >= point.t)) return true;
    }
    return false;
  }

  Vec3f colour(const std::vector<Point>& points, int columns, int column, int row, Light& around) const {
    Vec3f light = surface(points, columns, column, row, around);
    if (!job_.arrows) return light;
    const Point& point = points[std::size_t(row * columns + column)];
    const RayHit hit = job_.arrows->first_hit(Ray(eye_, point.direction));
    if (hit.item < 0) return light;
    const float facing = 0.72f + 0.28f * std::max(0.0f, hit.normal.dot(to_sun_));
    const Vec3f arrow = facing * job_.arrow_colours[std::size_t(hit.item)];
    const bool hidden = point.item >= 0 && hit.t > point.t;
    return light + (hidden ? 0.62f : 1.0f) * (arrow - light);
  }

  const RenderJob& job_;
  Vec3f eye_, forward_, right_, up_, to_sun_, sun1_, sun2_;
  int width_, height_;  // in points
  float scale_;         // of a point at unit distance
  float reach_;         // m, within which things shade each other
  float nudge_;         // m, off a surface, so that it does not shade itself
  double spacing_;
};

}  // namespace

Image render(const RenderJob& job, int width, int height, const std::function<bool()>& go_on) {
  const Renderer renderer(job, width, height);
  Image image(width, height);
  const int columns = (width + kTile - 1) / kTile, rows = (height + kTile - 1) / kTile;
  std::atomic<bool> stopped = false;
  tbb::parallel_for(0, columns * rows, [&](int i) {
    if (stopped || !go_on()) {
      stopped = true;
      return;
    }
    const int x = i % columns * kTile, y = i / columns * kTile;
    renderer.tile(x, y, std::min(x + kTile, width), std::min(y + kTile, height), image);
  });
  return image;
}

}  // namespace stiction
