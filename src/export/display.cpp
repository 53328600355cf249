#include "stiction/export/display.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <tuple>

#include "stiction/common/error.h"

namespace stiction {
namespace {

constexpr double kPatchSize = 3;     // edge of a half-space's square over the extent's size
constexpr double kWallHeight = 0.1;  // of walls above the extent, as a part of its size
constexpr std::int64_t kFramesLookedAt = 60;

double size_of(const Eigen::AlignedBox3d& box) { return std::max(box.sizes().maxCoeff(), 1e-6); }

std::uint64_t content_hash(const SurfaceMesh& mesh) {
  std::uint64_t hash = 14695981039346656037ull;
  const auto add = [&](const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211ull;
  };
  add(mesh.positions.data(), mesh.positions.size() * sizeof(Vec3f));
  add(mesh.triangles.data(), mesh.triangles.size() * sizeof(mesh.triangles[0]));
  return hash;
}

/// Finds meshes that are there already: by what they were made from where that is shared, else by content.
class MeshPool {
 public:
  explicit MeshPool(std::vector<SurfaceMesh>& meshes) : meshes_(meshes) {}

  int add(const Shape& shape, const Tessellation& how) {
    const auto* mesh = std::get_if<Mesh>(&shape);
    if (!mesh) return add(tessellate(shape, how));
    const auto key = std::make_tuple(mesh->solid.get(), mesh->offset.x(), mesh->offset.y(), mesh->offset.z());
    const auto known = by_source_.find(key);
    if (known != by_source_.end()) return known->second;
    return by_source_[key] = add(tessellate(shape, how));
  }

 private:
  int add(SurfaceMesh mesh) {
    const std::uint64_t hash = content_hash(mesh);
    for (auto [entry, end] = by_content_.equal_range(hash); entry != end; ++entry) {
      if (meshes_[std::size_t(entry->second)] == mesh) return entry->second;
    }
    meshes_.push_back(std::move(mesh));
    return by_content_.emplace(hash, int(meshes_.size()) - 1)->second;
  }

  std::vector<SurfaceMesh>& meshes_;
  std::multimap<std::uint64_t, int> by_content_;
  std::map<std::tuple<const SolidMesh*, double, double, double>, int> by_source_;
};

/// Lightness and chroma a little different for each hue, so that neighbours also differ in grey.
struct Tint {
  float lightness, chroma, hue;  // hue in degrees
};
constexpr Tint kTints[] = {{0.67f, 0.115f, 250}, {0.76f, 0.125f, 75},  {0.64f, 0.135f, 30},  {0.72f, 0.090f, 185},
                           {0.80f, 0.110f, 100}, {0.60f, 0.110f, 300}, {0.70f, 0.115f, 145}, {0.73f, 0.105f, 355}};

/// Ottosson's Oklab, whose steps look equal to the eye, to linear RGB.
Vec3f from_oklab(float lightness, float a, float b) {
  const float l = lightness + 0.3963377774f * a + 0.2158037573f * b;
  const float m = lightness - 0.1055613458f * a - 0.0638541728f * b;
  const float s = lightness - 0.0894841775f * a - 1.2914855480f * b;
  const Vec3f lms(l * l * l, m * m * m, s * s * s);
  const Vec3f rgb(Vec3f(4.0767416621f, -3.3077115913f, 0.2309699292f).dot(lms),
                  Vec3f(-1.2684380046f, 2.6097574011f, -0.3413193965f).dot(lms),
                  Vec3f(-0.0041960863f, -0.7034186147f, 1.7076147010f).dot(lms));
  return rgb.cwiseMax(0).cwiseMin(1);
}

}  // namespace

Vec3f body_colour(int i) {
  constexpr int count = int(std::size(kTints));
  const int round = i / count;
  // Every round takes the tints in another order, a little lighter or darker: bodies come in rows, and equal columns of
  // neighbouring rows should not look alike.
  const Tint& tint = kTints[(i + 3 * round) % count];
  const float lightness = tint.lightness + 0.035f * float(round % 3 - 1);
  const float angle = tint.hue * 3.14159265f / 180;
  return from_oklab(lightness, tint.chroma * std::cos(angle), tint.chroma * std::sin(angle));
}

Vec3f fixed_colour() { return Vec3f(0.56f, 0.55f, 0.53f); }
Vec3f driven_colour() { return Vec3f(0.26f, 0.29f, 0.33f); }

bool is_ground(const ShownWorld& world, const HalfSpace& plane_W) { return plane_W.normal.dot(world.up) > 0.5; }

HalfSpace placed_plane(const HalfSpace& plane, const Pose& pose) {
  const Vec3 n = pose.R * plane.normal;
  return {n, plane.offset + n.dot(pose.p)};
}

Pose pose_of(const FrameBody& body) { return {body.position, body.rotation.toRotationMatrix()}; }

ShownWorld shown_world(const std::string& name, const std::vector<RigidBody>& bodies, const Vec3& gravity,
                       double step) {
  ShownWorld shown;
  shown.name = name;
  shown.step = step;
  for (const RigidBody& body : bodies) {
    shown.bodies.push_back({body.name, body.shape, body.fixed && !body.soft, body.motion != nullptr, body.soft});
  }
  if (gravity.norm() > 0) shown.up = -gravity.normalized();
  return shown;
}

double shown_radius(const ShownBody& body) {
  return body.soft ? body.soft->surface().radius() : bounding_radius(body.shape);
}

const SurfaceMesh& mesh_at(const Display& display, std::size_t body, const FrameBody& pose,
                           const std::vector<std::vector<double>>& deformations, SurfaceMesh& room) {
  const DisplayItem& item = display.items[body];
  if (!item.skin) return display.meshes[std::size_t(item.mesh)];
  if (item.deformation >= deformations.size())
    throw InputError("recording", "holds fewer deformable bodies than its scene", "run the scene again");
  return room = item.skin->at(pose, deformations[item.deformation]);
}

Eigen::AlignedBox3d extent_of(const ShownWorld& world, const std::vector<FrameBody>& poses) {
  Eigen::AlignedBox3d extent;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Shape& shape = world.bodies[i].shape;
    if (std::holds_alternative<HalfSpace>(shape)) continue;
    const Vec3 radius = Vec3::Constant(shown_radius(world.bodies[i]));
    extent.extend(Eigen::AlignedBox3d(poses[i].position - radius, poses[i].position + radius));
  }
  return extent.isEmpty() ? Eigen::AlignedBox3d(Vec3::Constant(-1), Vec3::Constant(1)) : extent;
}

