// Chairs that bend on a plane that is tilted more and more, as in the Staggered Projections paper.
#include <fmt/core.h>

#include <cmath>

#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"
#include "stiction/scene/gallery/random.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

constexpr double kSeat = 0.42, kLeg = 0.42, kAcross = 0.045, kThick = 0.03;  ///< m

/// Seat, back and four legs. The frame's origin is between the feet, the back towards -x. A core in each leg cuts its
/// section into nine cells, so that a foot stands on 16 points.
CompoundDescription chair_shape() {
  CompoundDescription parts;
  parts.parts.push_back({BoxDescription{{kSeat, kSeat, kThick}}, {0, 0, kLeg + kThick / 2}});
  parts.parts.push_back(
      {BoxDescription{{kAcross / 3, kSeat, kLeg}}, {-kSeat / 2 + kAcross / 6, 0, kLeg + kThick + kLeg / 2}});
  for (const int x : {-1, 1})
    for (const int y : {-1, 1})
      for (const double across : {kAcross, kAcross / 3})
        parts.parts.push_back(
            {BoxDescription{{across, across, kLeg}}, {x * (kSeat - kAcross) / 2, y * (kSeat - kAcross) / 2, kLeg / 2}});
  return parts;
}

Scene build_chairs(const GalleryArguments& arguments) {
  const int count = arguments.integer("count");
  const double mu = arguments.number("mu");
  Scene s = scene("chairs", "plastic", {mu, 0, 1050});
  s.step = 0.01;
  s.duration = 6;
  // From a little below the angle of friction to well above it.
  const double start = std::atan(mu) - radians(2), rate = radians(2);
  const double half = 0.5;
  BodyDescription plane = box("plane", {40, 40, 2 * half}, -half * (about_y(start) * Vec3::UnitZ()), "plastic");
  plane.fixed = true;
  plane.rotation = about_y(start);
  // About the middle of its upper face.
  const double back = arguments.number("turn_back");
  const std::string angle =
      back > 0 ? fmt::format("{:.17g}*min(t,max(0,{:.17g}-t))", rate, 2 * back) : fmt::format("{:.17g}*t", rate);
  plane.motion.emplace().rotation_vector = {"0", angle, "0"};
  plane.motion->position = {fmt::format("{:.17g}-{:g}*sin({:.17g}+{})", half * std::sin(start), half, start, angle),
                            "0",
                            fmt::format("{:.17g}-{:g}*cos({:.17g}+{})", half * std::cos(start), half, start, angle)};
  s.bodies.push_back(plane);
  Random random(static_cast<std::uint64_t>(arguments.integer("seed")));
  const int across = static_cast<int>(std::ceil(std::sqrt(count)));
  for (int i = 0; i < count; ++i) {
    BodyDescription body;
    body.name = numbered("chair", i, count);
    body.material = "plastic";
    body.shape = chair_shape();
    const Vec3 at(0.9 * (i % across - 0.5 * (across - 1)), 0.9 * (i / across - 0.5 * (across - 1)), 0);
    const Quat turn(Eigen::AngleAxisd(random.uniform(-0.4, 0.4), Vec3::UnitZ()));
    body.position = about_y(start) * at;
    body.rotation = about_y(start) * turn;
    ElasticDescription elastic = elastic_like("modal");
    elastic.youngs_modulus = arguments.number("youngs_modulus");
    elastic.poisson_ratio = 0.35;
    elastic.stiffness_damping = 1e-3;
    elastic.size = 0.12;
    elastic.modes = 18;
    body.elastic = elastic;
    s.bodies.push_back(body);
  }
  return s;
}

}  // namespace

GalleryEntry chairs() {
  return {
      "chairs",
      "Plastic chairs on a plane that is tilted until they slide: their legs bend and chatter.",
      {whole("count", "number of chairs", 9, 1, 1000), number("youngs_modulus", "of the chairs", "Pa", 2e7, 1e5, 1e12),
       friction(0.5), whole("seed", "of the headings", 1, 0, 1000000),
       number("turn_back", "time after which the plane goes back as it came; 0: never", "s", 0, 0, 1000)},
      build_chairs};
}

}  // namespace stiction::gallery_entries
