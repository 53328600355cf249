#include "bench_command.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "stiction/common/error.h"

namespace stiction::cli {

int bench_command(const std::string& name, const std::vector<std::string>& arguments) {
  // Benchmark programs lie beside this one in the build tree and are not installed.
  std::error_code ignored;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::string program = (self.parent_path() / ("stiction-bench-" + name)).string();
  if (access(program.c_str(), X_OK) != 0) {
    throw InputError("bench " + name, "the benchmark was not built (" + program + ")",
                     "in the source tree run: ./run bench " + name + " (it installs what the benchmark needs)");
  }
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(program.c_str(), pointers.data());
  throw Error(program + ": " + std::strerror(errno));
}

}  // namespace stiction::cli
