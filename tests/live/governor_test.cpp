#include "stiction/live/governor.h"

#include <gtest/gtest.h>

#include <limits>

namespace stiction {
namespace {

StepReport with_factorizations(int count) {
  StepReport report;
  report.factorizations = count;
  return report;
}

TEST(WorkGovernor, AllowsEverythingUntilItKnowsBetter) {
  const WorkGovernor governor(1e-3);
  EXPECT_EQ(governor.limit(), std::numeric_limits<int>::max());
}

TEST(WorkGovernor, LeavesTimeForTheLastProjection) {
  WorkGovernor governor(1e-3);
  for (int i = 0; i < 100; ++i) {
    governor.learn(with_factorizations(0), 1e-4);
    governor.learn(with_factorizations(10), 3e-4);  // 20 us each
  }
  const int before = governor.limit();
  EXPECT_LE(1e-4 + before * 2e-5, 1e-3 * (1 + 1e-9));
  EXPECT_GE(before, 30);
  StepReport cut = with_factorizations(before + 1);
  cut.path = SolvePath::unconverged;
  for (int i = 0; i < 100; ++i) {
    cut.factorizations = governor.limit() + 1;
    governor.learn(cut, 1e-4 + governor.limit() * 2e-5 + 3e-4);
  }
  EXPECT_LE(1e-4 + governor.limit() * 2e-5 + 3e-4, 1e-3 * (1 + 1e-9));
  EXPECT_GE(governor.limit(), 20);
}

TEST(WorkGovernor, AlwaysLeavesEnoughForStructuresToStand) {
  WorkGovernor governor(1e-6);
  governor.learn(with_factorizations(1), 1);
  EXPECT_EQ(governor.limit(), 4);
}

TEST(WorkGovernor, SlowStepsAreBelievedSoonerThanFastOnes) {
  WorkGovernor governor(1e-3);
  for (int i = 0; i < 1000; ++i) governor.learn(with_factorizations(10), 1e-4);
  const int before = governor.limit();
  for (int i = 0; i < 5; ++i) governor.learn(with_factorizations(10), 1e-3);
  const int slow = governor.limit();
  EXPECT_LT(slow, before / 2);
  for (int i = 0; i < 5; ++i) governor.learn(with_factorizations(10), 1e-4);
  EXPECT_LT(governor.limit(), before / 2);
}

}  // namespace
}  // namespace stiction
