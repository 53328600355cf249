// Files that appear under their name only when they are complete: whoever is killed while writing leaves the old file,
// or none, under that name.
#pragma once

#include <string>

namespace stiction {

class NewFile {
 public:
  explicit NewFile(std::string path);
  /// Takes away what was written, unless it was published.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  const std::string& path() const { return path_; }
  /// Where to write: a name in the same folder that no other process uses.
  const std::string& draft() const { return draft_; }
  /// Gives the draft, which must be closed, its name, in place of whatever had it. Throws InputError if that fails.
  void publish();

 private:
  std::string path_, draft_;
  bool published_ = false;
};

}  // namespace stiction
