// Worlds of a given number of boxes.
#pragma once

#include "stiction/stepping/world.h"

namespace stiction::scale {

/// The gallery's container: boxes about to fall.
World falling(int boxes);
/// Boxes laid in bond, every one on four others: a block at rest, about as high as wide.
World resting(int boxes);
/// The gallery's bunnies, about to fall into a bin of about their cloud's own height.
World falling_bunnies(int count, double tolerance);
/// Many small heaps of boxes that fall far from each other.
World islands(int count, int boxes_each);

}  // namespace stiction::scale
