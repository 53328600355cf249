#include "export_command.h"

#include <fmt/core.h>

#include <filesystem>

#include "exit_codes.h"
#include "recorded_world.h"
#include "stiction/common/error.h"
#include "stiction/export/csv.h"
#include "stiction/export/gltf.h"
#include "stiction/export/vtk.h"
#include "work_progress.h"

namespace stiction::cli {
namespace {

double megabytes(const std::string& path) { return double(std::filesystem::file_size(path)) / 1e6; }

int stopped() {
  fmt::print(stderr, "stiction: stopped; nothing was written\n");
  return kStopped;
}

}  // namespace

int export_command(const ExportOptions& options) {
  const std::string ending = std::filesystem::path(options.output).extension().string();
  if (ending != ".glb" && ending != ".csv" && ending != ".pvd")
    throw InputError("-o " + options.output, ending.empty() ? "has no ending" : "ends in " + ending,
                     "give .glb (glTF), .csv (tables) or .pvd (VTK files for ParaView)");
  if (!options.table.empty() && ending != ".csv")
    throw InputError("--table", "is for .csv alone", "leave it out, or choose a .csv file");
  const Recording recording(options.recording);
  WorkProgress line(options.output);
  const auto progress = [&](double done) { return line.update(done); };
  if (ending == ".csv") {
    const auto files =
        write_csv(options.output, options.table, recording, recorded_step(recording), options.frames, progress);
    if (files.empty()) return stopped();
    for (const std::string& file : files) fmt::print("{} ({:.1f} MB)\n", file, megabytes(file));
    return kGood;
  }
  const ShownWorld world = recorded_world(recording);
  const bool complete = ending == ".glb" ? write_gltf(options.output, recording, world, options.frames, progress)
                                         : write_vtk(options.output, recording, world, options.frames, progress);
  if (!complete) return stopped();
  fmt::print("{} ({:.1f} MB)\n", options.output, megabytes(options.output));
  return kGood;
}

}  // namespace stiction::cli
