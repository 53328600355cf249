// Problems out of a running scene, solved as separate contact regions and as one problem: the same solver (conjugate
// gradients, then Gauss-Seidel) and the same dense storage on both sides, as in the paper.
#pragma once

#include <functional>
#include <vector>

#include "stiction/scene/scene.h"

namespace stiction::papers {

struct RegionsOptions {
  double tolerance = 1e-4;                ///< of the paper's solver
  int every = 5;                          ///< steps from one problem to the next
  std::function<void(double)> step = {};  ///< after every step, with the time, s; may throw
};

/// CPU seconds from a problem's blocks to impulses, and blocks that missed the tolerance.
struct RegionsSide {
  double seconds = 0;
  int poor = 0;
};

/// Sums over problems of about as many contacts.
struct RegionsBin {
  int problems = 0;
  double contacts = 0, regions = 0;
  RegionsSide apart, together;
  double ours = 0;     ///< s, this engine's default solver, from nothing too
  double pyramid = 0;  ///< s, regions apart with the friction pyramid in place of the cone

  void add(const RegionsBin& other);
};

struct RegionsStudy {
  std::vector<RegionsBin> bins;  ///< ten contacts wide each; some are empty
  RegionsBin all;
};

RegionsStudy study_regions(const Scene& scene, const RegionsOptions& options);

/// Exponent of a cost that grows as a power of the number of contacts; NaN for too few bins.
double growth(const std::vector<RegionsBin>& bins, double (*cost)(const RegionsBin&));

}  // namespace stiction::papers
