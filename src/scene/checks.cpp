#include "stiction/scene/checks.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "stiction/common/error.h"
#include "stiction/scene/limits.h"
#include "stiction/scene/suggest.h"

namespace stiction {
namespace {

/// Length in bytes of the well-formed UTF-8 character at `i`, or 0.
std::size_t utf8_character(const std::string& s, std::size_t i) {
  const auto byte = [&](std::size_t k) { return k < s.size() ? static_cast<unsigned char>(s[k]) : 0u; };
  const auto lead = byte(i);
  const std::size_t length = lead < 0x80                   ? 1
                             : lead >= 0xc2 && lead < 0xe0 ? 2
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xf0 && lead < 0xf5 ? 4
                                                           : 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(i + k) & 0xc0) != 0x80) return 0;
  }
  return length;
}

bool is_plain_text(const std::string& s) {
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t length = utf8_character(s, i);
    if (length == 0) return false;
    if (length == 1 && (static_cast<unsigned char>(s[i]) < 0x20 || s[i] == 0x7f)) return false;
    i += length;
  }
  return true;
}

}  // namespace

void check_range(const std::string& field, double value, double min, double max, const std::string& unit) {
  if (value >= min && value <= max) return;
  const std::string with_unit = unit.empty() ? "" : " " + unit;
  throw InputError(field, fmt::format("is {}", value),
                   fmt::format("give a value from {} to {}{}", min, max, with_unit));
}

void check_vector(const std::string& field, const Vec3& value, double max, const std::string& unit) {
  for (int i = 0; i < 3; ++i) {
    if (std::abs(value[i]) <= max) continue;
    throw InputError(fmt::format("{}[{}]", field, i), fmt::format("is {}", value[i]),
                     fmt::format("give a value from {} to {} {}", -max, max, unit));
  }
}

void check_name(const std::string& field, const std::string& name) {
  if (name.empty()) throw InputError(field, "is empty", "give a name");
  if (name.size() > limits::max_name) {
    throw InputError(field, fmt::format("is {} bytes long", name.size()),
                     fmt::format("give a name of at most {} bytes", limits::max_name));
  }
  if (!is_plain_text(name)) {
    throw InputError(field, fmt::format("\"{}\" holds control characters or broken UTF-8", printable(name)),
                     "use letters, digits and signs only");
  }
}

std::size_t check_reference(const std::string& field, const std::string& name,
                            const std::map<std::string, std::size_t>& known, const std::string& kind,
                            const std::string& plural) {
  if (const auto found = known.find(name); found != known.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [other, index] : known) names.push_back(other);
  throw InputError(field, fmt::format("\"{}\" is not a {} of this scene", printable(name), kind),
                   names.empty() ? fmt::format("define it in \"{}\"", plural) : suggest_name(name, names, plural));
}

void check_choice(const std::string& field, const std::string& value, const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  throw InputError(field, fmt::format("\"{}\" is unknown", printable(value)), suggest_name(value, choices, "values"));
}

}  // namespace stiction
