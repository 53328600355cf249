// `auto` on problems out of our own scenes, from nothing: a small part of what `stiction bench problems` does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report.h"
#include "sources.h"
#include "trial.h"

namespace stiction::bench {
namespace {

class OwnProblems : public ::testing::TestWithParam<std::string> {};

TEST_P(OwnProblems, AreSolvedFromNothing) {
  int problems = 0;
  for (Source source : sources_of_round(0)) {
    // Not those of late steps, which cost a long simulation.
    if (source.kind != GetParam() || source.steps.first > 100) continue;
    source.steps.count = std::min(source.steps.count, 4);
    for_each_problem(source, [&](const OwnProblem& problem) {
      const Trial trial = solve_cold(problem, {});
      EXPECT_LE(trial.bodies.error, 1e-8) << trial.name;
      ASSERT_EQ(trial.contacts_only.has_value(), trial.rolling == 0) << trial.name;
      if (trial.contacts_only) {
        EXPECT_LE(trial.contacts_only->error, 1e-8) << trial.name;
      }
      ++problems;
    });
  }
  EXPECT_GE(problems, 4);
}

INSTANTIATE_TEST_SUITE_P(Kinds, OwnProblems,
                         ::testing::Values("resting", "collapsing", "colliding", "jammed", "mass ratios", "mechanisms",
                                           "rolling", "meshes"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase(name, ' ');
                           return name;
                         });

TEST(OwnProblemSources, CoverFrictionFromAHundredthToTwo) {
  double low = 1, high = 0;
  std::map<std::string, int> kinds;
  for (int round = 0; round < 7; ++round)
    for (const Source& source : sources_of_round(round)) {
      low = std::min(low, source.mu);
      high = std::max(high, source.mu);
      kinds[source.kind] += source.steps.count;
    }
  EXPECT_GE(low, 0.01);
  EXPECT_LT(low, 0.012);
  EXPECT_LE(high, 2);
  EXPECT_GT(high, 1.8);
  EXPECT_EQ(kinds.size(), 8u);
  for (const auto& [kind, count] : kinds) EXPECT_GT(count, 70) << kind;
}

// The report must show what is wrong, a NaN above all.
TEST(OwnProblemReport, ListsWhatMissesTheTolerance) {
  Trial good, bad, nan;
  good.kind = bad.kind = nan.kind = "resting";
  good.name = "good/0 step 1";
  good.bodies = {1e-9, 1e-3, 0.001};  // FCLib's error, which depends on units, does not decide
  bad = good;
  bad.name = "bad/0 step 1";
  bad.contacts_only = Verdict{1e-7, 1e-9, 0.002};
  nan = good;
  nan.name = "nan/0 step 1";
  nan.bodies.error = std::nan("");
  EXPECT_FALSE(misses(good, 1e-8));
  EXPECT_TRUE(misses(bad, 1e-8));
  EXPECT_FALSE(misses(bad, 1e-6));
  EXPECT_TRUE(misses(nan, 1e-6));
  const std::string text = list_missed({good, bad, nan}, 1e-8);
  EXPECT_EQ(text.find("good"), std::string::npos);
  EXPECT_NE(text.find("missed as (W, q): bad/0 step 1"), std::string::npos) << text;
  EXPECT_NE(text.find("missed with bodies: nan/0 step 1"), std::string::npos) << text;
  EXPECT_NE(to_table({good, bad, nan}, 1e-8).find("66.67 %"), std::string::npos);
}

}  // namespace
}  // namespace stiction::bench
