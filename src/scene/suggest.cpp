#include "stiction/scene/suggest.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace stiction {
namespace {

std::string lower(std::string s) {
  std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return s;
}

/// Letters to insert, remove, replace or swap with a neighbour to come from `a` to `b`.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string closest_name(const std::string& given, const std::vector<std::string>& known) {
  constexpr std::size_t longest_worth_comparing = 64;
  if (given.size() > longest_worth_comparing) return {};
  std::string best;
  std::size_t best_distance = 0;
  for (const std::string& name : known) {
    const std::size_t distance = edit_distance(lower(given), lower(name));
    const std::size_t allowed = std::max<std::size_t>(1, name.size() / 3);
    if (distance <= allowed && (best.empty() || distance < best_distance)) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

std::string join_names(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

std::string suggest_name(const std::string& given, const std::vector<std::string>& known, const std::string& plural) {
  const std::string best = closest_name(given, known);
  // Bodies come in thousands; a message stays one line.
  constexpr std::size_t most = 30;
  const bool cut = known.size() > most;
  const std::string names = cut ? join_names({known.begin(), known.begin() + most}) + ", ..." : join_names(known);
  return (best.empty() ? "" : "did you mean \"" + best + "\"? ") + "known " + plural + ": " + names;
}

std::string printable(const std::string& text) {
  constexpr std::size_t longest = 60;
  std::string out;
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    out += (byte < 0x20 || byte >= 0x7f) ? '?' : c;
  }
  return text.size() > longest ? out + "..." : out;
}

}  // namespace stiction
