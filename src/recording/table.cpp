#include "stiction/recording/table.h"

#include <algorithm>

#include "stiction/common/error.h"
#include "stiction/recording/rows.h"

namespace stiction::recording {
namespace {

/// Large enough for fast reading, small enough that a short recording stays small.
constexpr std::int64_t kChunkBytes = 32768;

hdf5::Handle select(hid_t dataset, std::int64_t begin, std::int64_t count, std::int64_t width,
                    const std::string& doing) {
  hdf5::Handle space = hdf5::own(H5Dget_space(dataset), doing);
  const hsize_t offset[2] = {static_cast<hsize_t>(begin), 0};
  const hsize_t block[2] = {static_cast<hsize_t>(count), static_cast<hsize_t>(width)};
  hdf5::check(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, offset, nullptr, block, nullptr), doing);
  return space;
}

/// Whether rows of `file_type` can be read as `type`: every column is known. Columns that an older file lacks are left
/// as they are in memory.
bool readable_as(hid_t file_type, hid_t type) {
  if (H5Tget_class(file_type) != H5T_COMPOUND || H5Tget_class(type) != H5T_COMPOUND)
    return H5Tequal(file_type, type) > 0;
  const int columns = H5Tget_nmembers(file_type);
  for (int i = 0; i < columns; ++i) {
    char* name = H5Tget_member_name(file_type, static_cast<unsigned>(i));
    const int known = name ? H5Tget_member_index(type, name) : -1;
    if (name) H5free_memory(name);
    if (known < 0) return false;
    const hdf5::Handle there(H5Tget_member_type(file_type, static_cast<unsigned>(i)));
    const hdf5::Handle here(H5Tget_member_type(type, static_cast<unsigned>(known)));
    if (H5Tequal(there.get(), here.get()) <= 0) return false;
  }
  return columns > 0;
}

}  // namespace

template <typename Row>
Table<Row> Table<Row>::create(hid_t parent, const char* name, hdf5::Handle type, std::int64_t width) {
  Table table;
  table.name_ = name;
  table.type_ = std::move(type);
  table.width_ = width;
  const std::string doing = "creating table " + table.name_;
  const int rank = width == 0 ? 1 : 2;
  const auto columns = static_cast<hsize_t>(width);
  const hsize_t size[2] = {0, columns};
  const hsize_t limit[2] = {H5S_UNLIMITED, columns};
  const std::int64_t entry_bytes = table.row_count() * static_cast<std::int64_t>(sizeof(Row));
  const hsize_t chunk[2] = {static_cast<hsize_t>(std::max<std::int64_t>(1, kChunkBytes / entry_bytes)), columns};
  const hdf5::Handle space = hdf5::own(H5Screate_simple(rank, size, limit), doing);
  const hdf5::Handle properties = hdf5::own(H5Pcreate(H5P_DATASET_CREATE), doing);
  hdf5::check(H5Pset_chunk(properties.get(), rank, chunk), doing);
  table.dataset_ = hdf5::own(
      H5Dcreate2(parent, name, table.type_.get(), space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT), doing);
  return table;
}

template <typename Row>
Table<Row> Table<Row>::open(hid_t parent, const char* name, hdf5::Handle type, std::int64_t width) {
  Table table;
  table.name_ = name;
  table.type_ = std::move(type);
  table.width_ = width;
  const std::string doing = "opening table " + table.name_;
  table.dataset_ = hdf5::own(H5Dopen2(parent, name, H5P_DEFAULT), doing);
  const hdf5::Handle file_type = hdf5::own(H5Dget_type(table.dataset_.get()), doing);
  if (!readable_as(file_type.get(), table.type_.get())) throw Error(doing + ": its columns are not those expected");
  const hdf5::Handle space = hdf5::own(H5Dget_space(table.dataset_.get()), doing);
  hsize_t size[2] = {0, 0};
  const int rank = width == 0 ? 1 : 2;
  if (H5Sget_simple_extent_ndims(space.get()) != rank ||
      H5Sget_simple_extent_dims(space.get(), size, nullptr) != rank ||
      (rank == 2 && size[1] != static_cast<hsize_t>(width))) {
    throw Error(doing + ": its shape is not the one expected");
  }
  table.written_ = static_cast<std::int64_t>(size[0]);
  return table;
}

template <typename Row>
void Table<Row>::write() {
  if (pending_.empty()) return;
  const std::string doing = "writing table " + name_;
  const std::int64_t total = size();
  const hsize_t extent[2] = {static_cast<hsize_t>(total), static_cast<hsize_t>(width_)};
  hdf5::check(H5Dset_extent(dataset_.get(), extent), doing);
  const hdf5::Handle target = select(dataset_.get(), written_, total - written_, width_, doing);
  const hsize_t rows = pending_.size();
  const hdf5::Handle source = hdf5::own(H5Screate_simple(1, &rows, nullptr), doing);
  hdf5::check(H5Dwrite(dataset_.get(), type_.get(), source.get(), target.get(), H5P_DEFAULT, pending_.data()), doing);
  written_ = total;
  pending_.clear();
}

template <typename Row>
std::vector<Row> Table<Row>::read(std::int64_t begin, std::int64_t end) const {
  const std::string doing = "reading table " + name_;
  if (begin < 0 || end > written_) throw Error(doing + ": rows outside the table were asked for");
  if (begin >= end) return {};
  std::vector<Row> rows(static_cast<std::size_t>((end - begin) * row_count()));
  const hsize_t count = rows.size();
  const hdf5::Handle target = hdf5::own(H5Screate_simple(1, &count, nullptr), doing);
  const hdf5::Handle source = select(dataset_.get(), begin, end - begin, width_, doing);
  hdf5::check(H5Dread(dataset_.get(), type_.get(), target.get(), source.get(), H5P_DEFAULT, rows.data()), doing);
  return rows;
}

template class Table<ContactRow>;
template class Table<BodyRow>;
template class Table<JointRow>;
template class Table<FrameJointRow>;
template class Table<InputRow>;
template class Table<SmoothRow>;
template class Table<SmoothStepRow>;
template class Table<SmoothEventRow>;
template class Table<double>;
template class Table<StepRow>;
template class Table<FrameRow>;
template class Table<CheckpointRow>;

}  // namespace stiction::recording
