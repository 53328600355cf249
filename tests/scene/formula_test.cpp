// Formulas in t: precedence, functions, errors.
#include "stiction/scene/formula.h"

#include <cmath>
#include <numbers>

#include "scene/scene_fixtures.h"

namespace stiction {
namespace {

using stiction::testing::error_of;

double value(const std::string& text, double t = 0) { return Formula(text)(t); }

TEST(Formula, NumbersAndNames) {
  EXPECT_EQ(value("0"), 0);
  EXPECT_EQ(value(" 1.5e-3 "), 1.5e-3);
  EXPECT_EQ(value(".5"), 0.5);
  EXPECT_EQ(value("t", 7), 7);
  EXPECT_EQ(value("pi"), std::numbers::pi);
}

TEST(Formula, ProductsBindTighterThanSums) {
  EXPECT_EQ(value("1+2*3"), 7);
  EXPECT_EQ(value("(1+2)*3"), 9);
  EXPECT_EQ(value("1-2-3"), -4);
  EXPECT_EQ(value("12/3/2"), 2);
  EXPECT_EQ(value("12/3*2"), 8);
  EXPECT_EQ(value("2*t+1", 3), 7);
  EXPECT_EQ(value("1 - 2 + 3"), 2);
}

TEST(Formula, PowersBindTightestAndFromTheRight) {
  EXPECT_EQ(value("2^3^2"), 512);
  EXPECT_EQ(value("(2^3)^2"), 64);
  EXPECT_EQ(value("2*3^2"), 18);
  EXPECT_EQ(value("2^-1"), 0.5);
  EXPECT_EQ(value("4^0.5*3"), 6);
}

TEST(Formula, MinusAppliesAfterPowersAndBeforeProducts) {
  EXPECT_EQ(value("-2^2"), -4);
  EXPECT_EQ(value("(-2)^2"), 4);
  EXPECT_EQ(value("-2*3"), -6);
  EXPECT_EQ(value("2*-3"), -6);
  EXPECT_EQ(value("2--3"), 5);
  EXPECT_EQ(value("--t", 4), 4);
}

TEST(Formula, Functions) {
  EXPECT_EQ(value("sin(t)", 0.3), std::sin(0.3));
  EXPECT_EQ(value("cos(t)", 0.3), std::cos(0.3));
  EXPECT_EQ(value("tan(t)", 0.3), std::tan(0.3));
  EXPECT_EQ(value("exp(t)", 0.3), std::exp(0.3));
  EXPECT_EQ(value("log(t)", 0.3), std::log(0.3));
  EXPECT_EQ(value("sqrt(9)"), 3);
  EXPECT_EQ(value("abs(t)", -2), 2);
  EXPECT_EQ(value("min(t, 1)", 3), 1);
  EXPECT_EQ(value("max(t, 1)", 3), 3);
  EXPECT_EQ(value("step(t-1)", 0.999), 0);
  EXPECT_EQ(value("step(t-1)", 1), 1);
  EXPECT_DOUBLE_EQ(value("0.1*sin(2*pi*5*t)", 0.05), 0.1);
  EXPECT_EQ(value("max(min(t, 2), 1)^2", 5), 4);
}

TEST(Formula, IsNotFiniteWhereMathematicsIsNot) {
  EXPECT_TRUE(std::isnan(value("sqrt(t)", -1)));
  EXPECT_TRUE(std::isinf(value("1/t", 0)));
}

TEST(Formula, BrokenOnesTellWhere) {
  struct Bad {
    const char* text;
    const char* reason;
  };
  for (const Bad& bad : std::initializer_list<Bad>{{"", "ends too early at character 1"},
                                                   {"1+", "ends too early at character 3"},
                                                   {"(1+2", "lacks ')'"},
                                                   {"1+2)", "something left over at character 4"},
                                                   {"2t", "something left over at character 2"},
                                                   {"sin", "lacks '('"},
                                                   {"sin()", "has no number"},
                                                   {"sin(1, 2)", "another number of arguments than 1"},
                                                   {"min(1)", "another number of arguments than 2"},
                                                   {"sinus(t)", "unknown word \"sinus\" at character 1"},
                                                   {"x", "unknown word \"x\""},
                                                   {"nan", "unknown word \"nan\""},
                                                   {"1*/2", "has no number at character 3"},
                                                   {"1e999", "has no"},
                                                   {"$", "has no number"},
                                                   {"1 2", "something left over"}}) {
    const InputError error = error_of([&] { Formula{bad.text}; });
    EXPECT_NE(error.problem().find(bad.reason), std::string::npos) << bad.text << ": " << error.what();
    EXPECT_FALSE(error.remedy().empty());
  }
  EXPECT_THROW(Formula(std::string(100000, '(')), InputError);
  EXPECT_THROW(Formula(std::string(100000, '-')), InputError);
  std::string nested = "t";
  for (int i = 0; i < 50; ++i) nested = "(" + nested + "+1)";
  EXPECT_EQ(value(nested, 1), 51);
}

}  // namespace
}  // namespace stiction
