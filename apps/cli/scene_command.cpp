#include "scene_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "exit_codes.h"
#include "scene_source.h"
#include "stiction/common/error.h"
#include "stiction/scene/gallery.h"

namespace stiction::cli {
namespace {

std::string value_text(const GalleryValue& value) {
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{:g}", *number);
  return std::get<std::string>(value);
}

std::string allowed_text(const GalleryParameter& parameter) {
  if (parameter.is_number()) return fmt::format("{:g} to {:g}", parameter.min, parameter.max);
  if (parameter.free_text) return "text";
  std::string text;
  for (const std::string& choice : parameter.choices) text += (text.empty() ? "" : " | ") + choice;
  return text;
}

void print_parameters(const GalleryEntry& entry) {
  std::size_t width = 0;
  for (const GalleryParameter& p : entry.parameters) width = std::max(width, p.name.size());
  fmt::print("\nParameters (change them with --set name=value):\n");
  for (const GalleryParameter& p : entry.parameters) {
    fmt::print("  {:<{}}  {}{}{} (default {}; {})\n", p.name, width, p.description, p.unit.empty() ? "" : ", ", p.unit,
               value_text(p.default_value), allowed_text(p));
  }
}

void print_overview(const Scene& scene) {
  const auto fixed = std::count_if(scene.bodies.begin(), scene.bodies.end(), [](const auto& b) { return b.fixed; });
  fmt::print("  {} bodies, {} of them fixed; {} materials\n", scene.bodies.size(), fixed, scene.materials.size());
  fmt::print("  {:g} s in steps of {:g} s; solver {}, tolerance {:g}\n", scene.duration, scene.step, scene.solver.type,
             scene.solver.tolerance);
}

}  // namespace

int scene_list() {
  std::size_t width = 0;
  for (const GalleryEntry& entry : gallery()) width = std::max(width, entry.name.size());
  for (const GalleryEntry& entry : gallery()) fmt::print("{:<{}}  {}\n", entry.name, width, entry.description);
  return kGood;
}

int scene_show(const std::string& source) {
  SceneOptions options;
  options.source = source;
  const Scene scene = load(options);
  fmt::print("{}{}{}\n", scene.name, scene.description.empty() ? "" : ": ", scene.description);
  print_overview(scene);
  if (const GalleryEntry* entry = find_gallery_entry(source)) print_parameters(*entry);
  return kGood;
}

int scene_export(const SceneOptions& options, const std::string& output, bool force) {
  const std::string json = scene_to_json(load(options));
  if (output.empty()) {
    fmt::print("{}", json);
    return kGood;
  }
  std::error_code failure;
  if (std::filesystem::is_regular_file(output, failure) && !force) {
    throw InputError(output, "exists", "choose another name, or add --force to replace it");
  }
  std::ofstream file(output, std::ios::trunc);
  file << json;
  file.close();
  if (!file) throw InputError(output, "could not be written", "check that its folder exists and may be written");
  return kGood;
}

int scene_check(const std::string& file) {
  const Scene scene = load_scene(file);
  // Building finds what reading cannot, such as hulls without volume.
  build_world(scene);
  fmt::print("{}: a good scene\n", file);
  print_overview(scene);
  return kGood;
}

}  // namespace stiction::cli
