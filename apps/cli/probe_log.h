// What the probes of a run read, frame by frame, as a table for spreadsheets.
#pragma once

#include <string>
#include <vector>

namespace stiction::cli {

/// Throws InputError if the table could not be written to `path` later. A file that is there already may be replaced
/// only if it is such a table itself.
void check_probes_path(const std::string& path);

class ProbeLog {
 public:
  void add(double time, const std::vector<double>& values);
  /// CSV: a header with units, then one line for each frame, numbers in full precision. Throws InputError.
  void write(const std::string& path, const std::vector<std::string>& columns) const;

 private:
  std::vector<std::vector<double>> rows_;  ///< time first
};

}  // namespace stiction::cli
