// Files that are wrong give an error that says where, and never crash.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>

#include "problem/fclib_samples.h"
#include "stiction/common/error.h"
#include "stiction/problem/fclib.h"
#include "support/temporary_folder.h"

namespace stiction {
namespace {

using fclib::Writer;
using testing::Form;
using testing::TemporaryFolder;
using testing::write_sample;

/// The message for a sample that `change` spoiled.
std::string message(const std::function<void(Writer&)>& change, Form form = Form::rows) {
  const TemporaryFolder folder;
  const std::string path = folder.file("p.h5");
  write_sample(path, form, change);
  try {
    read_problem(path);
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).rfind(path, 0), 0U) << error.what();
    EXPECT_FALSE(error.remedy().empty());
    return error.where().substr(path.size()) + " " + error.problem();
  }
  ADD_FAILURE() << "was read";
  return {};
}

void replace_numbers(Writer& w, const std::string& name, const std::vector<double>& values) {
  w.remove(name);
  w.numbers(name, values);
}
void replace_integers(Writer& w, const std::string& name, const std::vector<int>& values) {
  w.remove(name);
  w.integers(name, values);
}

TEST(DamagedProblem, SaysWhichFieldIsWrong) {
  const auto expect = [](const std::string& field, const std::string& what, const std::string& message) {
    EXPECT_NE(message.find(field), std::string::npos) << message;
    EXPECT_NE(message.find(what), std::string::npos) << message;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  expect("vectors/q[2]", "finite", message([&](Writer& w) {
           replace_numbers(w, "fclib_local/vectors/q", {0, 0, nan, 0, 0, 0});
         }));
  expect("vectors/mu[1]", "finite", message([&](Writer& w) {
           replace_numbers(w, "fclib_local/vectors/mu", {0, inf});
         }));
  expect("vectors/mu[0]", "negative", message([&](Writer& w) {
           replace_numbers(w, "fclib_local/vectors/mu", {-0.1, 0});
         }));
  expect("vectors/mu", "3 numbers", message([&](Writer& w) {
           replace_numbers(w, "fclib_local/vectors/mu", {0, 0, 0});
         }));
  expect("vectors/q", "missing", message([&](Writer& w) { w.remove("fclib_local/vectors/q"); }));
  expect("spacedim", "is 4", message([&](Writer& w) { replace_integers(w, "fclib_local/spacedim", {4}); }));
  expect("spacedim", "single", message([&](Writer& w) { replace_integers(w, "fclib_local/spacedim", {3, 3}); }));
  expect("W/n", "is 7", message([&](Writer& w) { replace_integers(w, "fclib_local/W/n", {7}); }));
  expect("W/m", "is -6", message([&](Writer& w) { replace_integers(w, "fclib_local/W/m", {-6}); }));
  expect("W/nz", "is -3", message([&](Writer& w) { replace_integers(w, "fclib_local/W/nz", {-3}); }));
  expect("W/nz", "larger", message([&](Writer& w) { replace_integers(w, "fclib_local/W/nz", {11}); }, Form::triplets));
  expect("W/p", "ascend", message([&](Writer& w) { replace_integers(w, "fclib_local/W/p", {0, 3, 2, 6, 8, 9, 10}); }));
  expect("W/p", "beyond", message([&](Writer& w) { replace_integers(w, "fclib_local/W/p", {0, 3, 5, 6, 8, 9, 11}); }));
  expect("W/p", "6 numbers", message([&](Writer& w) { replace_integers(w, "fclib_local/W/p", {0, 3, 5, 6, 8, 10}); }));
  expect("W/i[", "is 6", message([&](Writer& w) {
           replace_integers(w, "fclib_local/W/i", {0, 1, 3, 0, 1, 2, 0, 3, 4, 6});
         }));
  expect("W/i", "outside",
         message(
             [&](Writer& w) {
               replace_integers(w, "fclib_local/W/i", {0, 0, 1, 1, 2, 3, 4, 6, 0, 3});
             },
             Form::triplets));
  expect("W/x[9]", "finite", message([&](Writer& w) {
           replace_numbers(w, "fclib_local/W/x", {1, 1, 1, 1, 1, 1, 1, 1, 1, nan});
         }));
  expect("W/i", "integers", message([&](Writer& w) { replace_numbers(w, "fclib_local/W/i", {0, 1, 2}); }));
  expect("vectors/q", "not a dataset", message([&](Writer& w) {
           w.remove("fclib_local/vectors/q");
           w.group("fclib_local/vectors/q");
         }));
  expect("R/m", "missing", message([&](Writer& w) { w.matrix("fclib_local/V", {6, 2, {}}); }));
  expect("solution/r", "3 numbers", message([&](Writer& w) {
           w.group("solution");
           w.numbers("solution/r", {1, 2, 3});
         }));
  expect("guesses/2/r", "missing", message([&](Writer& w) {
           w.group("guesses");
           w.integers("guesses/number_of_guesses", {2});
           w.group("guesses/1");
           w.numbers("guesses/1/r", std::vector<double>(6, 0.0));
         }));
  expect("fclib_local", "missing", message([&](Writer& w) { w.remove("fclib_local"); }));
}

TEST(DamagedProblem, SingularMassIsNamed) {
  const std::string what = message([](Writer& w) {
    w.remove("fclib_local");
    w.group("fclib_global");
    w.integers("fclib_global/spacedim", {3});
    w.matrix("fclib_global/M", {3, 3, {{0, 0, 1}, {1, 1, 1}}});
    w.matrix("fclib_global/H", {3, 3, {{0, 0, 1}, {1, 1, 1}, {2, 2, 1}}});
    w.group("fclib_global/vectors");
    w.numbers("fclib_global/vectors/f", {1, 1, 1});
    w.numbers("fclib_global/vectors/w", {0, 0, 0});
    w.numbers("fclib_global/vectors/mu", {0.5});
  });
  EXPECT_NE(what.find("fclib_global/M"), std::string::npos) << what;
}

TEST(DamagedProblem, OtherThingsGiveAnErrorThatNamesThem) {
  const TemporaryFolder folder;
  EXPECT_THROW(read_problem(folder.file("missing.h5")), InputError);
  EXPECT_THROW(read_problem(folder.file("")), InputError);
  for (const std::string& content : {std::string(), std::string("{}"), std::string(5000, '\0')}) {
    std::ofstream(folder.file("x.h5"), std::ios::binary | std::ios::trunc) << content;
    EXPECT_THROW(read_problem(folder.file("x.h5")), InputError);
  }
  EXPECT_THROW(write_local_problem(folder.file("no/p.h5"), LocalProblem{{{0}, {}, {}}, {}, {}}, {}), InputError);
}

TEST(DamagedProblem, CutsAndFlippedBytesNeverCrash) {
  const TemporaryFolder folder;
  const std::string path = folder.file("p.h5");
  write_sample(path, Form::columns);
  std::ifstream stream(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  const auto try_to_read = [&](const std::string& content) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(content.data(), static_cast<std::streamsize>(content.size()));
    try {
      read_problem(path);
      return true;
    } catch (const InputError&) {
      return false;
    }
  };
  ASSERT_TRUE(try_to_read(bytes));
  for (std::size_t length = 0; length < bytes.size(); length += bytes.size() / 100)
    EXPECT_FALSE(try_to_read(bytes.substr(0, length))) << length;
  std::mt19937_64 random(11);
  for (int round = 0; round < 600; ++round) {
    std::string damaged = bytes;
    damaged[random() % damaged.size()] ^= static_cast<char>(1 + random() % 255);
    try_to_read(damaged);
  }
}

}  // namespace
}  // namespace stiction
