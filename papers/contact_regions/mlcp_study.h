// Gauss-Seidel, conjugate gradients and their combination on the same problems, from nothing, with the friction pyramid
// and with the cone.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "stiction/problem/local_problem.h"

namespace stiction::papers {

/// Sums over problems of one method and one friction set.
struct MlcpTally {
  int problems = 0, poor = 0;  ///< poor: missed the tolerance within the limits
  double seconds = 0;          ///< CPU
  double iterations = 0;

  double poor_percent() const { return 100.0 * poor / (problems > 0 ? problems : 1); }
};

struct MlcpRow {
  std::string method;
  MlcpTally pyramid, cone;

  double cone_saves_percent() const { return 100 * (1 - cone.seconds / pyramid.seconds); }
};

class MlcpStudy {
 public:
  static constexpr double kTolerance = 1e-4;  ///< of the model error
  static constexpr int kSweeps = 1000;        ///< at most

  MlcpStudy();
  void take(const LocalProblem& problem);

  const std::vector<MlcpRow>& rows() const { return rows_; }
  int problems() const { return rows_.front().cone.problems; }
  int largest() const { return largest_; }  ///< contacts of the largest problem

 private:
  std::vector<MlcpRow> rows_;
  int largest_ = 0;
};

}  // namespace stiction::papers
