// What all exports share: which frames, how far along, and files that appear all at once.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "stiction/common/new_file.h"
#include "stiction/recording/recording.h"

namespace stiction {

/// Called now and then with the part done, 0 to 1; false ends the work, and nothing is left of it.
using ExportProgress = std::function<bool(double done)>;

/// Part of a recording. Times in s.
struct FrameChoice {
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();
  double frames_per_second = std::numeric_limits<double>::infinity();  ///< at most
};

/// The frames chosen, in order. Throws InputError if there is none.
std::vector<std::int64_t> chosen_frames(const Recording& recording, const FrameChoice& choice);

/// Times of all frames, s.
std::vector<double> frame_times(const Recording& recording);

/// Files that get their names together, when all are complete. Whatever happens before leaves nothing.
class NewFiles {
 public:
  NewFiles() = default;
  ~NewFiles();
  NewFiles(const NewFiles&) = delete;
  NewFiles& operator=(const NewFiles&) = delete;

  /// Makes a folder unless it is there; taken away again unless published. Throws InputError.
  void add_folder(const std::string& path);
  /// Writes `content` under a draft name. Throws InputError if that fails.
  void add(const std::string& path, const std::string& content);
  /// A draft to write to; the caller closes it before publish().
  const std::string& add(const std::string& path);
  void publish();

 private:
  std::vector<std::unique_ptr<NewFile>> files_;
  std::string new_folder_;
};

/// Throws the InputError of a file that cannot be written.
[[noreturn]] void fail_to_write(const std::string& path);

}  // namespace stiction
