// What a recording shows: its bodies' shapes, from the scene inside it.
#pragma once

#include "stiction/export/display.h"

namespace stiction::cli {

/// Throws InputError if the recording's scene cannot be built (a mesh file is gone, say) or does not fit it.
ShownWorld recorded_world(const Recording& recording);

/// Length of a step, s; needs none of the scene's files.
double recorded_step(const Recording& recording);

}  // namespace stiction::cli
