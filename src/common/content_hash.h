// A number of 128 bits that tells contents apart: names of cached files, checks of what was read back. Not against
// malice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace stiction {

/// FNV-1a of 128 bits over everything added so far, in order. The values' bytes count: the same on all machines of the
/// same byte order.
class ContentHash {
 public:
  ContentHash& add_bytes(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) state_ = (state_ ^ bytes[i]) * kPrime;
    return *this;
  }
  /// Numbers and fixed arrays of them: anything without padding.
  template <class T>
  ContentHash& add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    return add_bytes(&value, sizeof value);
  }
  /// A text with its length, so that "ab", "c" differs from "a", "bc".
  ContentHash& add_text(std::string_view text) {
    add(std::uint64_t(text.size()));
    return add_bytes(text.data(), text.size());
  }
  /// Contiguous elements with their number, likewise.
  template <class Vector>
  ContentHash& add_all(const Vector& elements) {
    add(std::uint64_t(elements.size()));
    return add_bytes(elements.data(), elements.size() * sizeof(elements[0]));
  }

  std::uint64_t high() const { return std::uint64_t(state_ >> 64); }
  std::uint64_t low() const { return std::uint64_t(state_); }
  /// 32 lower-case hexadecimal digits.
  std::string hex() const {
    std::string out;
    for (int shift = 124; shift >= 0; shift -= 4) out += "0123456789abcdef"[unsigned(state_ >> shift) & 15u];
    return out;
  }
  bool operator==(const ContentHash& other) const { return state_ == other.state_; }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr Wide kPrime = (Wide(1) << 88) + 0x13b;
  Wide state_ = Wide(0x6c62272e07bb0142u) << 64 | 0x62b821756295c58du;
};

}  // namespace stiction
