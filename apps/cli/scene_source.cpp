#include "scene_source.h"

#include <filesystem>
#include <map>

#include "stiction/common/error.h"
#include "stiction/scene/gallery.h"

namespace stiction::cli {
namespace {

std::map<std::string, GalleryValue> gallery_overrides(const SceneOptions& options) {
  std::map<std::string, GalleryValue> overrides;
  for (const std::string& entry : options.set) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw InputError("--set " + entry, "is not key=value", "write for example --set levels=5");
    }
    overrides.insert_or_assign(entry.substr(0, equals), GalleryValue(entry.substr(equals + 1)));
  }
  if (options.seed) overrides.insert_or_assign("seed", GalleryValue(std::to_string(*options.seed)));
  return overrides;
}

Scene load_source(const SceneOptions& options) {
  const std::string& source = options.source;
  if (find_gallery_entry(source)) return build_gallery_scene(source, gallery_overrides(options));
  const bool looks_like_a_file = source.find_first_of("/.") != std::string::npos || std::filesystem::exists(source);
  if (!looks_like_a_file) return build_gallery_scene(source);  // tells which names there are
  if (!options.set.empty() || options.seed) {
    throw InputError(source, "is a file, and files take no --set and no --seed",
                     "edit the file, or use these options with a scene of the gallery");
  }
  return load_scene(source);
}

/// A wrong value should be reported by the option that gave it, not by the scene's field.
std::string option_for(const std::string& field, const SceneOptions& options) {
  if (field == "duration" && options.duration) return "--duration";
  if (field == "step" && options.step) return "--step";
  if (field == "duration" && options.step) return "--step";
  if (field == "solver.type" && options.solver) return "--solver";
  if (field == "solver.tolerance" && options.tolerance) return "--tolerance";
  if (field == "solver.max_iterations" && options.max_iterations) return "--max-iterations";
  if (field == "solver.time_limit_ms" && options.budget_ms) return "--budget-ms";
  return field;
}

}  // namespace

Scene load(const SceneOptions& options) {
  Scene scene = load_source(options);
  apply_overrides(options, scene);
  return scene;
}

void apply_overrides(const SceneOptions& options, Scene& scene) {
  scene.duration = options.duration.value_or(scene.duration);
  scene.step = options.step.value_or(scene.step);
  scene.solver.type = options.solver.value_or(scene.solver.type);
  scene.solver.tolerance = options.tolerance.value_or(scene.solver.tolerance);
  scene.solver.max_iterations = options.max_iterations.value_or(scene.solver.max_iterations);
  if (options.budget_ms) scene.solver.time_limit_s = *options.budget_ms / 1000;
  try {
    validate(scene);
  } catch (const InputError& error) {
    const std::string where = option_for(error.where(), options);
    const std::string outer = options.source.empty() ? "" : options.source + ": ";
    throw InputError(outer + where, error.problem(), error.remedy());
  }
}

std::string short_name(const std::string& source) { return std::filesystem::path(source).stem().string(); }

}  // namespace stiction::cli
