// Bodies that bend: soft_stack.
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
    ElasticDescription elastic;
    elastic.model = model == "modal" ? SoftKind::modal : model == "stvk" ? SoftKind::stvk : SoftKind::tetrahedral;
    elastic.youngs_modulus = arguments.number("youngs_modulus");
    elastic.stiffness_damping = 0.001;
    elastic.cells = {4, 4, 2};
    s.bodies.back().elastic = elastic;
  }
  return s;
}

}  // namespace

GalleryEntry soft_stack() {
  return {"soft_stack",
          "A tower of blocks that bend.",
          {whole("count", "number of blocks", 5, 1, 100),
           choice("model", "of the blocks", {"modal", "stvk", "tetrahedral"}),
           number("youngs_modulus", "of the blocks", "Pa", 1e6, 1e4, 1e10), friction(0.5), density(1000)},
          build_soft_stack};
}

}  // namespace stiction::gallery_entries
