// One line on stderr that tells how far a run has come, if stderr is a terminal.
#pragma once

#include <cstdint>
#include <string>

namespace stiction::cli {

class Progress {
 public:
  /// @param start_s, end_s simulated time at which the run starts and will end
  Progress(std::string name, double start_s, double end_s);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Call after every step; prints about ten times a second.
  void update(double time_s, int contacts, double worst_error);

 private:
  std::string name_;
  double start_s_, end_s_, started_, printed_ = 0;
  bool enabled_;
};

}  // namespace stiction::cli
