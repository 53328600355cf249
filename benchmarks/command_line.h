// What the command lines of benchmarks share.
#pragma once

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

#include "stiction/common/memory.h"

namespace stiction::bench {

/// A finite number above 0. CLI11's own checks let a NaN pass.
inline CLI::Validator positive() {
  return CLI::Validator(
      [](std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        const bool good = end != text.c_str() && *end == '\0' && std::isfinite(value) && value > 0;
        return good ? std::string() : "'" + text + "' is not a finite number above 0";
      },
      "POSITIVE");
}

/// The exit code if the program is to end here: after --help, or 2 for options that are wrong, as everywhere else.
inline std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  keep_freed_memory();  // as the program itself does
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return std::nullopt;
}

}  // namespace stiction::bench
