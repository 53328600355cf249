// Explicit tetrahedral bodies whose contacts fall into regions: skittles, bucket.
#include <cmath>

#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"
#include "stiction/scene/gallery/random.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

ElasticDescription explicit_body(double youngs_modulus, double size) {
  ElasticDescription elastic = elastic_like("tetrahedral");
  elastic.youngs_modulus = youngs_modulus;
  elastic.explicit_step = true;
  elastic.mass_damping = 2;
  elastic.size = size;
  return elastic;
}

BodyDescription ball(const std::string& name, double radius, const Vec3& position, double youngs_modulus) {
  BodyDescription body;
  body.name = name;
  body.material = "rubber";
  body.shape = SphereDescription{radius};
  body.position = position;
  body.elastic = explicit_body(youngs_modulus, 0.5 * radius);
  return body;
}

Scene build_skittles(const GalleryArguments& arguments) {
  Scene s = scene("skittles", "rubber", {arguments.number("mu"), 0, 1000});
  s.gravity.setZero();
  s.step = 0.0002;
  s.duration = 0.3;
  const int rows = arguments.integer("rows");
  const double radius = 0.03, height = 0.16, apart = 0.07, stiffness = arguments.number("youngs_modulus");
  int index = 0;
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i <= row; ++i) {
      BodyDescription body;
      body.name = numbered("skittle", index++, rows * (rows + 1) / 2);
      body.material = "rubber";
      body.shape = CylinderDescription{radius, height};
      body.position = {row * apart * std::sqrt(0.75), (i - row / 2.0) * apart, 0};
      body.elastic = explicit_body(stiffness, radius);
      s.bodies.push_back(body);
    }
  for (int i = 0; i < 3; ++i) {
    s.bodies.push_back(
        ball(numbered("ball", i, 3), 0.05, {-0.12 - 0.02 * i, (i - 1) * 0.12, 0.02 * (i - 1)}, stiffness));
    s.bodies.back().velocity = {4, -(i - 1) * 0.8, 0};
  }
  return s;
}

Scene build_bucket(const GalleryArguments& arguments) {
  Scene s = scene("bucket", "rubber", {arguments.number("mu"), 0, 1000});
  s.step = 0.0002;
  s.duration = 1;
  const int count = arguments.integer("count");
  const double radius = 0.05, width = 0.24, wall = 0.02, height = 0.5;
  s.bodies.push_back(box("bottom", {width, width, wall}, {0, 0, -wall / 2}, "rubber"));
  for (const int side : {-1, 1}) {
    s.bodies.push_back(box(side < 0 ? "wall_left" : "wall_right", {wall, width + 2 * wall, height},
                           {side * (width + wall) / 2, 0, height / 2}, "rubber"));
    s.bodies.push_back(box(side < 0 ? "wall_front" : "wall_back", {width, wall, height},
                           {0, side * (width + wall) / 2, height / 2}, "rubber"));
  }
  for (BodyDescription& body : s.bodies) body.fixed = true;
  // Four to a layer, a little off the middle, so that they do not stack in columns.
  Random random(static_cast<std::uint64_t>(arguments.integer("seed")));
  for (int i = 0; i < count; ++i) {
    const int layer = i / 4, place = i % 4;
    const double off = 0.06;
    Vec3 at(place % 2 == 0 ? -off : off, place / 2 == 0 ? -off : off, radius * (1.1 + 2.2 * layer));
    at.head<2>() += 0.005 * random.in_box(-1, 1).head<2>();
    s.bodies.push_back(ball(numbered("ball", i, count), radius, at, arguments.number("youngs_modulus")));
  }
  return s;
}

}  // namespace

GalleryEntry skittles() {
  return {"skittles",
          "Three balls break a triangle of skittles, without gravity. All of them bend, step by step explicitly.",
          {whole("rows", "of skittles", 4, 1, 10), number("youngs_modulus", "of all bodies", "Pa", 5e5, 1e4, 1e7),
           friction(0.3)},
          build_skittles};
}

GalleryEntry bucket() {
  return {"bucket",
          "Balls that bend fall into a bucket and come to rest.",
          {whole("count", "number of balls", 16, 1, 200), number("youngs_modulus", "of the balls", "Pa", 2e5, 1e4, 1e7),
           friction(0.5), whole("seed", "of the places", 1, 0, 1000000)},
          build_bucket};
}

}  // namespace stiction::gallery_entries
