// The Python class of worlds, bound in two files.
#pragma once

#include <memory>

#include "live_world.h"

namespace stiction::python {

using WorldClass = py::class_<LiveWorld, std::shared_ptr<LiveWorld>>;

/// Arrays over the bodies' memory, names, bodies that are added, recordings.
void bind_state(WorldClass& world);

}  // namespace stiction::python
