// Shared by the two ways to an elastic model: from a mesh and from bytes.
#pragma once

#include "stiction/bodies/elastic/elastic_model.h"

namespace stiction {

/// Fills in what follows from kind, mesh, masses, basis and frequencies.
void complete_model(ElasticModel& model);

}  // namespace stiction
