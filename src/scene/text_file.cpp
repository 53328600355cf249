#include "stiction/scene/text_file.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "stiction/common/error.h"

namespace stiction {

std::string read_text_file(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (status.type() == std::filesystem::file_type::not_found) {
    throw InputError(path, "there is no such file", "check the path");
  }
  if (std::filesystem::is_directory(status)) {
    throw InputError(path, "is a folder", "give the path of a file");
  }
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  if (in.peek() != std::ifstream::traits_type::eof()) bytes << in.rdbuf();
  // An empty file is read well: only eof is set then.
  if (in.bad() || (in.fail() && !in.eof())) {
    throw InputError(path, "cannot be read", "check that the file is readable");
  }
  return bytes.str();
}

}  // namespace stiction
