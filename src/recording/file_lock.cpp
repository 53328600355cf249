#include "stiction/recording/file_lock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "stiction/common/error.h"

namespace stiction::recording {
namespace {

/// One byte far beyond any data.
struct flock far_byte() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = off_t{1} << 62;
  lock.l_len = 1;
  return lock;
}

}  // namespace

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

FileLock FileLock::take(const std::string& path) {
  FileLock result;
  result.descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (result.descriptor_ < 0) {
    throw InputError(path, std::string("cannot be written (") + std::strerror(errno) + ")",
                     "choose a place that exists and may be written");
  }
  // Locks of the open file description, unlike plain ones, survive HDF5 closing its own descriptor.
  struct flock lock = far_byte();
  if (fcntl(result.descriptor_, F_OFD_SETLK, &lock) != 0 && (errno == EAGAIN || errno == EACCES)) {
    throw InputError(path, "is being written by another run", "wait for it to end or choose another output file");
  }
  return result;
}

bool FileLock::held(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return false;
  struct flock lock = far_byte();
  const bool known = fcntl(descriptor, F_OFD_GETLK, &lock) == 0;
  close(descriptor);
  return known && lock.l_type != F_UNLCK;
}

long long FileLock::file_bytes() const {
  struct stat status {};
  return fstat(descriptor_, &status) == 0 ? status.st_size : 0;
}

}  // namespace stiction::recording
