// Blocks that bend: soft_stack, squeeze.
#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

Scene build_soft_stack(const GalleryArguments& arguments) {
  const int count = arguments.integer("count");
  Scene s = scene("soft_stack", "rubber", {arguments.number("mu"), 0, arguments.number("density")});
  s.bodies.push_back(floor("rubber"));
  const std::string model = arguments.word("model");
  const double height = 0.1;
  for (int i = 0; i < count; ++i) {
    s.bodies.push_back(
        box(numbered("block", i, count), Vec3(2 * height, 2 * height, height), {0, 0, height * (i + 0.5)}, "rubber"));
    ElasticDescription elastic = elastic_like(model);
    elastic.youngs_modulus = arguments.number("youngs_modulus");
    elastic.stiffness_damping = 0.001;
    elastic.cells = {4, 4, 2};
    s.bodies.back().elastic = elastic;
  }
  return s;
}

/// Two plates close in on a block from above and below, wait, and the upper one is torn away.
Scene build_squeeze(const GalleryArguments& arguments) {
  Scene s = scene("squeeze", "rubber", {arguments.number("mu"), 0, 1000});
  s.step = 0.002;
  s.duration = 2;
  const double size = 0.1, plate = 0.02, way = size * (1 - arguments.number("ratio")) / 2;
  const auto add_plate = [&](const std::string& name, double z, double in, double away) {
    s.bodies.push_back(box(name, {0.3, 0.3, plate}, {0, 0, z}, "rubber"));
    s.bodies.back().fixed = true;
    s.bodies.back().motion.emplace().keyframes = {
        {0, {0, 0, z}}, {0.5, {0, 0, z + in}}, {0.6, {0, 0, z + in}}, {0.7, {0, 0, z + in + away}}};
  };
  add_plate("lower_plate", -plate / 2, way, 0);
  add_plate("upper_plate", size + plate / 2, -way, 0.6);
  s.bodies.push_back(box("block", Vec3::Constant(size), {0, 0, size / 2}, "rubber"));
  ElasticDescription elastic = elastic_like(arguments.word("model"));
  elastic.law = ElasticLaw::kStVenantKirchhoff;
  elastic.youngs_modulus = arguments.number("youngs_modulus");
  elastic.stiffness_damping = 0.001;
  elastic.cells = {4, 4, 4};
  s.bodies.back().elastic = elastic;
  return s;
}

}  // namespace

GalleryEntry squeeze() {
  return {"squeeze",
          "Two plates squeeze a St.Venant-Kirchhoff block and let it go: it jumps.",
          {choice("model", "of the block", {"stvk", "tetrahedral"}),
           number("ratio", "height to which it is squeezed over its own", "", 0.7, 0.6, 1),
           number("youngs_modulus", "of the block", "Pa", 1e5, 1e4, 1e10), friction(0.5)},
          build_squeeze};
}

GalleryEntry soft_stack() {
  return {"soft_stack",
          "A tower of blocks that bend.",
          {whole("count", "number of blocks", 5, 1, 100),
           choice("model", "of the blocks", {"modal", "stvk", "tetrahedral"}),
           number("youngs_modulus", "of the blocks", "Pa", 1e6, 1e4, 1e10), friction(0.5), density(1000)},
          build_soft_stack};
}

}  // namespace stiction::gallery_entries
