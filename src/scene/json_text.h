// Text to JSON values, with errors that say where.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace stiction {

/// Parses JSON (comments allowed). Refuses what is not UTF-8 text, broken syntax, numbers that overflow, repeated
/// keys and nesting deeper than 32. Throws InputError that names line and column.
nlohmann::json parse_json_text(const std::string& text);

}  // namespace stiction
