#include "stiction/common/new_file.h"

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <system_error>
#include <utility>

#include "stiction/common/error.h"

namespace stiction {

NewFile::NewFile(std::string path) : path_(std::move(path)) {
  static std::atomic<int> count = 0;
  draft_ = path_ + ".part" + std::to_string(getpid()) + "-" + std::to_string(count++);
}

NewFile::~NewFile() {
  std::error_code ignored;
  if (!published_) std::filesystem::remove(draft_, ignored);
}

void NewFile::publish() {
  std::error_code failure;
  std::filesystem::rename(draft_, path_, failure);
  if (failure)
    throw InputError(path_, "cannot be written: " + failure.message(),
                     "check that its folder exists and may be written");
  published_ = true;
}

}  // namespace stiction
