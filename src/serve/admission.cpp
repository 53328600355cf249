#include "stiction/serve/admission.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "stiction/common/error.h"

namespace stiction {
namespace {

/// Takes as long for a wrong guess that begins well as for any other.
bool same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

/// Host without its port, if that port is the server's (80 need not be said).
std::optional<std::string> host_name(std::string_view host, std::uint16_t port) {
  std::string name = lower(host), number = "80";
  const std::size_t colon = name.rfind(':');
  const bool bracket_last = !name.empty() && name.back() == ']';
  if (colon != std::string::npos && !bracket_last) {
    number = name.substr(colon + 1);
    name.resize(colon);
  }
  if (number != std::to_string(port)) return std::nullopt;
  return name;
}

bool is_this_machine(const std::string& name) {
  return name == "localhost" || name == "[::1]" ||
         (name.find_first_not_of("0123456789.") == std::string::npos && is_loopback(name));
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

bool is_loopback(const std::string& address) { return address == "::1" || address.rfind("127.", 0) == 0; }

std::optional<std::string> path_of(std::string_view target) {
  const std::string_view path = target.substr(0, target.find('?'));
  if (path.empty() || path[0] != '/') return std::nullopt;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                       c == '.' || c == '-' || c == '_';
    if (!plain) return std::nullopt;
  }
  if (path.find("..") != std::string_view::npos || path.find("//") != std::string_view::npos) return std::nullopt;
  return std::string(path);
}

std::string query_value(std::string_view target, std::string_view name) {
  const std::size_t question = target.find('?');
  if (question == std::string_view::npos) return "";
  std::string_view query = target.substr(question + 1);
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    if (pair.size() > name.size() && pair.substr(0, name.size()) == name && pair[name.size()] == '=') {
      return std::string(pair.substr(name.size() + 1));
    }
  }
  return "";
}

std::optional<Refusal> refuse(const Access& access, const RequestLines& request) {
  if (request.method != "GET" && request.method != "HEAD") return Refusal{405, "only GET and HEAD are served"};
  if (request.host.empty()) return Refusal{400, "the request needs one Host header"};
  if (access.token.empty()) {
    const std::optional<std::string> name = host_name(request.host, access.port);
    if (!name || !is_this_machine(*name)) return Refusal{403, "this server answers only to the machine it runs on"};
  } else if (!same_secret(query_value(request.target, "token"), access.token)) {
    return Refusal{403, "the address lacks the token that `stiction` printed"};
  }
  if (request.origin && lower(*request.origin) != "http://" + lower(request.host)) {
    return Refusal{403, "pages of other sites may not read this"};
  }
  if (!path_of(request.target)) return Refusal{400, "the path is not one of this server's"};
  return std::nullopt;
}

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw Error("the system gave no random numbers for a token");
  }
  std::string text;
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

RangeKind parse_range(std::string_view header, std::uint64_t size, ByteRange& range) {
  range = {0, size};
  constexpr std::string_view kUnit = "bytes=";
  if (header.substr(0, kUnit.size()) != kUnit) return RangeKind::whole;
  const std::string_view spec = header.substr(kUnit.size());
  const std::size_t dash = spec.find('-');
  if (dash == std::string_view::npos) return RangeKind::whole;
  const std::string_view first = spec.substr(0, dash), last = spec.substr(dash + 1);
  if (first.empty()) {  // the last so many bytes
    const auto count = number(last);
    if (!count) return RangeKind::whole;
    if (*count == 0 || size == 0) return RangeKind::unsatisfiable;
    range.begin = size - std::min(size, *count);
    return RangeKind::part;
  }
  const auto begin = number(first), end = last.empty() ? std::optional(size) : number(last);
  if (!begin || !end || (!last.empty() && *end < *begin)) return RangeKind::whole;
  if (*begin >= size) return RangeKind::unsatisfiable;
  range.begin = *begin;
  range.end = last.empty() || *end >= size ? size : *end + 1;
  return RangeKind::part;
}

}  // namespace stiction
