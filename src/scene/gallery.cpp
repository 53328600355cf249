#include "stiction/scene/gallery.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>

#include "stiction/common/error.h"
#include "stiction/scene/checks.h"
#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/suggest.h"

namespace stiction {
namespace {

double parse_number(const GalleryParameter& parameter, const GalleryValue& given) {
  if (const double* number = std::get_if<double>(&given)) return *number;
  const std::string& text = std::get<std::string>(given);
  double value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) {
    throw InputError(parameter.name, fmt::format("\"{}\" is not a number", printable(text)),
                     fmt::format("give a value from {} to {}{}", parameter.min, parameter.max,
                                 parameter.unit.empty() ? "" : " " + parameter.unit));
  }
  return value;
}

GalleryValue checked_value(const GalleryParameter& parameter, const GalleryValue& given) {
  if (!parameter.is_number()) {
    const std::string* word = std::get_if<std::string>(&given);
    const std::string text = word ? *word : fmt::format("{}", std::get<double>(given));
    if (!parameter.free_text) check_choice(parameter.name, text, parameter.choices);
    return text;
  }
  const double value = parse_number(parameter, given);
  check_range(parameter.name, value, parameter.min, parameter.max, parameter.unit);
  if (parameter.integer && value != std::floor(value)) {
    throw InputError(parameter.name, fmt::format("is {}", value), "give a whole number");
  }
  return value;
}

GalleryArguments checked_arguments(const GalleryEntry& entry, const std::map<std::string, GalleryValue>& overrides) {
  std::map<std::string, GalleryValue> values;
  std::vector<std::string> known;
  for (const GalleryParameter& parameter : entry.parameters) {
    const auto given = overrides.find(parameter.name);
    values.emplace(parameter.name,
                   given == overrides.end() ? parameter.default_value : checked_value(parameter, given->second));
    known.push_back(parameter.name);
  }
  for (const auto& [name, value] : overrides) {
    if (!values.contains(name)) {
      throw InputError(printable(name), "is not a parameter of this scene", suggest_name(name, known, "parameters"));
    }
  }
  return GalleryArguments(std::move(values));
}

}  // namespace

const std::vector<GalleryEntry>& gallery() {
  using namespace gallery_entries;
  static const std::vector<GalleryEntry> entries = {card_house(),   tent(),
                                                    arch(),         stack(),
                                                    mass_ratio(),   wall(),
                                                    pyramid(),      incline(),
                                                    slide(),        pile(),
                                                    container(),    puck(),
                                                    tumble(),       bounce(),
                                                    cluster(),      gears(),
                                                    bunnies(),      bunny_arches(),
                                                    log_house(),    mixed(),
                                                    pendulum(),     four_bar(),
                                                    door(),         chain(),
                                                    gripper(),      shaker(),
                                                    capstan(),      soft_stack(),
                                                    bowl(),         rattleback(),
                                                    ball_on_bowl(), ball_on_ball_on_bowl(),
                                                    egg(),          ball_off_sphere(),
                                                    euler_disc(),   ellipsoids(),
                                                    squeeze(),      walking_table(),
                                                    jamming(),      skittles(),
                                                    bucket(),       composite(),
                                                    chair(),        chairs(),
                                                    dinosaurs(),    peg_board()};
  return entries;
}

const GalleryEntry* find_gallery_entry(const std::string& name) {
  for (const GalleryEntry& entry : gallery()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

Scene build_gallery_scene(const std::string& name, const std::map<std::string, GalleryValue>& overrides) {
  const GalleryEntry* entry = find_gallery_entry(name);
  if (!entry) {
    std::vector<std::string> known;
    for (const GalleryEntry& other : gallery()) known.push_back(other.name);
    throw InputError(printable(name), "is not a scene of the gallery", suggest_name(name, known, "scenes"));
  }
  try {
    Scene scene = entry->build(checked_arguments(*entry, overrides));
    scene.description = entry->description;
    validate(scene);
    return scene;
  } catch (const InputError& error) {
    throw error.within(name);
  }
}

}  // namespace stiction
