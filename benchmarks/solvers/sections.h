// The parts of `stiction bench solvers`, each printed as a table beside what its paper reports.
#pragma once

namespace stiction::bench {

/// Fischer-Newton beside Gauss-Seidel, warm-started, about 280 contacts.
void newton_section(bool quick);
/// Gauss-Seidel, conjugate gradients and their combination: cone against pyramid, and how many problems end unsolved.
void regions_section(bool quick);
/// How far Lemke's pivoting gets with stacks and card houses.
void lemke_section(bool quick);

}  // namespace stiction::bench
