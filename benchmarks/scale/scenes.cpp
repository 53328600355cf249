#include "scenes.h"

#include <cmath>
#include <string>

#include "stiction/scene/gallery.h"
#include "stiction/scene/scene.h"

namespace stiction::scale {

namespace {

Scene empty_scene(const std::string& name) {
  Scene scene;
  scene.name = name;
  scene.materials["block"] = {0.5, 0, 1000};
  BodyDescription floor;
  floor.name = "floor";
  floor.fixed = true;
  floor.shape = HalfSpaceDescription{};
  floor.material = "block";
  scene.bodies.push_back(floor);
  return scene;
}

void add_box(Scene& scene, const Vec3& size, const Vec3& position, const Quat& rotation) {
  BodyDescription box;
  box.name = "box_" + std::to_string(scene.bodies.size());
  box.shape = BoxDescription{size};
  box.material = "block";
  box.position = position;
  box.rotation = rotation;
  scene.bodies.push_back(box);
}

}  // namespace

World falling(int boxes) {
  return build_world(build_gallery_scene("container", {{"count", static_cast<double>(boxes)}}));
}

World falling_bunnies(int count, double tolerance) {
  const double across = std::ceil(std::cbrt(count));
  Scene scene = build_gallery_scene("bunnies", {{"count", static_cast<double>(count)}, {"across", across}});
  scene.solver.tolerance = tolerance;
  return build_world(scene);
}

World resting(int boxes) {
  constexpr double edge = 0.2, joint = 0.002;
  Scene scene = empty_scene("bond");
  const int across = std::max(2, static_cast<int>(std::lround(std::cbrt(boxes))));
  for (int i = 0; i < boxes; ++i) {
    const int column = i % across, row = i / across % across, layer = i / (across * across);
    const double shift = layer % 2 == 0 ? 0 : 0.25;
    add_box(scene, Vec3::Constant(edge),
            Vec3((edge + joint) * (column + shift), (edge + joint) * (row + shift), edge * (layer + 0.5)),
            Quat::Identity());
  }
  return build_world(scene);
}

World islands(int count, int boxes_each) {
  Scene scene = empty_scene("islands");
  const int across = static_cast<int>(std::ceil(std::sqrt(count)));
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < boxes_each; ++k) {
      // Turned a little, each in its own way, so that no two heaps fall alike.
      const double angle = 0.3 + 0.1 * std::sin(1.7 * i + 2.3 * k);
      const Vec3 axis = Vec3(std::cos(1.1 * k + i), std::sin(1.1 * k + i), 0.5).normalized();
      add_box(scene, Vec3(0.25, 0.2, 0.15),
              Vec3(6.0 * (i % across) + 0.16 * (k % 2), 6.0 * (i / across) + 0.16 * (k / 2 % 2), 0.3 + 0.3 * (k / 2)),
              Quat(Eigen::AngleAxisd(angle, axis)));
    }
  return build_world(scene);
}

}  // namespace stiction::scale
