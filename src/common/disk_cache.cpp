#include "stiction/common/disk_cache.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "stiction/common/error.h"
#include "stiction/common/new_file.h"

namespace stiction {

namespace {

constexpr std::string_view kMagic = "stiction cache 1";

/// Ahead of the bytes: what the file is, how many bytes follow, and their hash.
struct Header {
  std::array<char, kMagic.size()> magic = {};
  std::uint64_t size = 0, high = 0, low = 0;
};
static_assert(sizeof(Header) == kMagic.size() + 24);

Header header_of(std::string_view bytes) {
  Header header;
  std::memcpy(header.magic.data(), kMagic.data(), kMagic.size());
  ContentHash hash;
  hash.add_bytes(bytes.data(), bytes.size());
  header.size = bytes.size();
  header.high = hash.high();
  header.low = hash.low();
  return header;
}

}  // namespace

std::string cache_folder() {
  if (const char* own = std::getenv("STICTION_CACHE")) return std::string_view(own) == "off" ? "" : own;
  if (const char* common = std::getenv("XDG_CACHE_HOME"); common && *common == '/') {
    return (std::filesystem::path(common) / "stiction").string();
  }
  const char* home = std::getenv("HOME");
  return home && *home ? (std::filesystem::path(home) / ".cache" / "stiction").string() : "";
}

std::string cache_path(std::string_view kind, const ContentHash& key) {
  const std::string folder = cache_folder();
  if (folder.empty()) return "";
  return (std::filesystem::path(folder) / (std::string(kind) + "-" + key.hex())).string();
}

std::optional<std::string> read_cached(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string all(std::istreambuf_iterator<char>(file), {});
  if (file.bad() || all.size() < sizeof(Header)) return std::nullopt;
  const Header right = header_of(std::string_view(all).substr(sizeof(Header)));
  if (std::memcmp(all.data(), &right, sizeof right) != 0) return std::nullopt;
  all.erase(0, sizeof(Header));
  return all;
}

bool write_cached(const std::string& path, std::string_view bytes) {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  NewFile file(path);
  {
    std::ofstream out(file.draft(), std::ios::binary);
    const Header header = header_of(bytes);
    out.write(reinterpret_cast<const char*>(&header), sizeof header);
    out.write(bytes.data(), std::streamsize(bytes.size()));
    if (!out.flush()) return false;
  }
  try {
    file.publish();
  } catch (const InputError&) {
    return false;
  }
  return true;
}

std::string cached(std::string_view kind, const ContentHash& key, const std::function<std::string()>& compute,
                   const std::function<bool(const std::string&)>& accept) {
  const std::string path = cache_path(kind, key);
  if (path.empty()) return compute();
  if (auto kept = read_cached(path); kept && (!accept || accept(*kept))) return *std::move(kept);
  std::string fresh = compute();
  write_cached(path, fresh);
  return fresh;
}

}  // namespace stiction
