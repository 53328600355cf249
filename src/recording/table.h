// A table that grows: one chunked HDF5 dataset of fixed-size rows. Internal to the room.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stiction/common/hdf5.h"

namespace stiction::recording {

/// `Row` must be trivially copyable and match `type` byte for byte. A table may be `width` rows wide, so that
/// one entry (a frame, say) holds one row per body; width 0 means a plain list.
template <typename Row>
class Table {
 public:
  Table() = default;
  /// Creates an empty table. `parent` is a file or a group.
  static Table create(hid_t parent, const char* name, hdf5::Handle type, std::int64_t width = 0);
  /// Opens a table and checks its shape. Throws Error if it is not what `type` and `width` say.
  static Table open(hid_t parent, const char* name, hdf5::Handle type, std::int64_t width = 0);

  /// Keeps rows in memory until write() sends them to the file.
  void add(const Row& row) { pending_.push_back(row); }
  void write();
  std::size_t pending_bytes() const { return pending_.size() * sizeof(Row); }

  /// Entries in the file, and with those still in memory.
  std::int64_t written() const { return written_; }
  std::int64_t size() const { return written_ + static_cast<std::int64_t>(pending_.size()) / row_count(); }

  /// Rows of the entries [begin, end).
  std::vector<Row> read(std::int64_t begin, std::int64_t end) const;

 private:
  std::int64_t row_count() const { return width_ == 0 ? 1 : width_; }

  std::string name_;
  hdf5::Handle type_, dataset_;
  std::int64_t width_ = 0, written_ = 0;
  std::vector<Row> pending_;
};

}  // namespace stiction::recording
