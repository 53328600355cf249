// A minimal version of every exhibit of `stiction papers`.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>

#include "framework/paper.h"

namespace stiction::papers {
namespace {

std::vector<Exhibit> all_exhibits() {
  std::vector<Exhibit> all;
  for (const Paper& paper : all_papers()) all.insert(all.end(), paper.exhibits.begin(), paper.exhibits.end());
  return all;
}

}  // namespace

/// Names, not bytes, in the messages of tests.
void PrintTo(const Exhibit& exhibit, std::ostream* out) { *out << exhibit.name; }

namespace {

class Exhibits : public ::testing::TestWithParam<Exhibit> {};

TEST_P(Exhibits, ShowsWhatMustBeSeen) {
  if (GetParam().available && !GetParam().available()) GTEST_SKIP() << "its model is not at hand";
  const Findings findings = play(GetParam(), Depth::minimal, {});
  EXPECT_FALSE(findings.checks.empty());
  for (const Check& check : findings.checks) EXPECT_TRUE(check.seen) << check.what << ": " << check.detail;
  EXPECT_TRUE(findings.pictures.empty());
}

INSTANTIATE_TEST_SUITE_P(Papers, Exhibits, ::testing::ValuesIn(all_exhibits()),
                         [](const auto& c) { return c.param.name; });

TEST(Papers, AFailureIsAFindingButNotWhileItHasToStop) {
  Exhibit exhibit{"broken", "Broken", "Nothing.", [](Stage&) { throw std::runtime_error("write cut short"); }};
  EXPECT_FALSE(play(exhibit, Depth::minimal, {}).all_seen());
  Watch watch;
  watch.go_on = [] { return false; };
  EXPECT_THROW(play(exhibit, Depth::minimal, watch), Stopped);
}

TEST(Papers, NamesAreUnique) {
  std::set<std::string> names;
  for (const Paper& paper : all_papers()) {
    EXPECT_TRUE(names.insert(paper.name).second) << paper.name;
    for (const Exhibit& exhibit : paper.exhibits) EXPECT_TRUE(names.insert(exhibit.name).second) << exhibit.name;
  }
}

TEST(Papers, AnExhibitThatThrowsIsOneThatWasNotSeen) {
  const Exhibit exhibit{"broken", "", "", [](Stage&) { throw std::runtime_error("no such thing"); }};
  const Findings findings = play(exhibit, Depth::minimal, {});
  EXPECT_FALSE(findings.all_seen());
  EXPECT_EQ(findings.checks.at(0).detail, "no such thing");
}

TEST(Papers, AStopReachesTheCaller) {
  Watch watch;
  watch.go_on = [] { return false; };
  EXPECT_THROW(play(all_papers().front().exhibits.front(), Depth::minimal, watch), Stopped);
}

TEST(Findings, SurviveAFile) {
  Findings before;
  before.checks = {{"it stands", false, "it fell"}};
  before.comparisons = {{"Table 1", "arch", "solve", 1.2, 0.004}, {"Table 1", "arch", "cold", NAN, 3}};
  before.tables = {{"title", {"a", "b"}, {{"1", "2"}, {"3", "4"}}}};
  before.plots = {{"plot", "x", "y", true, false, {{"curve", {{1, 2}, {3, NAN}}, true, false, 4}}}};
  before.pictures = {{"caption", "bytes"}};
  before.health = {{"film", 600, 60000, 0.99, 0.5, 1e-3, 2e-4}};
  before.notes = {"a note"};
  before.wall_s = 2.5;
  before.cpu_s = 1.5;
  const std::string text = to_json(before);
  const Findings after = findings_from_json(text, "test");
  EXPECT_EQ(to_json(after), text);
  EXPECT_FALSE(after.all_seen());
  EXPECT_TRUE(std::isnan(after.comparisons[1].paper));
  EXPECT_EQ(after.comparisons[0].ours, 0.004);
  EXPECT_TRUE(std::isnan(after.plots[0].curves[0].points[1].second));
  EXPECT_EQ(after.pictures[0].caption, "caption");
  EXPECT_TRUE(after.pictures[0].png.empty());
  EXPECT_EQ(after.health[0].steps, 60000);
  EXPECT_ANY_THROW(findings_from_json("{}", "test"));
}

}  // namespace
}  // namespace stiction::papers
