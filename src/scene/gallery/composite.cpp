// Flat strands woven into a square that hangs on pegs, or is thrown at a board of pegs, as in the Staggered Projections
// paper: composite, peg_board.
#include <algorithm>
#include <cmath>

#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

constexpr double kWidth = 0.024, kThick = 0.009, kPitch = 0.05;  ///< of a strand, and from one to the next, m
constexpr double kGap = 2e-5;                                    ///< between strands at the start, m
constexpr double kPeg = 0.008;                                   ///< radius, m

/// Height of a strand's middle line at x, over and under in turns: flat where it crosses another strand (at multiples
/// of kPitch), a smooth ramp between.
double height(double x) {
  const double amplitude = 0.5 * (kThick + kGap), flat = 0.5 * kWidth + 0.0005, ramp = kPitch - 2 * flat;
  const double place = x / kPitch, below = std::floor(place);
  const double side = std::fmod(std::abs(below), 2) == 0 ? 1 : -1;
  const double t = std::clamp((x - below * kPitch - flat) / ramp, 0.0, 1.0);
  return side * amplitude * (1 - 2 * t * t * (3 - 2 * t));
}

/// A strand along x that crosses `crossings` others, the first at x = 0; its sides are round.
TriangleMesh strand_mesh(int crossings) {
  constexpr int kRound = 4;  // edges of the half circle at each side
  std::vector<Vec2> section;
  for (const int side : {1, -1})
    for (int i = 0; i <= kRound; ++i) {
      const double angle = std::numbers::pi * (double(i) / kRound - 0.5) + (side > 0 ? 0 : std::numbers::pi);
      section.emplace_back(side * (kWidth - kThick) / 2 + kThick / 2 * std::cos(angle), kThick / 2 * std::sin(angle));
    }
  const double from = -0.6 * kPitch, to = (crossings - 0.4) * kPitch;
  const int stations = static_cast<int>(std::lround((to - from) / 0.004)), ring = static_cast<int>(section.size());
  TriangleMesh mesh;
  for (int i = 0; i <= stations; ++i) {
    const double x = from + (to - from) * i / stations;
    for (const Vec2& p : section) mesh.vertices.emplace_back(x, p.x(), height(x) + p.y());
  }
  for (int i = 0; i < stations; ++i)
    for (int j = 0; j < ring; ++j) {
      const int a = i * ring + j, b = i * ring + (j + 1) % ring;
      mesh.triangles.push_back({a, b, b + ring});
      mesh.triangles.push_back({a, b + ring, a + ring});
    }
  for (const int i : {0, stations}) {
    const int middle = static_cast<int>(mesh.vertices.size());
    const double x = i == 0 ? from : to;
    mesh.vertices.emplace_back(x, 0, height(x));
    for (int j = 0; j < ring; ++j) {
      const int a = i * ring + j, b = i * ring + (j + 1) % ring;
      mesh.triangles.push_back(i == 0 ? std::array{middle, b, a} : std::array{middle, a, b});
    }
  }
  return mesh;
}

/// A square of as many strands along each side, in the plane y = 0, its middle at the origin: those along x first
/// (weft), then those along z (warp).
std::vector<BodyDescription> weave(const GalleryArguments& arguments) {
  const int count = arguments.integer("strands");
  MeshDescription shape;
  shape.cells = 32;
  shape.solid = SolidMesh::make(strand_mesh(count), shape.cells);
  ElasticDescription elastic = elastic_like("modal");
  elastic.youngs_modulus = arguments.number("youngs_modulus");
  elastic.poisson_ratio = 0.4;
  elastic.stiffness_damping = 1e-3;
  elastic.size = 0.006;
  elastic.modes = 18;
  // A strand's own z axis points along y.
  const double wide = (count - 1) * kPitch;
  Mat3 along_x, along_z;
  along_x << Vec3::UnitX(), -Vec3::UnitZ(), Vec3::UnitY();
  along_z << Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY();
  std::vector<BodyDescription> bodies;
  for (const bool upright : {false, true})
    for (int i = 0; i < count; ++i) {
      const Vec3 start = upright ? Vec3(i * kPitch, 0, 0) : Vec3(0, 0, i * kPitch);
      BodyDescription body =
          mesh(numbered(upright ? "warp" : "weft", i, count), shape, start - Vec3(wide / 2, 0, wide / 2), "rubber");
      // Over where the others are under, and the other way round from one strand to the next.
      const bool over = (i % 2 == 0) != upright;
      Mat3 axes = upright ? along_z : along_x;
      if (!over) axes.rightCols<2>() *= -1;
      body.rotation = Quat(axes).normalized();
      body.elastic = elastic;
      bodies.push_back(body);
    }
  return bodies;
}

