// VTK's XML files: what ParaView opens.
#pragma once

#include <string>

#include "stiction/export/display.h"
#include "stiction/export/export_job.h"

namespace stiction {

/// Writes `path` (.pvd), the list of times, and beside it the folder STEM_frames with two files for each frame:
/// bodies_K.vtp, the surfaces in place, and contacts_K.vtp, a point for each contact. See docs/export.md for their
/// arrays. Returns false if `progress` ended the work. Throws InputError.
bool write_vtk(const std::string& path, const Recording& recording, const ShownWorld& world,
               const FrameChoice& choice = {}, const ExportProgress& progress = {});

}  // namespace stiction
