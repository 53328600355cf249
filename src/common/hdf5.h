// A thin layer over the HDF5 C library: handles that close themselves and calls that throw.
// For .cpp files and internal headers only: what the library offers needs no HDF5 headers. HDF5 is not thread-safe: one
// thread at a time.
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

namespace stiction::hdf5 {

/// Owns one HDF5 identifier of any kind.
class Handle {
 public:
  Handle() = default;
  explicit Handle(hid_t id) : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      reset();
      id_ = std::exchange(other.id_, H5I_INVALID_HID);
    }
    return *this;
  }
  ~Handle() { reset(); }

  hid_t get() const { return id_; }
  bool valid() const { return id_ >= 0; }
  void reset() {
    // Dropping the reference closes files, datasets, types and property lists alike.
    if (id_ >= 0) H5Idec_ref(id_);
    id_ = H5I_INVALID_HID;
  }

 private:
  hid_t id_ = H5I_INVALID_HID;
};

/// Stops HDF5 from printing its error stack; errors become exceptions instead.
void silence();

/// The innermost message of HDF5's current error stack, for a person to read.
std::string last_error();

/// Wraps a new identifier, or throws Error "<doing>: <HDF5's reason>".
Handle own(hid_t id, const std::string& doing);
/// Throws likewise if `status` is negative.
void check(herr_t status, const std::string& doing);

/// A fixed-length UTF-8 string type of `bytes` bytes (at least 1), padded with zeros.
Handle string_type(std::size_t bytes);

/// One scalar attribute on `object`.
void write_attribute(hid_t object, const char* name, std::int64_t value);
std::int64_t read_attribute(hid_t object, const char* name);

/// A scalar dataset holding `text`.
void write_text(hid_t parent, const char* name, const std::string& text);
std::string read_text(hid_t parent, const char* name);

}  // namespace stiction::hdf5
