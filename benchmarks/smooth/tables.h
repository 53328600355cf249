// The two tables of Kry and Pai, "Continuous contact simulation for smooth surfaces", 2002, with our numbers beside
// them.
#pragma once

#include <functional>

namespace stiction::smooth_bench {

/// Least and median CPU time (s) of one of `calls` calls, over five rounds.
struct Cost {
  double least = 0, median = 0;
};
Cost cost_of(int calls, const std::function<void()>& work);

/// Ten partial derivatives and whole accelerations (Table I: Java, 350 MHz Pentium II).
void table_one();
/// The 3 s run of a bowl on a table (Table II: 1.8 GHz Xeon).
void table_two();

}  // namespace stiction::smooth_bench
