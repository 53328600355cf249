// The gallery: scenes built in code from typed parameters. They are the same objects a scene file gives.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "stiction/scene/scene.h"

namespace stiction {

/// A number, or a word for parameters that choose among words. Text such as "5" is read as a number where one is due.
struct GalleryValue : std::variant<double, std::string> {
  GalleryValue(double number) : variant(number) {}
  GalleryValue(int number) : variant(static_cast<double>(number)) {}
  GalleryValue(const char* word) : variant(std::string(word)) {}
  GalleryValue(std::string word) : variant(std::move(word)) {}
};

/// One adjustable quantity of a gallery scene.
struct GalleryParameter {
  std::string name;
  std::string description;
  std::string unit;  ///< "m", "deg", ...; empty where there is none
  GalleryValue default_value;
  double min = 0, max = 0;           ///< allowed range, both ends included (numbers only)
  bool integer = false;              ///< whole numbers only
  std::vector<std::string> choices;  ///< the allowed words; empty for a number
  bool free_text = false;            ///< any word at all, such as the name of a file

  bool is_number() const { return choices.empty() && !free_text; }
};

/// Every parameter of one entry with its value: what a builder reads.
class GalleryArguments {
 public:
  explicit GalleryArguments(std::map<std::string, GalleryValue> values) : values_(std::move(values)) {}
  double number(const std::string& name) const { return std::get<double>(values_.at(name)); }
  int integer(const std::string& name) const { return static_cast<int>(number(name)); }
  bool flag(const std::string& name) const { return number(name) != 0; }
  const std::string& word(const std::string& name) const { return std::get<std::string>(values_.at(name)); }

 private:
  std::map<std::string, GalleryValue> values_;
};

struct GalleryEntry {
  std::string name;
  std::string description;  ///< one line, for a newcomer
  std::vector<GalleryParameter> parameters;
  Scene (*build)(const GalleryArguments&) = nullptr;
  /// False while a file that the defaults need is not there (building then throws InputError that says how to get it);
  /// null where nothing is needed.
  bool (*available)() = nullptr;

  bool is_available() const { return !available || available(); }
};

/// All entries, in the order in which they are best shown.
const std::vector<GalleryEntry>& gallery();

/// The entry of that name, or null.
const GalleryEntry* find_gallery_entry(const std::string& name);

/// Builds and validates a scene; parameters not named keep their defaults. Throws InputError that names the
/// known scenes, the known parameters or the allowed range.
Scene build_gallery_scene(const std::string& name, const std::map<std::string, GalleryValue>& overrides = {});

}  // namespace stiction
