#include "probe_log.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "stiction/common/error.h"

namespace stiction::cli {
namespace {

/// The first column; its name marks our files.
constexpr const char* kTime = "time [s]";

/// A name as a CSV field.
std::string field(const std::string& name) {
  if (name.find_first_of(",\"") == std::string::npos) return name;
  std::string out = "\"";
  for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace

void check_probes_path(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code failure;
  const fs::path folder = fs::absolute(path, failure).parent_path();
  if (!fs::is_directory(folder, failure)) {
    throw InputError(path, "cannot be written: there is no folder " + folder.string(), "create it or choose another");
  }
  if (fs::is_directory(path, failure)) throw InputError(path, "is a folder", "give a file name to --probes");
  if (!fs::is_regular_file(path, failure) || fs::file_size(path, failure) == 0) return;
  std::ifstream file(path);
  std::string start(std::string(kTime).size(), '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (start != kTime) {
    throw InputError(path, "exists and is not a table of probes, so it is not overwritten",
                     "give another name to --probes or move this file away");
  }
}

void ProbeLog::add(double time, const std::vector<double>& values) {
  rows_.emplace_back(1, time);
  rows_.back().insert(rows_.back().end(), values.begin(), values.end());
}

void ProbeLog::write(const std::string& path, const std::vector<std::string>& columns) const {
  std::ofstream file(path, std::ios::trunc);
  file << kTime;
  for (const std::string& column : columns) file << ',' << field(column);
  file << '\n';
  for (const std::vector<double>& row : rows_) file << fmt::format("{}\n", fmt::join(row, ","));
  file.close();
  if (!file) throw InputError(path, "could not be written", "check the folder's permissions and the free space");
}

}  // namespace stiction::cli
