#include "stiction/export/picture/camera.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiction {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kMargin = 0.09;  // of the picture on each side
constexpr double kFlat = 0.3;     // depth over width, squared: below this a thing has a broad side
constexpr double kAcross = 26;    // deg off the normal of a broad side, so that depth shows
constexpr double kCorner = -62;   // deg, azimuth for all else

/// Two horizontal directions: east and north, as it were.
std::pair<Vec3, Vec3> compass(const Vec3& up) {
  const Vec3 x = std::abs(up.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitZ();
  const Vec3 east = (x - up.dot(x) * up).normalized();
  return {east, up.cross(east)};
}

double chosen_azimuth(const std::vector<Vec3>& points, const Vec3& up) {
  const auto [east, north] = compass(up);
  Vec2 mean = Vec2::Zero();
  for (const Vec3& x : points) mean += Vec2(east.dot(x), north.dot(x)) / double(points.size());
  Eigen::Matrix2d spread = Eigen::Matrix2d::Zero();
  for (const Vec3& x : points) {
    const Vec2 d = Vec2(east.dot(x), north.dot(x)) - mean;
    spread += d * d.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> axes(spread);
  if (!(axes.eigenvalues()[0] < kFlat * axes.eigenvalues()[1])) return kCorner;
  Vec2 normal = axes.eigenvectors().col(0);
  if (normal.y() > 1e-9 || (std::abs(normal.y()) <= 1e-9 && normal.x() < 0)) normal = -normal;  // the southern side
  return std::atan2(normal.y(), normal.x()) / kDegree + kAcross;
}

/// Flat things from higher up than tall ones.
double chosen_elevation(const std::vector<Vec3>& points, const Vec3& up) {
  const auto [east, north] = compass(up);
  Eigen::AlignedBox3d box;
  for (const Vec3& x : points) box.extend(Vec3(east.dot(x), north.dot(x), up.dot(x)));
  const double width = std::max({box.sizes().x(), box.sizes().y(), 1e-9});
  return std::clamp(30 - 16 * box.sizes().z() / width, 12.0, 30.0);
}

}  // namespace

Camera aimed_camera(const Vec3& eye, const Vec3& target, const Vec3& world_up, double field_of_view) {
  Camera camera;
  camera.eye = eye;
  camera.distance = (target - eye).norm();
  camera.forward = (target - eye).normalized();
  Vec3 right = camera.forward.cross(world_up);
  if (right.norm() < 1e-6) right = compass(world_up).first;  // straight down or up
  camera.right = right.normalized();
  camera.up = camera.right.cross(camera.forward);
  camera.tan_half = std::tan(field_of_view * kDegree / 2);
  return camera;
}

Camera framing_camera(const std::vector<Vec3>& points, const Vec3& world_up, double aspect, const CameraWish& wish) {
  const double azimuth = wish.azimuth.value_or(chosen_azimuth(points, world_up)) * kDegree;
  const double elevation = wish.elevation.value_or(chosen_elevation(points, world_up)) * kDegree;
  const auto [east, north] = compass(world_up);
  const Vec3 towards_camera =
      std::cos(elevation) * (std::cos(azimuth) * east + std::sin(azimuth) * north) + std::sin(elevation) * world_up;
  Camera camera = aimed_camera(towards_camera, Vec3::Zero(), world_up, wish.field_of_view);
  // A point at (x, y) across and z towards the camera is inside if |x - cx| <= s (cz - z), and alike for y. Each side
  // of the picture asks for a bound; the camera is where the tightest two meet.
  const double sx = camera.tan_half * aspect * (1 - 2 * kMargin), sy = camera.tan_half * (1 - 2 * kMargin);
  double right = -1e300, left = -1e300, top = -1e300, bottom = -1e300;
  for (const Vec3& point : points) {
    const double x = camera.right.dot(point), y = camera.up.dot(point), z = towards_camera.dot(point);
    right = std::max(right, x + sx * z);
    left = std::max(left, -x + sx * z);
    top = std::max(top, y + sy * z);
    bottom = std::max(bottom, -y + sy * z);
  }
  const double fit = std::max((right + left) / (2 * sx), (top + bottom) / (2 * sy));
  Eigen::AlignedBox3d box;
  for (const Vec3& point : points) box.extend(point);
  camera.distance = std::max(fit - towards_camera.dot(box.center()), 1e-6) / wish.zoom;
  const double depth = towards_camera.dot(box.center()) + camera.distance;
  camera.eye = camera.right * (right - left) / 2 + camera.up * (top - bottom) / 2 + towards_camera * depth;
  return camera;
}

}  // namespace stiction
