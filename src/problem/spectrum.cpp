#include "stiction/problem/spectrum.h"

#include <Eigen/Eigenvalues>

namespace stiction {

int rows_in_use(const LocalProblem& problem) {
  int rows = 0;
  for (const LocalContact& c : problem.contacts) rows += c.rows;
  return rows;
}

std::vector<double> eigenvalues(const LocalProblem& problem) {
  std::vector<int> first(problem.size() + 1, 0);
  for (int k = 0; k < problem.size(); ++k) first[k + 1] = first[k] + problem.contacts[k].rows;
  const int n = first.back();
  if (n == 0) return {};
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(n, n);
  for (int k = 0; k < problem.size(); ++k)
    for (int e = problem.W.start[k]; e < problem.W.start[k + 1]; ++e) {
      const int j = problem.W.column[e];
      for (int row = 0; row < problem.contacts[k].rows; ++row)
        for (int column = 0; column < problem.contacts[j].rows; ++column) {
          const double half = 0.5 * problem.W.block[e](row, column);
          W(first[k] + row, first[j] + column) += half;
          W(first[j] + column, first[k] + row) += half;
        }
    }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(W, Eigen::EigenvaluesOnly);
  return {solver.eigenvalues().data(), solver.eigenvalues().data() + n};
}

}  // namespace stiction
