#include "stiction/export/shot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "stiction/common/error.h"
#include "stiction/export/picture/render.h"

namespace stiction {
namespace {

constexpr int kSegments = 96;  // round shapes in pictures
constexpr int kLeastSize = 16, kMostSize = 16384;
constexpr double kMostPixels = 64e6;
constexpr std::size_t kPointsOfMesh = 96;  // how many of a mesh's vertices the camera looks after
constexpr double kSlip = 1e-5;             // m/s: contacts that slide faster are drawn as slipping, as in the viewer
constexpr double kStray = 4;               // typical distances from the middle beyond which a body is left alone

/// Some vertices of the mesh: all of a small one, the outermost along many directions of a large one.
std::vector<Vec3> outline_points(const SurfaceMesh& mesh) {
  std::vector<Vec3> points;
  if (mesh.positions.size() <= kPointsOfMesh) {
    for (const Vec3f& x : mesh.positions) points.push_back(x.cast<double>());
    return points;
  }
  for (int i = -1; i <= 1; ++i) {
    for (int j = -1; j <= 1; ++j) {
      for (int k = -1; k <= 1; ++k) {
        const Vec3f direction(static_cast<float>(i), static_cast<float>(j), static_cast<float>(k));
        if (direction.isZero()) continue;
        const auto farthest =
            std::max_element(mesh.positions.begin(), mesh.positions.end(),
                             [&](const Vec3f& a, const Vec3f& b) { return direction.dot(a) < direction.dot(b); });
        points.push_back(farthest->cast<double>());
      }
    }
  }
  return points;
}

double median(std::vector<double> numbers) {
  const auto middle = numbers.begin() + std::ssize(numbers) / 2;
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

/// Bodies the picture is about: those that move and have not run away, and fixed ones among them that are no larger.
std::vector<std::size_t> subjects(const ShownWorld& world, const std::vector<FrameBody>& bodies) {
  std::vector<std::size_t> candidates;
  for (const bool fixed : {false, true}) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const ShownBody& body = world.bodies[i];
      if (!std::holds_alternative<HalfSpace>(body.shape) && (body.fixed && !body.driven) == fixed)
        candidates.push_back(i);
    }
    if (!candidates.empty()) break;  // fixed ones count only where nothing moves
  }
  if (candidates.empty()) return {};
  Vec3 middle;
  for (int k = 0; k < 3; ++k) {
    std::vector<double> coordinates;
    for (const std::size_t i : candidates) coordinates.push_back(bodies[i].position[k]);
    middle[k] = median(coordinates);
  }
  const auto reach = [&](std::size_t i) {
    return (bodies[i].position - middle).norm() + shown_radius(world.bodies[i]);
  };
  std::vector<double> reaches;
  for (const std::size_t i : candidates) reaches.push_back(reach(i));
  const double usual = median(reaches);
  std::erase_if(candidates, [&](std::size_t i) { return reach(i) > kStray * usual; });
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const ShownBody& body = world.bodies[i];
    const bool is_extra = body.fixed && !body.driven && !std::holds_alternative<HalfSpace>(body.shape);
    if (is_extra && reach(i) <= 2.5 * usual && std::find(candidates.begin(), candidates.end(), i) == candidates.end())
      candidates.push_back(i);
  }
  return candidates;
}

/// The force of a contact as it carries: on that of the two bodies which it lifts.
Vec3 shown_force(const ContactState& contact, const ShownWorld& world) {
  const Vec3 force = (contact.impulse_normal * contact.normal + contact.impulse_tangent) / world.step;
  const bool on_b = world.bodies.at(std::size_t(contact.body_a)).fixed;
  const double lift = world.up.dot(force);
  // Level forces, such as walls', are drawn on what moves.
  return (std::abs(lift) > 0.1 * force.norm() ? lift < 0 : on_b) ? Vec3(-force) : force;
}

/// A force that nearly all are below: an impact is stronger than everything, but there are few.
double usual_limit(const std::vector<Moment>& moments, const ShownWorld& world) {
  std::vector<double> forces;
  for (const Moment& moment : moments) {
    for (const ContactState& contact : moment.contacts) forces.push_back(shown_force(contact, world).norm());
  }
  std::erase_if(forces, [](double force) { return !(force > 0); });
  if (forces.empty()) return 1;
  const auto high = forces.begin() + (std::ssize(forces) - 1) * 95 / 100;
  std::nth_element(forces.begin(), high, forces.end());
  return *high;
}

}  // namespace

