// glTF 2.0, binary: the bodies of a recording with their motion, for viewers and modelling programs.
#pragma once

#include <string>

#include "stiction/export/display.h"
#include "stiction/export/export_job.h"

namespace stiction {

/// Writes one .glb: a node for every body under a root that turns stiction's z up into glTF's y up. Translation and
/// rotation of nodes are position and rotation of the recorded frames, in single precision; what never moves has no
/// animation. Returns false if `progress` ended the work. Throws InputError.
bool write_gltf(const std::string& path, const Recording& recording, const ShownWorld& world,
                const FrameChoice& choice = {}, const ExportProgress& progress = {});

}  // namespace stiction
