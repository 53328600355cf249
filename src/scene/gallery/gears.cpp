// Toothed wheels with a bore, made of triangles, fall into a bin.
#include <algorithm>
#include <cmath>

#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"
#include "stiction/scene/gallery/random.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

/// A wheel about the z axis with trapezoid teeth. Each tooth has four points on the rim: two at its foot, two at its
/// tip.
TriangleMesh gear_mesh(int teeth, double radius, double width) {
  const double foot = 0.78 * radius, bore = 0.35 * radius;
  const int n = 4 * teeth;
  TriangleMesh mesh;
  for (const double z : {-width / 2, width / 2}) {
    for (const bool outer : {true, false}) {
      for (int i = 0; i < n; ++i) {
        // Tips are narrower than feet: the flanks lean inwards.
        const double shift[] = {-0.32, -0.16, 0.16, 0.32};
        const double angle = 2 * std::numbers::pi * (i / 4 + shift[i % 4]) / teeth;
        const bool tip = i % 4 == 1 || i % 4 == 2;
        const double r = outer ? (tip ? radius : foot) : bore;
        mesh.vertices.push_back({r * std::cos(angle), r * std::sin(angle), z});
      }
    }
  }
  const auto quad = [&](int a, int b, int c, int d) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n, low_bore = n, high = 2 * n, high_bore = 3 * n;
    quad(i, j, high + j, high + i);                                  // rim
    quad(low_bore + j, low_bore + i, high_bore + i, high_bore + j);  // bore
    quad(high + i, high + j, high_bore + j, high_bore + i);          // upper face
    quad(j, i, low_bore + i, low_bore + j);                          // lower face
  }
  return mesh;
}

Scene build_gears(const GalleryArguments& arguments) {
  const double radius = arguments.number("radius"), thick = 0.35 * radius;
  const double cell = 2.05 * std::hypot(radius, thick / 2);  // holds a gear in any orientation
  const int count = arguments.integer("count");
  const int across = arguments.integer("across");
  Scene s =
      scene("gears", "steel", {arguments.number("mu"), arguments.number("restitution"), arguments.number("density")});
  s.step = 0.005;
  s.duration = 4;
  s.bodies.push_back(floor("steel"));
  add_walls(s, across * cell, "steel");
  MeshDescription shape;
  shape.cells = 48;
  shape.solid = SolidMesh::make(gear_mesh(arguments.integer("teeth"), radius, thick), shape.cells);
  Random random(static_cast<std::uint64_t>(arguments.number("seed")));
  for (int i = 0; i < count; ++i) {
    const int column = i % across, row = i / across % across, layer = i / (across * across);
    const Vec3 centre(cell * (column - 0.5 * (across - 1)), cell * (row - 0.5 * (across - 1)), cell * (layer + 0.5));
    s.bodies.push_back(mesh(numbered("gear", i, count), shape, centre, "steel"));
    s.bodies.back().rotation = random.rotation();
  }
  return s;
}

}  // namespace

GalleryEntry gears() {
  return {
      "gears",
      "Toothed wheels, meshes that are not convex, tumble into a bin, hook into each other and come to rest.",
      {whole("count", "number of gears", 8, 1, 5000),
       whole("across", "gears along a side of the square bin", 2, 1, 100), whole("teeth", "teeth of a gear", 10, 4, 60),
       number("radius", "outer radius of a gear", "m", 0.05, 0.001, 10),
       whole("seed", "seed of the orientations", 1, 0, 1000000000), friction(0.3), restitution(0), density(7800)},
      build_gears};
}

}  // namespace stiction::gallery_entries
