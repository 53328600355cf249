// Words for remedies: the nearest known name, and lists of names.
#pragma once

#include <string>
#include <vector>

namespace stiction {

/// The known name that was most likely meant (few edits away), or an empty string.
std::string closest_name(const std::string& given, const std::vector<std::string>& known);

/// "a, b, c".
std::string join_names(const std::vector<std::string>& names);

/// 'did you mean "a"?' if one is close, then 'known <plural>: a, b, c'.
std::string suggest_name(const std::string& given, const std::vector<std::string>& known, const std::string& plural);

/// Text safe to print in one line of a message: control characters and broken UTF-8 become '?', long text is cut.
std::string printable(const std::string& text);

}  // namespace stiction