Scene rubber_scene(const char* name, const GalleryArguments& arguments) {
  Scene s = scene(name, "rubber", {arguments.number("mu"), 0, 1100});
  s.step = 0.003;
  return s;
}

Scene build_composite(const GalleryArguments& arguments) {
  const int count = arguments.integer("strands");
  const double wide = (count - 1) * kPitch;
  Scene s = rubber_scene("composite", arguments);
  s.duration = 6;
  for (BodyDescription& body : weave(arguments)) {
    body.position.z() -= wide / 2;  // hung by its topmost strand, at z = 0
    s.bodies.push_back(std::move(body));
  }
  // In all openings below the two topmost strands.
  for (int row = 0; row < 2; ++row)
    for (int i = 0; i + 1 < count; ++i) {
      BodyDescription peg;
      peg.name = numbered("peg", row * (count - 1) + i, 2 * (count - 1));
      peg.fixed = true;
      peg.material = "rubber";
      peg.shape = CylinderDescription{kPeg, 0.12};
      peg.position = {(i + 0.5) * kPitch - wide / 2, 0, -row * kPitch - 0.5 * kWidth - kPeg - kGap};
      peg.rotation = Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()));
      s.bodies.push_back(peg);
    }
  return s;
}

/// A board that stands on the floor, with round-tipped pegs in rows, every second row shifted by half; the weave flies
/// at it along y, turned about x: flat, edge first, or between.
Scene build_peg_board(const GalleryArguments& arguments) {
  const double half = 0.3, reach = 0.06, between = arguments.number("between");
  Scene s = rubber_scene("peg_board", arguments);
  s.step = 0.001;
  s.duration = 1;
  BodyDescription ground = floor("rubber");
  ground.position.z() = -half;
  s.bodies.push_back(ground);
  BodyDescription board = box("board", {2 * half, 0.04, 2 * half}, {0, reach + 0.02, 0}, "rubber");
  board.fixed = true;
  s.bodies.push_back(board);
  const int rows = static_cast<int>(std::floor((half - 0.03) / between));
  for (int row = -rows; row <= rows; ++row)
    for (int i = -rows; i <= rows; ++i) {
      const bool shifted = row % 2 != 0;
      if (shifted && i == rows) continue;
      const double x = (i + (shifted ? 0.5 : 0)) * between;
      BodyDescription peg;
      peg.name = numbered("peg", (row + rows) * (2 * rows + 1) + i + rows, (2 * rows + 1) * (2 * rows + 1));
      peg.fixed = true;
      peg.material = "rubber";
      // Half of it is in the board.
      peg.shape = CapsuleDescription{kPeg, 2 * (reach - kPeg)};
      peg.position = {x, reach, row * between};
      peg.rotation = Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()));
      s.bodies.push_back(peg);
    }
  const double turn = radians(arguments.number("turn")), span = (arguments.integer("strands") + 0.2) * kPitch;
  const Quat rotation(Eigen::AngleAxisd(turn, Vec3::UnitX()));
  const Vec3 start(0, -0.02 - 0.5 * span * std::abs(std::sin(turn)), 0.4 * between);
  for (BodyDescription& body : weave(arguments)) {
    body.position = start + rotation * body.position;
    body.rotation = rotation * body.rotation;
    body.velocity = {0, arguments.number("speed"), 0};
    s.bodies.push_back(std::move(body));
  }
  return s;
}

}  // namespace

GalleryEntry peg_board() {
  return {"peg_board",
          "Flat rubber strands, woven and thrown at a board of pegs: they bend together or come apart, by the impact.",
          {whole("strands", "along each side", 4, 3, 8), number("speed", "of the throw", "m/s", 6, 0.1, 30),
           number("turn", "about the horizontal: 0 flat, 90 edge first", "deg", 0, -180, 180),
           number("between", "from one peg to the next", "m", 0.1, 0.04, 0.25),
           number("youngs_modulus", "of the strands", "Pa", 2e7, 1e4, 1e10), friction(0.5)},
          build_peg_board};
}

GalleryEntry composite() {
  return {"composite",
          "Flat rubber strands, woven and hung on pegs: friction and stiffness hold them together, or not.",
          {whole("strands", "along each side", 4, 3, 8),
           number("youngs_modulus", "of the strands", "Pa", 2e7, 1e4, 1e10), friction(0.5)},
          build_composite};
}

}  // namespace stiction::gallery_entries
