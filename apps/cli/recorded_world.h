// What a recording shows: its bodies' shapes, from the scene inside it.
#pragma once

#include "stiction/export/display.h"

namespace stiction::cli {

/// Throws InputError if the recording's scene cannot be built (a mesh file is gone, say) or does not fit it.
ShownWorld recorded_world(const Recording& recording);

}  // namespace stiction::cli
