// Loops that may run in parallel give the same as if they had not.
#include "stiction/common/parallel.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>

namespace stiction {
namespace {

double some(std::size_t i) { return std::sin(1.0 + double(i)) / (1.0 + double(i % 17)); }

TEST(ParallelSum, OfAFewIsThatOfTheLoop) {
  double sum = 0;
  for (std::size_t i = 0; i < 100; ++i) sum += some(i);
  EXPECT_EQ(parallel_sum(100, 100, 0.0, some), sum);
  EXPECT_EQ(parallel_sum(0, 100, 0.0, some), 0);
}

TEST(ParallelSum, IsTheSameForAnyNumberOfThreads) {
  double loop = 0;
  for (std::size_t i = 0; i < 100003; ++i) loop += some(i);
  double first = 0;
  for (const std::size_t threads : {1, 2, 4}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    for (int again = 0; again < 20; ++again) {
      const double sum = parallel_sum(100003, 1000, 0.0, some);
      if (first == 0) first = sum;
      ASSERT_EQ(sum, first);
      ASSERT_NEAR(sum, loop, 1e-9);
    }
  }
}

}  // namespace
}  // namespace stiction
