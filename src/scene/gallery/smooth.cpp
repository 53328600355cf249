// Bodies with smooth surfaces: bowl, rattleback, ball_on_bowl, ball_on_ball_on_bowl, egg, ball_off_sphere, euler_disc,
// ellipsoids.
#include <cmath>

#include "stiction/geometry/smooth/smooth_shapes.h"
#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"
#include "stiction/scene/smooth_model.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

constexpr double kGravity = 9.81;

template <class Form>
BodyDescription smooth(const std::string& name, const Form& form, const std::string& material) {
  SmoothDescription shape;
  shape.form = form;
  complete(shape, false);
  BodyDescription body;
  body.name = name;
  body.shape = std::move(shape);
  body.material = material;
  return body;
}

template <class Form>
BodyDescription support(const std::string& name, const Form& form, const std::string& material) {
  SmoothDescription shape;
  shape.form = form;
  complete(shape, true);
  BodyDescription body;
  body.name = name;
  body.fixed = true;
  body.shape = std::move(shape);
  body.material = material;
  return body;
}

Quat about(const Vec3& axis, double angle) { return Quat(Eigen::AngleAxisd(angle, axis.normalized())); }

/// Smooth motion is under error control: steps may be long.
Scene smooth_scene(const std::string& name, const std::string& material, const MaterialDescription& properties,
                   double step, double duration) {
  Scene s = scene(name, material, properties);
  s.step = step;
  s.duration = duration;
  return s;
}

Scene build_bowl(const GalleryArguments& arguments) {
  Scene s = smooth_scene("bowl", "earthenware", {arguments.number("mu"), arguments.number("restitution"), kBowlDensity},
                         0.01, 3);
  s.evolution.viscous_turn = arguments.number("damping");
  s.bodies.push_back(support("table", SmoothLoop{"table", "", 1, {}}, "earthenware"));
  BodyDescription bowl = smooth("bowl", SmoothLoop{"bowl", "", 1, {}}, "earthenware");
  bowl.position = {-0.08, 0, 0.06};
  bowl.rotation = about(Vec3(1, 1, 0), radians(arguments.number("tilt")));
  bowl.velocity = {arguments.number("speed"), 0, 0};
  bowl.angular_velocity = {0, 0, arguments.number("spin")};
  s.bodies.push_back(std::move(bowl));
  return s;
}

Scene build_rattleback(const GalleryArguments& arguments) {
  const double radius_x = 0.135, radius_y = 0.06, turn = radians(arguments.number("misalignment"));
  Scene s = smooth_scene("rattleback", "wood", {arguments.number("mu"), 0, 1000}, 0.01, 15);
  s.bodies.push_back(support("table", SmoothPlane{{1, 1}}, "wood"));
  BodyDescription body = smooth("rattleback", SmoothParaboloid{{radius_x, radius_y}, {0.24, 0.1}, false}, "wood");
  body.mass = 1;
  body.centre_of_mass = Vec3(0, 0, 0.03);
  const Mat3 R = about(Vec3::UnitZ(), turn).toRotationMatrix();
  body.inertia = Mat3(R * Vec3(0.00125, 0.0055, 0.0062).asDiagonal() * R.transpose());
  body.rotation = Quat(1, 0.001, 0.011, 0).normalized();
  body.angular_velocity = {0, 0, arguments.number("spin")};
  // It touches where its normal points straight down, and does not slip there.
  const Vec3 down = body.rotation.conjugate() * Vec3(0, 0, -1);
  const double x = -radius_x * down.x() / down.z(), y = -radius_y * down.y() / down.z();
  const Vec3 lowest(x, y, x * x / (2 * radius_x) + y * y / (2 * radius_y));
  body.position = {0, 0, -(body.rotation * lowest).z()};
  body.velocity = -body.angular_velocity.cross(body.rotation * (lowest - *body.centre_of_mass));
  s.bodies.push_back(std::move(body));
  return s;
}

