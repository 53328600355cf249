// Heaps of bunnies and gears, looked at after every step.
#include "meshes/heap.h"

namespace stiction {
namespace {

TEST(LargeMeshHeaps, Bunnies) { testing::expect_comes_to_rest("bunnies", {{"count", 30}}, 5, 1); }

TEST(LargeMeshHeaps, Gears) { testing::expect_comes_to_rest("gears", {{"count", 24}}, 5, 1); }

}  // namespace
}  // namespace stiction
