// The contact problem in contact space, u = W r + q: what problem files hold, and what solvers that know no bodies use.
// The laws are those of contact_problem.h, with the bias already taken off u and q.
#pragma once

#include <vector>

#include "stiction/problem/contact_problem.h"

namespace stiction {

/// The law of one triple of rows.
struct LocalContact {
  RowLaw law = RowLaw::coulomb;
  double mu = 0;
  int rows = 3;                                     ///< rows in use; the others are zero (bounded rows only)
  Vec3 lower = Vec3::Zero(), upper = Vec3::Zero();  ///< bounds of the impulses (bounded and rolling rows)
  double noise = 0;  ///< impulse that rounding alone makes uncertain, N·s: residuals below it count as zero
  int parent = -1;   ///< rolling rows: index of their contact, which comes before them
};

/// W = G M⁻¹ Gᵀ in 3×3 blocks, by rows: blocks of row k are start[k] .. start[k + 1], columns ascending.
/// Structurally symmetric, with every diagonal block present. From a file the values may be slightly unsymmetric.
struct BlockRows {
  std::vector<int> start, column;
  std::vector<Mat3> block;
  int size() const { return static_cast<int>(start.size()) - 1; }
  /// W_kk.
  const Mat3& diagonal(int k) const;
};

struct LocalProblem {
  BlockRows W;
  std::vector<Vec3> q;  ///< relative velocities without impulses, bias off
  std::vector<LocalContact> contacts;
  int size() const { return static_cast<int>(contacts.size()); }
};

/// The same problem seen from its contacts.
LocalProblem condense(const ContactProblem& problem);

/// u = W r + q.
std::vector<Vec3> relative_velocities(const LocalProblem& problem, const std::vector<Vec3>& r);

}  // namespace stiction
