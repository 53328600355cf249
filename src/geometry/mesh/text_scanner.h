// Words and lines of a text, with line numbers for errors.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include "stiction/common/error.h"

namespace stiction {

/// The next word of `line`, removed from it; empty at the end.
inline std::string_view next_word(std::string_view& line) {
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

/// A whole word as a finite number, whatever the locale.
inline bool parse_finite(std::string_view word, double& out) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  return error == std::errc() && end == word.data() + word.size() && !word.empty() && std::isfinite(out);
}

inline bool parse_integer(std::string_view word, long long& out) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  return error == std::errc() && end == word.data() + word.size() && !word.empty();
}

/// Lines one by one.
class LineScanner {
 public:
  explicit LineScanner(std::string_view text) : rest_(text) {}

  /// False at the end of the text.
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const auto end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return true;
  }
  /// What follows the lines taken so far.
  std::string_view rest() const { return rest_; }
  std::size_t number() const { return number_; }  ///< of the line taken last, from 1
  std::string place() const { return "line " + std::to_string(number_); }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

/// Words across lines, for formats in which line ends mean nothing.
class WordScanner {
 public:
  explicit WordScanner(LineScanner lines) : lines_(lines) {}

  /// Empty at the end of the text.
  std::string_view next() {
    for (;;) {
      const std::string_view word = next_word(line_);
      if (!word.empty() || !lines_.next(line_)) return word;
    }
  }
  std::string place() const { return lines_.place(); }

 private:
  LineScanner lines_;
  std::string_view line_;
};

/// A word of a broken file, short and harmless enough to print.
inline std::string shown(std::string_view word) {
  std::string out = "\"";
  for (const char c : word.substr(0, 30)) out += c >= ' ' && c < 127 ? c : '?';
  return out + (word.size() > 30 ? "...\"" : "\"");
}

}  // namespace stiction
