#include "stiction/common/hdf5.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "stiction/common/error.h"

namespace stiction::hdf5 {

void silence() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

std::string last_error() {
  std::string message;
  const auto keep_first = [](unsigned, const H5E_error2_t* error, void* data) -> herr_t {
    auto& text = *static_cast<std::string*>(data);
    if (text.empty() && error->desc) text = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &message);
  // HDF5 buries the system's own words among offsets and addresses.
  constexpr std::string_view mark = "error message = '";
  if (const std::size_t begin = message.find(mark); begin != std::string::npos) {
    message = message.substr(begin + mark.size());
    message.resize(std::min(message.find('\''), message.size()));
  }
  std::replace(message.begin(), message.end(), '\n', ' ');
  return message.empty() ? "HDF5 gives no reason" : message;
}

Handle own(hid_t id, const std::string& doing) {
  if (id < 0) throw Error(doing + ": " + last_error());
  return Handle(id);
}

void check(herr_t status, const std::string& doing) {
  if (status < 0) throw Error(doing + ": " + last_error());
}

Handle string_type(std::size_t bytes) {
  Handle type = own(H5Tcopy(H5T_C_S1), "copying the string type");
  check(H5Tset_size(type.get(), std::max<std::size_t>(bytes, 1)), "sizing a string type");
  check(H5Tset_strpad(type.get(), H5T_STR_NULLPAD), "padding a string type");
  check(H5Tset_cset(type.get(), H5T_CSET_UTF8), "choosing UTF-8");
  return type;
}

void write_attribute(hid_t object, const char* name, std::int64_t value) {
  const Handle space = own(H5Screate(H5S_SCALAR), "making a scalar space");
  const Handle attribute =
      own(H5Acreate2(object, name, H5T_NATIVE_INT64, space.get(), H5P_DEFAULT, H5P_DEFAULT), "creating an attribute");
  check(H5Awrite(attribute.get(), H5T_NATIVE_INT64, &value), "writing an attribute");
}

std::int64_t read_attribute(hid_t object, const char* name) {
  const std::string doing = std::string("reading attribute ") + name;
  const Handle attribute = own(H5Aopen(object, name, H5P_DEFAULT), doing);
  const Handle space = own(H5Aget_space(attribute.get()), doing);
  if (H5Sget_simple_extent_npoints(space.get()) != 1) throw Error(doing + ": not a single number");
  std::int64_t value = 0;
  check(H5Aread(attribute.get(), H5T_NATIVE_INT64, &value), doing);
  return value;
}

void write_text(hid_t parent, const char* name, const std::string& text) {
  const Handle type = string_type(text.size());
  const Handle space = own(H5Screate(H5S_SCALAR), "making a scalar space");
  const Handle dataset =
      own(H5Dcreate2(parent, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "creating a text");
  // data() is at least one (terminating) byte long, as the type is.
  check(H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), "writing a text");
}

std::string read_text(hid_t parent, const char* name) {
  const std::string doing = std::string("reading ") + name;
  const Handle dataset = own(H5Dopen2(parent, name, H5P_DEFAULT), doing);
  const Handle type = own(H5Dget_type(dataset.get()), doing);
  const Handle space = own(H5Dget_space(dataset.get()), doing);
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0 ||
      H5Sget_simple_extent_npoints(space.get()) != 1) {
    throw Error(doing + ": not a text of fixed length");
  }
  std::string text(H5Tget_size(type.get()), '\0');
  check(H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), doing);
  const std::size_t end = text.find_last_not_of('\0');
  text.resize(end == std::string::npos ? 0 : end + 1);
  return text;
}

}  // namespace stiction::hdf5
