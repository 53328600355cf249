// Rows of contacts that move many bodies of a problem, as those of deformable bodies do. Contacts that follow each
// other and move the same bodies are a run: their rows lie side by side in memory, and products with them are dense
// ones.
#pragma once

#include <memory>
#include <vector>

#include "stiction/linalg/row_kernel.h"
#include "stiction/linalg/types.h"

namespace stiction {

/// Contacts first .. first + count of a problem.
struct RowRun {
  int first = 0, count = 0;
  int terms = 0;                 ///< bodies that each of the contacts moves
  int stride = 0;                ///< from one row to the next: 6 numbers for each body, then zeros
  const int* bodies = nullptr;   ///< in the order of the contacts' terms
  const double* rows = nullptr;  ///< three for each contact

  const double* row(int place, int axis) const { return rows + (3 * std::ptrdiff_t(place) + axis) * stride; }
  /// What body `term` of a contact adds to its rows.
  Mat36 block(int place, int term) const {
    Mat36 J;
    for (int axis = 0; axis < 3; ++axis) J.row(axis) = Eigen::Map<const Vec6>(row(place, axis) + 6 * term).transpose();
    return J;
  }
};

/// All runs of a problem and their memory. May be moved, never copied: contacts refer to the runs.
class RowRuns {
 public:
  RowRuns() = default;
  RowRuns(RowRuns&&) = default;
  RowRuns& operator=(RowRuns&&) = default;

  /// What is to come, so that nothing moves any more.
  struct Size {
    int runs = 0, bodies = 0;
    std::ptrdiff_t numbers = 0;
    /// A run of this many contacts and bodies.
    void add(int contacts, int terms) {
      ++runs;
      bodies += terms;
      numbers += 3 * std::ptrdiff_t(contacts) * row_stride(6 * terms);
    }
  };
  void reserve(const Size& size);
  /// Begins a run with contact `first`, which moves these bodies. The run has no contacts yet.
  void begin(int first, const std::vector<int>& bodies);
  /// One more contact of the last run; its three rows are to be filled in, as far as there are bodies.
  double* append();

  bool empty() const { return runs_.empty(); }
  std::vector<RowRun>::const_iterator begin() const { return runs_.begin(); }
  std::vector<RowRun>::const_iterator end() const { return runs_.end(); }
  const RowRun& back() const { return runs_.back(); }

  /// w += Jᵀ r over all runs; u = J w for the contacts of all runs.
  void add_impulses(const std::vector<Vec3>& r, std::vector<Vec6>& w) const;
  void velocities(const std::vector<Vec6>& w, std::vector<Vec3>& u) const;

 private:
  std::vector<RowRun> runs_;
  std::vector<int> bodies_;
  std::unique_ptr<double[]> numbers_;
  std::ptrdiff_t used_ = 0;
  int widest_ = 0;  ///< greatest stride
};

}  // namespace stiction
