// Checks of single values, shared by the validation of scenes and bodies. All throw InputError.
#pragma once

#include <string>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// min <= value <= max; NaN fails.
void check_range(const std::string& field, double value, double min, double max, const std::string& unit = "");
/// Every coordinate is finite and at most `max` in size.
void check_vector(const std::string& field, const Vec3& value, double max, const std::string& unit);
/// The name can be shown and told apart: not empty, not long, valid UTF-8 without control characters.
void check_name(const std::string& field, const std::string& name);
void check_choice(const std::string& field, const std::string& value, const std::vector<std::string>& choices);

}  // namespace stiction
