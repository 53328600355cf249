// Mostly free flight: tumble, bounce, cluster.
#include <cmath>

#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"
#include "stiction/scene/gallery/random.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

Scene build_tumble(const GalleryArguments& arguments) {
  Scene s = scene("tumble", "block", {0.5, 0, 1000});
  s.gravity.setZero();
  s.bodies.push_back(box("box", {0.3, 0.2, 0.1}, Vec3::Zero(), "block"));
  // Close to the middle axis of inertia, about which rotation is unstable.
  s.bodies.back().angular_velocity = arguments.number("spin") * Vec3(0.1, 1, 0.1).normalized();
  return s;
}

Scene build_bounce(const GalleryArguments& arguments) {
  const double radius = arguments.number("radius");
  Scene s = scene("bounce", "rubber", {0.5, arguments.number("restitution"), 1000});
  s.step = 0.001;
  s.duration = 5;
  s.bodies.push_back(floor("rubber"));
  BodyDescription ball;
  ball.name = "ball";
  ball.shape = SphereDescription{radius};
  ball.material = "rubber";
  ball.position = {0, 0, radius + arguments.number("height")};
  s.bodies.push_back(std::move(ball));
  return s;
}

Scene build_cluster(const GalleryArguments& arguments) {
  constexpr double smallest = 0.15, largest = 0.3;  // m, edges
  const double cell = 1.2 * largest * std::sqrt(3.0), speed = arguments.number("speed");
  const int count = arguments.integer("count");
  const int across = static_cast<int>(std::ceil(std::cbrt(count) - 1e-9));
  Scene s = scene("cluster", "block", {arguments.number("mu"), arguments.number("restitution"), 1000});
  s.gravity.setZero();
  Random random(static_cast<std::uint64_t>(arguments.number("seed")));
  for (int i = 0; i < count; ++i) {
    const Vec3 place(i % across, i / across % across, i / (across * across));
    const Vec3 centre = cell * (place - Vec3::Constant(0.5 * (across - 1)));
    BodyDescription body = box(numbered("box", i, count), random.in_box(smallest, largest), centre, "block");
    body.rotation = random.rotation();
    body.velocity = -speed * centre / (cell * across) + 0.2 * speed * random.in_box(-1, 1);
    body.angular_velocity = random.in_box(-5, 5);
    s.bodies.push_back(std::move(body));
  }
  return s;
}

}  // namespace

GalleryEntry tumble() {
  return {"tumble",
          "A free box without gravity spins about its unstable axis and keeps flipping over.",
          {number("spin", "angular speed at the start", "rad/s", 10, 0, 1000)},
          build_tumble};
}

GalleryEntry bounce() {
  return {"bounce",
          "A ball falls on the floor and bounces ever lower.",
          {number("height", "gap between ball and floor at the start", "m", 1, 0, 1000),
           number("radius", "radius of the ball", "m", 0.1, 0.001, 100), restitution(0.7)},
          build_bounce};
}

GalleryEntry cluster() {
  return {"cluster",
          "Boxes without gravity fly at each other, collide and scatter; momentum is kept.",
          {whole("count", "number of boxes", 8, 1, 10000), number("speed", "typical speed", "m/s", 2, 0, 1000),
           whole("seed", "seed of sizes and motion", 1, 0, 1000000000), friction(0.5), restitution(0)},
          build_cluster};
}

}  // namespace stiction::gallery_entries
