#include "collision/bd_tree_random.h"
#include "support/full_length.h"

namespace stiction::testing {
namespace {

TEST(LongBdTree, HoldsAllVerticesInManyConfigurations) { expect_conservative(round_count(100000), 7); }

}  // namespace
}  // namespace stiction::testing
