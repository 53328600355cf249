// Progress of work that is not a simulation: a line on stderr if that is a terminal, and an ear for Ctrl-C.
#pragma once

#include <string>

namespace stiction::cli {

class WorkProgress {
 public:
  explicit WorkProgress(std::string name);
  ~WorkProgress();
  WorkProgress(const WorkProgress&) = delete;
  WorkProgress& operator=(const WorkProgress&) = delete;

  /// Call now and then with the part done, 0 to 1. False once the program was asked to stop.
  bool update(double done);

 private:
  std::string name_;
  double printed_ = 0;
  bool enabled_;
};

}  // namespace stiction::cli
