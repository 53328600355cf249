// Who may have what: the rules that a request must pass before anything is read. No network here, so that every rule is
// tested by itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stiction {

/// Where a server listens, and the secret that requests must carry; empty: none.
struct Access {
  std::string address;
  std::uint16_t port = 0;
  std::string token;
};

/// The parts of a request that decide.
struct RequestLines {
  std::string_view method, target;
  std::string_view host;              ///< header Host; empty if absent or given twice
  std::optional<std::string> origin;  ///< header Origin; browsers send it where another page might be asking
};

struct Refusal {
  unsigned status = 400;  ///< of HTTP
  std::string reason;
};

/// Why this request is not answered; nothing if it may be. On loopback the Host must be this machine and port (a page
/// on another site may have its name resolve to 127.0.0.1, but not send that Host); elsewhere the token must be there.
std::optional<Refusal> refuse(const Access& access, const RequestLines& request);

/// The path of a target, without its query; nothing for one that is no plain absolute path.
std::optional<std::string> path_of(std::string_view target);
/// The value of `name` in the target's query, as it stands there; empty if absent.
std::string query_value(std::string_view target, std::string_view name);

bool is_loopback(const std::string& address);

/// A secret of 128 bits from the system's source of chance, in hexadecimal.
std::string random_token();

/// The part of a resource that a request asks for.
struct ByteRange {
  std::uint64_t begin = 0, end = 0;  ///< end is not included
};
enum class RangeKind { whole, part, unsatisfiable };
/// Reads a Range header: one range of bytes. A header that is not understood asks for everything, as HTTP has it.
RangeKind parse_range(std::string_view header, std::uint64_t size, ByteRange& range);

}  // namespace stiction
