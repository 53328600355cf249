// `auto` on every problem file at hand: contact problems of real simulations, at rest and in motion.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "stiction/problem/certificate.h"
#include "stiction/problem/fclib.h"
#include "stiction/solvers/contact_solver.h"

namespace stiction {
namespace {

std::vector<std::string> problem_files() {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(STICTION_PROBLEMS, ignored))
    if (entry.path().extension() == ".hdf5") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

TEST(ProblemFiles, AutoSolvesAllOfThemInBothErrors) {
  const auto files = problem_files();
  if (files.empty()) GTEST_SKIP() << "no problem files in " << STICTION_PROBLEMS;
  const auto solver = make_solver({});
  for (const std::string& path : files) {
    const ProblemFile file = read_problem(path);
    std::vector<Vec3> r(file.problem.size(), Vec3::Zero());
    Budget budget;
    budget.tolerance = 1e-8;
    solver->solve(file.problem, r, budget);
    const Certificate c = certify(file.problem, r);
    EXPECT_LE(c.error, 1e-8) << path;
    EXPECT_LE(c.error_q, 1e-8) << path;
    // A warm start from the answer costs nothing and changes nothing.
    const std::vector<Vec3> answer = r;
    EXPECT_EQ(solver->solve(file.problem, r, budget).factorizations, 0) << path;
  }
}

}  // namespace
}  // namespace stiction