Scene build_ball_on_bowl(const GalleryArguments& arguments) {
  const double r = arguments.number("radius"), bend = arguments.number("bend"), x = arguments.number("distance");
  Scene s = smooth_scene("ball_on_bowl", "steel", {arguments.number("mu"), 0, 7800}, 0.01, 10);
  s.bodies.push_back(support("basin", SmoothParaboloid{{bend, bend}, {4 * x, 4 * x}, true}, "steel"));
  BodyDescription ball = smooth("ball", SmoothSphere{r}, "steel");
  // A steady circle: rolling, a ball needs 7/5 of the force that a sliding one needs.
  const double slope = x / bend;
  const Vec3 normal = Vec3(-slope, 0, 1).normalized();
  ball.position = Vec3(x, 0, x * x / (2 * bend)) + r * normal;
  const double pull = arguments.number("mu") > 0 ? 5. / 7 : 1;
  const double speed = std::sqrt(pull * kGravity * slope * ball.position.x());
  ball.velocity = {0, speed, 0};
  if (arguments.number("mu") > 0) ball.angular_velocity = normal.cross(ball.velocity) / r;
  s.bodies.push_back(std::move(ball));
  return s;
}

Scene build_ball_on_ball_on_bowl(const GalleryArguments& arguments) {
  const double large = 0.04, small = arguments.number("radius"), bend = 0.3, x = arguments.number("distance");
  Scene s = smooth_scene("ball_on_ball_on_bowl", "steel", {arguments.number("mu"), 0, 7800}, 0.005, 1.5);
  s.bodies.push_back(support("basin", SmoothParaboloid{{bend, bend}, {0.6, 0.6}, true}, "steel"));
  BodyDescription ball = smooth("ball", SmoothSphere{large}, "steel"),
                  top = smooth("top", SmoothSphere{small}, "steel");
  ball.position = Vec3(x, 0, x * x / (2 * bend)) + large * Vec3(-x / bend, 0, 1).normalized();
  const double lean = radians(arguments.number("lean"));
  top.position = ball.position + (large + small) * Vec3(0, std::sin(lean), std::cos(lean));
  s.bodies.push_back(std::move(ball));
  s.bodies.push_back(std::move(top));
  return s;
}

Scene build_egg(const GalleryArguments& arguments) {
  const double a = 0.022, c = 0.03;
  Scene s = smooth_scene("egg", "shell", {arguments.number("mu"), 0, 1050}, 0.005, 8);
  s.bodies.push_back(support("table", SmoothPlane{{2, 2}}, "shell"));
  BodyDescription egg = smooth("egg", SmoothEllipsoid{{a, a, c}}, "shell");
  const double tilt = radians(arguments.number("tilt"));
  egg.rotation = about_y(tilt);
  egg.position = {0, 0, std::hypot(a * std::sin(tilt), c * std::cos(tilt))};
  egg.angular_velocity = {0, 0, arguments.number("spin")};
  s.bodies.push_back(std::move(egg));
  return s;
}

Scene build_ball_off_sphere(const GalleryArguments& arguments) {
  const double angle = radians(arguments.number("angle")), r = arguments.number("radius");
  Scene s = smooth_scene("ball_off_sphere", "steel", {arguments.number("mu"), 0, 7800}, 0.01, 1.5);
  s.bodies.push_back(support("dome", SmoothSphere{1}, "steel"));
  BodyDescription ball = smooth("ball", SmoothSphere{r}, "steel");
  ball.position = (1 + r) * Vec3(std::sin(angle), 0, std::cos(angle));
  s.bodies.push_back(std::move(ball));
  return s;
}

Scene build_euler_disc(const GalleryArguments& arguments) {
  const double r = 0.0375, rim = 0.01 * r, mass = 0.44, tilt = radians(arguments.number("tilt"));
  Scene s = smooth_scene("euler_disc", "steel", {arguments.number("mu"), 0, 7800}, 0.002, 2);
  s.evolution.viscous_turn = arguments.number("damping");
  s.bodies.push_back(support("table", SmoothPlane{{1, 1}}, "steel"));
  BodyDescription disc = smooth("disc", SmoothTorus{r - rim, rim}, "steel");
  disc.mass = mass;
  disc.inertia = Mat3(Vec3(mass * r * r / 4, mass * r * r / 4, mass * r * r / 2).asDiagonal());
  disc.centre_of_mass = Vec3::Zero();
  disc.rotation = about_y(tilt);
  disc.position = {0, 0, (r - rim) * std::sin(tilt) + rim};
  // Steady rolling about a resting centre: it turns about the line from there to the contact.
  const double precession = std::sqrt(4 * kGravity / (r * std::sin(tilt)));
  const Vec3 contact((r - rim) * std::cos(tilt), 0, -disc.position.z());
  disc.angular_velocity = -precession * std::sin(tilt) * contact.normalized();
  s.bodies.push_back(std::move(disc));
  return s;
}

