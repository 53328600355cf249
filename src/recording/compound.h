// HDF5 types of rows. Internal to the room.
#pragma once

#include <cstddef>
#include <utility>

#include "stiction/common/hdf5.h"

namespace stiction::recording {

/// Builds a compound type member by member.
class Compound {
 public:
  explicit Compound(std::size_t bytes) : type_(hdf5::own(H5Tcreate(H5T_COMPOUND, bytes), "creating a row type")) {}
  Compound& add(const char* name, std::size_t offset, hid_t type) {
    hdf5::check(H5Tinsert(type_.get(), name, offset, type), "adding to a row type");
    return *this;
  }
  Compound& add(const char* name, std::size_t offset, hid_t type, hsize_t count) {
    const hdf5::Handle array = hdf5::own(H5Tarray_create2(type, 1, &count), "creating an array type");
    return add(name, offset, array.get());
  }
  Compound& real(const char* name, std::size_t offset) { return add(name, offset, H5T_NATIVE_DOUBLE); }
  Compound& vector(const char* name, std::size_t offset) { return add(name, offset, H5T_NATIVE_DOUBLE, 3); }
  Compound& integer(const char* name, std::size_t offset) { return add(name, offset, H5T_NATIVE_INT64); }
  Compound& count(const char* name, std::size_t offset) { return add(name, offset, H5T_NATIVE_INT32); }
  hdf5::Handle take() { return std::move(type_); }

 private:
  hdf5::Handle type_;
};

}  // namespace stiction::recording
