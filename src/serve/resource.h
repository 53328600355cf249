// What a server hands out under one path.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace stiction {

/// Bytes of a known length that can be read in pieces: a page, or data too large to be made at once.
struct Resource {
  std::string type;        ///< MIME type
  std::uint64_t size = 0;  ///< bytes
  /// At most `length` bytes from `offset` on. Called from the server's thread only. What it throws becomes an error
  /// 500.
  std::function<std::string(std::uint64_t offset, std::uint64_t length)> read;
};

/// Everything a server has, by path ("/", "/replay.bin"). Nothing else is ever handed out.
using Resources = std::map<std::string, Resource>;

/// A resource that lies in memory.
Resource memory_resource(std::string type, std::string content);

}  // namespace stiction
