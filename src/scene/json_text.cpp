#include "stiction/scene/json_text.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "stiction/common/error.h"
#include "stiction/scene/suggest.h"

namespace stiction {
namespace {

using Json = nlohmann::json;

constexpr std::size_t max_depth = 32;

/// "line 3, column 14" of a byte offset (both from 1).
std::string place(const std::string& text, std::size_t offset) {
  offset = std::min(offset, text.size());
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(offset);
  const auto line = 1 + std::count(text.begin(), end, '\n');
  const auto line_start = text.rfind('\n', offset == 0 ? 0 : offset - 1);
  const std::size_t column = (offset == 0 || line_start == std::string::npos) ? offset : offset - line_start - 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(std::max<std::size_t>(column, 1));
}

/// The reader's own words without its prefix "[json.exception...] parse error at line 1, column 2: ".
std::string plain_words(const std::string& what) {
  std::string words = what;
  if (const auto bracket = words.find("] "); bracket != std::string::npos) words = words.substr(bracket + 2);
  if (words.rfind("parse error", 0) == 0) {
    if (const auto colon = words.find(": "); colon != std::string::npos) words = words.substr(colon + 2);
  }
  // The reader quotes all it read of the token: after a missing quote that is the rest of the file.
  if (const auto quoted = words.find("; last read: "); quoted != std::string::npos) {
    const auto expected = words.rfind("; expected ");
    const bool has_expected = expected != std::string::npos && expected > quoted;
    words = words.substr(0, quoted) + (has_expected ? words.substr(expected) : "");
  }
  std::string out;
  for (const char c : words)
    out += (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) ? '?' : c;
  return out;
}

/// The word of letters around a byte offset, in small letters.
std::string word_at(const std::string& text, std::size_t offset) {
  const auto is_letter = [&](std::size_t i) { return std::isalpha(static_cast<unsigned char>(text[i])) != 0; };
  std::size_t first = offset, last = offset;
  while (first > 0 && is_letter(first - 1)) --first;
  while (last < text.size() && is_letter(last)) ++last;
  std::string word = text.substr(first, last - first);
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

/// `position` counts the bytes read, the offending one included.
std::string syntax_remedy(const std::string& text, std::size_t position) {
  if (position > text.size()) return "the text ends too early: close every bracket and quote";
  const std::string word = word_at(text, position == 0 ? 0 : position - 1);
  if (word == "nan" || word == "inf" || word == "infinity") return "JSON has no NaN or Infinity: give a finite number";
  if (position > 0 && text[position - 1] == '\'') return "write text in double quotes";
  return "correct the JSON there (comma, quote or bracket missing or in excess)";
}

/// Builds the value while the reader walks the text; unlike the reader's own builder it knows where it is.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(const std::string& text) : text_(text) {}
  Json take() { return std::move(root_); }

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (stack_.back()->contains(name)) {
      throw InputError(path(), "has the field \"" + printable(name) + "\" twice", "keep one of the two");
    }
    key_ = name;
    return true;
  }
  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) {
      throw InputError(place(text_, position), "number " + printable(token) + " is too large",
                       "give a finite number below 1e308");
    }
    throw InputError(place(text_, position), plain_words(error.what()), syntax_remedy(text_, position));
  }

 private:
  template <class Value>
  bool put(Value&& value) {
    insert(Json(std::forward<Value>(value)));
    return true;
  }
  bool open(Json empty) {
    if (stack_.size() == max_depth) {
      throw InputError(path(), "nests deeper than " + std::to_string(max_depth) + " levels",
                       "a scene needs 6 levels at most: remove the extra brackets");
    }
    Json* place_of_it = insert(std::move(empty));
    names_.push_back(key_);
    stack_.push_back(place_of_it);
    return true;
  }
  bool close() {
    stack_.pop_back();
    names_.pop_back();
    return true;
  }
  Json* insert(Json value) {
    if (stack_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& parent = *stack_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    return &(parent[key_] = std::move(value));
  }
  /// Path of the innermost open object or array, e.g. bodies[2].shape.
  std::string path() const {
    std::string out;
    for (std::size_t i = 1; i < stack_.size(); ++i) {
      if (stack_[i - 1]->is_array()) {
        out += "[" + std::to_string(stack_[i - 1]->size() - 1) + "]";
      } else {
        out += (out.empty() ? "" : ".") + printable(names_[i]);
      }
    }
    return out.empty() ? "the top level" : out;
  }

  const std::string& text_;
  Json root_;
  std::vector<Json*> stack_;        ///< open values; a parent does not move while its last child is open
  std::vector<std::string> names_;  ///< key under which each was opened
  std::string key_;
};

}  // namespace

nlohmann::json parse_json_text(const std::string& text) {
  if (text.find('\0') != std::string::npos) {
    throw InputError(place(text, text.find('\0') + 1), "a zero byte: this is not a text file",
                     "give a scene as JSON text (UTF-8)");
  }
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw InputError("line 1, column 1", "the text is empty",
                     "a scene starts with { \"stiction\": 1, ... }; `stiction scene export tent` writes an example");
  }
  Builder builder(text);
  Json::sax_parse(text, &builder, Json::input_format_t::json, true, true);
  return builder.take();
}

}  // namespace stiction
