// Results that took long to compute, kept on disk under the hash of what they were computed from.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "stiction/common/content_hash.h"

namespace stiction {

/// Where caches lie: the environment variable STICTION_CACHE, else XDG_CACHE_HOME/stiction, else ~/.cache/stiction.
/// Empty if there is none, or if STICTION_CACHE is empty or "off": then nothing is kept.
std::string cache_folder();

/// Path of the cached result of this kind, such as "tets-1" (letters, digits and dashes; the number is that of the
/// computation, raised when it changes); empty if nothing is kept. The file need not exist.
std::string cache_path(std::string_view kind, const ContentHash& key);

/// The bytes kept at `path`, or nothing if there are none or if length or checksum do not fit.
std::optional<std::string> read_cached(const std::string& path);

/// Keeps bytes at `path`, all at once or not at all, and makes its folder. False if that failed: caches may be lost.
bool write_cached(const std::string& path, std::string_view bytes);

/// What was kept under this key, or else what `compute` returns, which is then kept. `accept` (if given) may refuse
/// what was kept, for example because it does not parse; it is then computed again.
std::string cached(std::string_view kind, const ContentHash& key, const std::function<std::string()>& compute,
                   const std::function<bool(const std::string&)>& accept = {});

}  // namespace stiction