Eigen::AlignedBox3d extent_of(const ShownWorld& world, const Recording& recording) {
  const std::int64_t frames = recording.frame_count(), looks = std::min(frames, kFramesLookedAt);
  Eigen::AlignedBox3d extent = extent_of(world, recording.frame(0).bodies);
  const Vec3 reach = Vec3::Constant(2 * size_of(extent));
  const Eigen::AlignedBox3d limit(extent.min() - reach, extent.max() + reach);
  for (std::int64_t k = 1; k < looks; ++k) {
    std::vector<FrameBody> bodies = recording.frame(k * (frames - 1) / (looks - 1)).bodies;
    for (FrameBody& body : bodies) body.position = body.position.cwiseMax(limit.min()).cwiseMin(limit.max()).eval();
    extent.extend(extent_of(world, bodies));
  }
  return extent;
}

Display make_display(const ShownWorld& world, const std::vector<FrameBody>& poses, const Eigen::AlignedBox3d& extent,
                     int segments) {
  std::vector<HalfSpace> planes;  // world; one for each body, those of other shapes unused
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const auto* plane = std::get_if<HalfSpace>(&world.bodies[i].shape);
    planes.push_back(plane ? placed_plane(*plane, pose_of(poses[i])) : HalfSpace{});
  }
  const double size = size_of(extent);
  double top = -1e300;
  for (int corner = 0; corner < 8; ++corner) {
    top = std::max(top, world.up.dot(extent.corner(Eigen::AlignedBox3d::CornerType(corner))));
  }
  // Walls are solid above this, as it were.
  const HalfSpace lid{-world.up, -(top + kWallHeight * size)};

  Display display;
  MeshPool pool(display.meshes);
  int moving = 0;
  std::size_t deformable = 0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const ShownBody& body = world.bodies[i];
    Tessellation how;
    how.segments = segments;
    if (std::holds_alternative<HalfSpace>(body.shape)) {
      const Pose pose = pose_of(poses[i]);
      const Pose inverse{-(pose.R.transpose() * pose.p), pose.R.transpose()};
      how.half_space_size = kPatchSize * size;
      how.half_space_centre = pose.to_local(extent.center());
      if (!is_ground(world, planes[i])) {
        for (std::size_t j = 0; j < world.bodies.size(); ++j) {
          if (j != i && std::holds_alternative<HalfSpace>(world.bodies[j].shape))
            how.hidden.push_back(placed_plane(planes[j], inverse));
        }
        how.hidden.push_back(placed_plane(lid, inverse));
      }
    }
    DisplayItem item;
    if (body.soft) {
      item.skin = std::make_shared<SoftSkin>(body.soft);
      item.deformation = deformable++;
      item.mesh = int(display.meshes.size());
      display.meshes.push_back(item.skin->rest());
    } else {
      item.mesh = pool.add(body.shape, how);
    }
    item.fixed = body.fixed;
    item.colour = body.driven ? driven_colour() : body.fixed ? fixed_colour() : body_colour(moving++);
    display.items.push_back(item);
  }
  return display;
}

}  // namespace stiction
