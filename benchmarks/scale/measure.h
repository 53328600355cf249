// Steps of a world, timed, with the memory they took.
#pragma once

#include <functional>

#include "stiction/stepping/world.h"

namespace stiction::scale {

struct Measured {
  int steps = 0, converged = 0;
  int carried = 0;      ///< steps whose impulses were those of the step before
  double contacts = 0;  ///< mean
  int most_contacts = 0;
  double seconds = 0;  ///< CPU time of the process over all steps
  double wall_seconds = 0;
  double slowest = 0;         ///< step, wall time in s
  double factorizations = 0;  ///< over all steps
  double bytes = 0;           ///< most memory held above what was held before
  double ms() const { return 1e3 * seconds / steps; }
};

/// Takes `steps` steps, or fewer if they take longer than `limit_s` together (at least one).
Measured measure(World& world, int steps, double limit_s);

/// What `work` measures in a process of its own, whose memory nothing before it has touched. To be called before this
/// process has threads. Throws if that process does not end well.
Measured apart(const std::function<Measured()>& work);

/// Memory held by the process, bytes; and the most it ever held since `forget_peak`.
double memory_now();
double memory_peak();
void forget_peak();

/// Exponent p of y = c x^p by least squares in logarithms.
double exponent(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace stiction::scale
