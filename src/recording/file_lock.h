// A lock that says "someone is writing this file". Internal to the room.
#pragma once

#include <string>

namespace stiction::recording {

/// Held by a writer for as long as it writes; the system drops it when the process ends, however it ends.
/// It is not HDF5's own lock (that one is given up so that readers may follow), and it does not bar readers.
class FileLock {
 public:
  FileLock() = default;
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

  /// Creates the file if need be and locks it. Throws InputError if that is impossible or another run holds it.
  static FileLock take(const std::string& path);
  /// Whether a writer holds the file now. False for a file that does not exist.
  static bool held(const std::string& path);

  /// Length of the locked file in bytes.
  long long file_bytes() const;

 private:
  int descriptor_ = -1;
};

}  // namespace stiction::recording
