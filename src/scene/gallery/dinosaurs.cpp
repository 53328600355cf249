// Dinosaurs of St.Venant-Kirchhoff rubber, thrown together, as in the Staggered Projections paper.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>

#include "stiction/geometry/tet/stuffing.h"
#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"
#include "stiction/scene/gallery/random.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

/// A limb: a line whose thickness changes along it.
struct Limb {
  Vec3 from, to;
  double radius_from, radius_to;

  double distance(const Vec3& x) const {
    const Vec3 along = to - from;
    const double t = std::clamp((x - from).dot(along) / along.squaredNorm(), 0.0, 1.0);
    return (x - from - t * along).norm() - radius_from - t * (radius_to - radius_from);
  }
};

/// A four-legged beast of about one unit from nose to tail: trunk, neck, head, tail and legs.
const Limb kLimbs[] = {{{-0.14, 0, 0}, {0.10, 0, 0.01}, 0.115, 0.10},
                       {{0.12, 0, 0.02}, {0.27, 0, 0.20}, 0.075, 0.050},
                       {{0.27, 0, 0.21}, {0.36, 0, 0.20}, 0.062, 0.045},
                       {{-0.18, 0, 0}, {-0.34, 0, -0.05}, 0.085, 0.055},
                       {{-0.34, 0, -0.05}, {-0.48, 0.02, -0.03}, 0.055, 0.035},
                       {{-0.15, 0.07, -0.03}, {-0.16, 0.10, -0.20}, 0.06, 0.048},
                       {{-0.15, -0.07, -0.03}, {-0.16, -0.10, -0.20}, 0.06, 0.048},
                       {{0.09, 0.06, -0.03}, {0.11, 0.09, -0.20}, 0.055, 0.045},
                       {{0.09, -0.06, -0.03}, {0.11, -0.09, -0.20}, 0.055, 0.045}};

/// Limbs melt into each other over about this length, units.
constexpr double kMelt = 0.03;

double beast_distance(const Vec3& x) {
  double sum = 0, least = 1e300;
  for (const Limb& limb : kLimbs) least = std::min(least, limb.distance(x));
  for (const Limb& limb : kLimbs) sum += std::exp((least - limb.distance(x)) / kMelt);
  return least - kMelt * std::log(sum);
}

constexpr double kLength = 0.5;  ///< from nose to tail, m

constexpr int kCells = 24;

/// Its surface, with triangles of about this size (m). Kept: filling and measuring it takes a good part of a second.
std::shared_ptr<const SolidMesh> beast(double size) {
  static std::mutex mutex;
  static std::map<double, std::shared_ptr<const SolidMesh>> made;
  const std::lock_guard lock(mutex);
  std::shared_ptr<const SolidMesh>& mesh = made[size];
  if (!mesh) {
    ImplicitSolid solid;
    // Limbs that get thinner along their length: the distance changes a little faster than its argument moves.
    solid.distance = [](const Vec3& x) { return 0.95 * kLength * beast_distance(x / kLength); };
    solid.box = Eigen::AlignedBox3d(kLength * Vec3(-0.65, -0.3, -0.4), kLength * Vec3(0.55, 0.3, 0.4));
    mesh = SolidMesh::make(tet_surface(stuff(solid, {size})).mesh, kCells);
  }
  return mesh;
}

Scene build_dinosaurs(const GalleryArguments& arguments) {
  const int count = arguments.integer("count");
  Scene s = scene("dinosaurs", "rubber", {arguments.number("mu"), 0, 1000});
  s.step = 0.01;
  s.duration = 6;
  s.bodies.push_back(floor("rubber"));
  MeshDescription shape;
  const double surface = arguments.number("surface");
  shape.cells = kCells;
  shape.solid = beast(surface);
  ElasticDescription elastic = elastic_like("stvk");
  elastic.mesh_surface = surface < arguments.number("size");
  elastic.youngs_modulus = arguments.number("youngs_modulus");
  elastic.poisson_ratio = 0.4;
  elastic.stiffness_damping = 4e-3;
  elastic.size = arguments.number("size");
  elastic.modes = 10;
  elastic.derivatives = 5;
  // In layers of five around the middle, all thrown towards it.
  Random random(static_cast<std::uint64_t>(arguments.integer("seed")));
  for (int i = 0; i < count; ++i) {
    const int layer = i / 5, place = i % 5;
    const double angle = 2 * std::numbers::pi * (place + 0.5 * layer) / 5, far = 0.55 + 0.1 * layer;
    const Vec3 outward(std::cos(angle), std::sin(angle), 0);
    BodyDescription body =
        mesh(numbered("dinosaur", i, count), shape, far * outward + Vec3(0, 0, 0.3 + 0.42 * layer), "rubber");
    body.rotation = Quat(Eigen::AngleAxisd(angle + std::numbers::pi, Vec3::UnitZ())) *
                    Quat(Eigen::AngleAxisd(random.uniform(-0.5, 0.5), Vec3::UnitX()));
    body.velocity = -arguments.number("speed") * outward;
    body.elastic = elastic;
    s.bodies.push_back(body);
  }
  return s;
}

}  // namespace

GalleryEntry dinosaurs() {
  return {
      "dinosaurs",
      "Rubber dinosaurs, which bend far, are thrown together and end in a pile.",
      {whole("count", "number of dinosaurs", 15, 1, 60), number("speed", "at which they are thrown", "m/s", 3, 0, 20),
       number("size", "of their tetrahedra", "m", 0.03, 0.01, 0.06),
       number("surface", "size of the triangles that touch, where smaller than the tetrahedra", "m", 0.03, 0.005, 0.03),
       number("youngs_modulus", "of the dinosaurs", "Pa", 2e5, 1e4, 1e9), friction(0.5),
       whole("seed", "of the poses", 1, 0, 1000000)},
      build_dinosaurs};
}

}  // namespace stiction::gallery_entries
