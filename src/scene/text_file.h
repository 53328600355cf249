// Reading a whole file.
#pragma once

#include <string>

namespace stiction {

/// The bytes of a regular file. Throws InputError that names it when it is missing, a folder or not readable.
std::string read_text_file(const std::string& path);

}  // namespace stiction