void check(const ShotSettings& settings) {
  for (const int size : {settings.width, settings.height}) {
    if (size < kLeastSize || size > kMostSize)
      throw InputError("--size", fmt::format("is {}x{}", settings.width, settings.height),
                       fmt::format("give from {0} to {1} pixels each way", kLeastSize, kMostSize));
  }
  if (double(settings.width) * settings.height > kMostPixels)
    throw InputError("--size", fmt::format("is {}x{}", settings.width, settings.height),
                     fmt::format("give at most {:.0f} million pixels in all", kMostPixels / 1e6));
  if (settings.samples < 1 || settings.samples > 64)
    throw InputError("--samples", fmt::format("is {}", settings.samples), "give from 1 to 64");
  const CameraWish& wish = settings.camera;
  if (!(wish.field_of_view >= 1 && wish.field_of_view <= 150))
    throw InputError("--fov", fmt::format("is {}", wish.field_of_view), "give from 1 to 150 degrees");
  if (!(wish.zoom >= 0.01 && wish.zoom <= 100))
    throw InputError("--camera", fmt::format("has zoom {}", wish.zoom), "give from 0.01 to 100");
  if (wish.elevation && !(std::abs(*wish.elevation) <= 90))
    throw InputError("--camera", fmt::format("has elevation {}", *wish.elevation), "give from -90 to 90 degrees");
  if (wish.azimuth && !(std::abs(*wish.azimuth) <= 3600))
    throw InputError("--camera", fmt::format("has azimuth {}", *wish.azimuth), "give from -360 to 360 degrees");
  if (wish.eye && !(wish.eye->allFinite() && wish.target->allFinite() && (*wish.eye - *wish.target).norm() > 1e-9))
    throw InputError("--camera", "looks nowhere", "give an eye and a target that differ");
}

struct Photographer::Impl {
  ShownWorld world;
  ShotSettings settings;
  Display display;
  std::vector<RayMesh> meshes;
  Camera camera;                             // world
  Vec3 origin;                               // about which single precision is used
  double size = 1;                           // m, of what is shown
  double arrow_length = 1, arrow_force = 1;  // m, and the N that it stands for

  void choose_camera(const std::vector<Moment>& moments);
  std::vector<SurfaceMesh> arrows(const Moment& moment, std::vector<Vec3f>& colours, const Look& look) const;
};

void Photographer::Impl::choose_camera(const std::vector<Moment>& moments) {
  std::vector<std::vector<Vec3>> outlines;
  for (const SurfaceMesh& mesh : display.meshes) outlines.push_back(outline_points(mesh));
  std::vector<Vec3> points;
  for (const Moment& moment : moments) {
    for (const std::size_t i : subjects(world, moment.bodies)) {
      const Pose pose = pose_of(moment.bodies[i]);
      SurfaceMesh room;
      const bool deforms = display.items[i].skin != nullptr;
      const std::vector<Vec3>& outline =
          deforms ? outline_points(mesh_at(display, i, moment.bodies[i], moment.deformations, room))
                  : outlines[std::size_t(display.items[i].mesh)];
      for (const Vec3& x : outline) points.push_back(pose * x);
    }
  }
  if (points.empty()) points = {Vec3(-1, -1, 0), Vec3(1, 1, 1)};
  Eigen::AlignedBox3d box;
  for (const Vec3& x : points) box.extend(x);
  origin = box.center();
  size = std::max(box.sizes().maxCoeff(), 1e-9);
  const CameraWish& wish = settings.camera;
  camera = wish.eye ? aimed_camera(*wish.eye, *wish.target, world.up, wish.field_of_view)
                    : framing_camera(points, world.up, double(settings.width) / settings.height, wish);
}

