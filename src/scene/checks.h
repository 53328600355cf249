// Checks of single values, shared by the validation of scenes and bodies. All throw InputError.
#pragma once

#include <map>
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
/// The index of `name` in `known`; the error calls the names `kind`, e.g. "body", and their list `plural`.
std::size_t check_reference(const std::string& field, const std::string& name,
                            const std::map<std::string, std::size_t>& known, const std::string& kind,
                            const std::string& plural);
void check_choice(const std::string& field, const std::string& value, const std::vector<std::string>& choices);

}  // namespace stiction
