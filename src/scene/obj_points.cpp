#include "stiction/scene/obj_points.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "stiction/common/error.h"
#include "stiction/scene/text_file.h"

namespace stiction {
namespace {

/// The next word of `line`, removed from it; empty at the end.
std::string_view next_word(std::string_view& line) {
  constexpr std::string_view blanks = " \t\r\v\f";
  const auto first = line.find_first_not_of(blanks);
  if (first == std::string_view::npos) {
    line = {};
    return {};
  }
  line.remove_prefix(first);
  const auto length = std::min(line.find_first_of(blanks), line.size());
  const std::string_view word = line.substr(0, length);
  line.remove_prefix(length);
  return word;
}

/// Independent of the locale, unlike strtod.
bool parse_finite(std::string_view word, double& out) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  return error == std::errc() && end == word.data() + word.size() && !word.empty() && std::isfinite(out);
}

}  // namespace

std::vector<Vec3> obj_points_from_text(const std::string& text) {
  std::vector<Vec3> points;
  std::string_view rest = text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const auto end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (next_word(line) != "v") continue;
    Vec3 p;
    for (int axis = 0; axis < 3; ++axis) {
      if (!parse_finite(next_word(line), p[axis])) {
        throw InputError("line " + std::to_string(number), "is not a vertex with three finite coordinates",
                         "write it as: v x y z");
      }
    }
    points.push_back(p);
  }
  return points;
}

std::vector<Vec3> load_obj_points(const std::string& path) {
  std::vector<Vec3> points;
  const std::string text = read_text_file(path);
  try {
    points = obj_points_from_text(text);
  } catch (const InputError& error) {
    throw error.within(path);
  }
  if (points.empty()) throw InputError(path, "holds no vertices", "give an OBJ file with lines: v x y z");
  return points;
}

}  // namespace stiction