std::vector<SurfaceMesh> Photographer::Impl::arrows(const Moment& moment, std::vector<Vec3f>& colours,
                                                    const Look& look) const {
  std::vector<SurfaceMesh> shapes;
  for (const ContactState& contact : moment.contacts) {
    const Vec3 force = shown_force(contact, world);
    const double length = arrow_length * std::min(1.0, force.norm() / arrow_force);
    if (!(length > 0.03 * arrow_length)) continue;
    const Mat3 turn = Quat::FromTwoVectors(Vec3::UnitZ(), force.normalized()).toRotationMatrix();
    SurfaceMesh& shape = shapes.emplace_back(arrow_mesh(length, 0.0028 * size, 16));
    for (Vec3f& x : shape.positions) x = (turn * x.cast<double>() + contact.position - origin).cast<float>();
    for (Vec3f& n : shape.normals) n = (turn * n.cast<double>()).cast<float>();
    colours.push_back(contact.slip.norm() > kSlip ? look.slip : look.stick);
  }
  return shapes;
}

Photographer::Photographer(const ShownWorld& world, const ShotSettings& settings, const std::vector<Moment>& moments)
    : impl_(std::make_unique<Impl>()) {
  check(settings);
  impl_->world = world;
  impl_->settings = settings;
  Eigen::AlignedBox3d extent;
  for (const Moment& moment : moments) extent.extend(extent_of(world, moment.bodies));
  impl_->display = make_display(world, moments.front().bodies, extent, kSegments);
  for (const SurfaceMesh& mesh : impl_->display.meshes) impl_->meshes.emplace_back(mesh);
  impl_->choose_camera(moments);
  std::vector<double> sizes;
  for (const std::size_t i : subjects(world, moments.front().bodies)) {
    sizes.push_back(2 * shown_radius(world.bodies[i]));
  }
  impl_->arrow_length = 0.14 * impl_->size;
  if (!sizes.empty()) impl_->arrow_length = std::min(impl_->arrow_length, 0.9 * median(sizes));
  impl_->arrow_force = usual_limit(moments, world);
}

Photographer::~Photographer() = default;

Image Photographer::take(const Moment& moment, const std::function<bool()>& go_on) const {
  const Impl& impl = *impl_;
  RenderJob job;
  job.look = impl.settings.dark ? Look::dark() : Look::light();
  job.up = impl.world.up.cast<float>();
  job.origin = impl.origin;
  job.size = impl.size;
  job.samples = impl.settings.samples;
  job.camera = impl.camera;
  job.camera.eye -= impl.origin;
  std::vector<RayInstance> instances;
  std::vector<RayPlane> planes;
  std::vector<std::unique_ptr<RayMesh>> deformed;
  for (std::size_t i = 0; i < impl.display.items.size(); ++i) {
    const DisplayItem& item = impl.display.items[i];
    const Pose pose = pose_of(moment.bodies[i]);
    // What stands around should not outshine the dark.
    job.item_colours.push_back(impl.settings.dark && item.fixed ? Vec3f(0.45f * item.colour) : item.colour);
    const auto* half_space = std::get_if<HalfSpace>(&impl.world.bodies[i].shape);
    if (half_space) {
      const HalfSpace plane = placed_plane(*half_space, pose);
      if (is_ground(impl.world, plane)) {
        planes.push_back({plane.normal.cast<float>(), float(plane.offset - plane.normal.dot(impl.origin)), int(i)});
        continue;
      }
    }
    const RayMesh* mesh = &impl.meshes[std::size_t(item.mesh)];
    if (item.skin) {
      SurfaceMesh room;
      deformed.push_back(
          std::make_unique<RayMesh>(mesh_at(impl.display, i, moment.bodies[i], moment.deformations, room)));
      mesh = deformed.back().get();
    }
    instances.push_back(
        {mesh, pose.R.cast<float>(), (pose.p - impl.origin).cast<float>(), int(i), half_space != nullptr});
  }
  const RayScene scene(std::move(instances), std::move(planes));
  job.scene = &scene;

  std::vector<RayMesh> arrow_meshes;
  if (impl.settings.contacts) {
    for (const SurfaceMesh& shape : impl.arrows(moment, job.arrow_colours, job.look)) arrow_meshes.emplace_back(shape);
  }
  std::vector<RayInstance> arrow_instances;
  for (std::size_t i = 0; i < arrow_meshes.size(); ++i) {
    RayInstance instance;
    instance.mesh = &arrow_meshes[i];
    instance.item = int(i);
    arrow_instances.push_back(instance);
  }
  const RayScene arrows(std::move(arrow_instances), {});
  if (impl.settings.contacts) job.arrows = &arrows;
  return render(job, impl.settings.width, impl.settings.height, go_on);
}

}  // namespace stiction
