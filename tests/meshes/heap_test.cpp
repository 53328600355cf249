// Small heaps of bunnies and gears. The larger ones are in long/.
#include "meshes/heap.h"

namespace stiction {
namespace {

TEST(MeshHeaps, Bunnies) { testing::expect_comes_to_rest("bunnies", {{"count", 6}, {"across", 1}}, 2.5, 10); }

TEST(MeshHeaps, Gears) { testing::expect_comes_to_rest("gears", {{"count", 6}, {"across", 1}}, 2.5, 10); }

}  // namespace
}  // namespace stiction