Scene build_ellipsoids(const GalleryArguments& arguments) {
  Scene s =
      smooth_scene("ellipsoids", "stone", {arguments.number("mu"), arguments.number("restitution"), 2500}, 0.01, 4);
  s.gravity = Vec3::Zero();
  const double speed = arguments.number("speed");
  for (const int side : {-1, 1}) {
    BodyDescription body =
        smooth(side < 0 ? "left" : "right",
               side < 0 ? SmoothEllipsoid{{0.1, 0.06, 0.05}} : SmoothEllipsoid{{0.08, 0.12, 0.05}}, "stone");
    body.position = {side * 0.25, side * 0.02, side * 0.01};
    body.rotation = about(Vec3(side, 2, 1), 0.4);
    body.velocity = {-side * speed, 0, 0};
    body.angular_velocity = Vec3(0.3, 0.5 * side, -0.2);
    s.bodies.push_back(std::move(body));
  }
  return s;
}

GalleryParameter damping(double default_value) {
  return number("damping", "torque against rotation on the table, for each rad/s", "N m s", default_value, 0, 1);
}
GalleryParameter spin(double default_value) {
  return number("spin", "angular velocity about the vertical", "rad/s", default_value, -1000, 1000);
}

}  // namespace

GalleryEntry bowl() {
  return {"bowl",
          "A bowl is thrown on a table, rocks and comes to rest; both are subdivision surfaces.",
          {number("speed", "along the table at the start", "m/s", 0.3, -10, 10), spin(3),
           number("tilt", "of the bowl at the start", "deg", 25, -180, 180), damping(0.01), friction(0.4),
           restitution(0.3)},
          build_bowl};
}

GalleryEntry rattleback() {
  return {"rattleback",
          "A wooden boat that spins one way, rattles and turns round.",
          {number("misalignment", "of its inertia against its shape", "deg", 10, -45, 45), spin(-2.3), friction(10)},
          build_rattleback};
}

GalleryEntry ball_on_bowl() {
  return {"ball_on_bowl",
          "A ball runs round in a paraboloid bowl, in a steady circle.",
          {number("radius", "of the ball", "m", 0.02, 0.001, 0.1),
           number("bend", "radius of curvature of the bowl at its lowest point", "m", 0.3, 0.2, 10),
           number("distance", "of the contact from the axis", "m", 0.15, 0.01, 1), friction(10)},
          build_ball_on_bowl};
}

GalleryEntry ball_on_ball_on_bowl() {
  return {"ball_on_ball_on_bowl",
          "A ball rolls in a paraboloid bowl, a smaller one rides on it until it falls.",
          {number("radius", "of the upper ball; the lower one's is 0.04 m", "m", 0.02, 0.005, 0.04),
           number("distance", "of the lower contact from the bowl's axis", "m", 0.02, 0, 0.1),
           number("lean", "of the upper ball from the lower one's top", "deg", 2, -30, 30), friction(10)},
          build_ball_on_ball_on_bowl};
}

GalleryEntry egg() {
  return {"egg",
          "An egg that is spun on a table fast enough stands up.",
          {number("tilt", "of its long axis from the vertical", "deg", 85, 0, 90), spin(150), friction(0.2)},
          build_egg};
}

GalleryEntry ball_off_sphere() {
  return {"ball_off_sphere",
          "A ball runs down a fixed sphere and leaves it.",
          {number("angle", "from the top, at the start", "deg", 10, 0.1, 60),
           number("radius", "of the ball; the sphere's is 1 m", "m", 0.1, 0.01, 1), friction(0)},
          build_ball_off_sphere};
}

GalleryEntry euler_disc() {
  return {"euler_disc",
          "A coin spins on its rim, faster and faster as it lies down.",
          {number("tilt", "of the disc from the table", "deg", 10, 1, 80), damping(2e-6), friction(10)},
          build_euler_disc};
}

GalleryEntry ellipsoids() {
  return {"ellipsoids",
          "Two ellipsoids meet in free flight.",
          {number("speed", "of either one", "m/s", 0.1, 0.001, 10), friction(0.5), restitution(0)},
          build_ellipsoids};
}

}  // namespace stiction::gallery_entries
