// The two tables of Kry and Pai, "Continuous contact simulation for smooth surfaces", 2002, with our numbers beside
// them.
#pragma once

namespace stiction::smooth_bench {

/// Ten partial derivatives and whole accelerations (Table I: Java, 350 MHz Pentium II).
void table_one();
/// The 3 s run of a bowl on a table (Table II: 1.8 GHz Xeon).
void table_two();

}  // namespace stiction::smooth_bench
