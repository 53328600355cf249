// Datasets of FCLib files, checked on the way in: internal to fclib_read.cpp and fclib_write.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stiction/common/hdf5.h"
#include "stiction/common/new_file.h"

namespace stiction::fclib {

/// One number of a sparse matrix. Several in one place add up.
struct Entry {
  int row = 0, column = 0;
  double value = 0;
};

struct Matrix {
  int rows = 0, columns = 0;
  std::vector<Entry> entries;
};

/// Reads datasets by name and throws InputError "<file>: <dataset>" for whatever is wrong with them.
class Reader {
 public:
  explicit Reader(std::string path);

  bool has(const std::string& name) const;
  /// All numbers of a dataset; `size` >= 0: it must have as many. Not finite is an error.
  std::vector<double> numbers(const std::string& name, std::int64_t size = -1) const;
  std::vector<std::int64_t> integers(const std::string& name) const;
  std::int64_t integer(const std::string& name) const;
  /// A text of fixed or variable length; empty if there is none that can be read.
  std::string text(const std::string& name) const;
  /// A matrix in any of FCLib's forms: compressed rows (nz = -2), compressed columns (-1), triplets (nz of them).
  Matrix matrix(const std::string& group) const;

  [[noreturn]] void fail(const std::string& field, const std::string& what, const std::string& remedy) const;

 private:
  template <class Number>
  std::vector<Number> read(const std::string& name, hid_t type, bool integer) const;
  Matrix compressed(const std::string& group, Matrix matrix, bool by_rows) const;
  Matrix triplets(const std::string& group, Matrix matrix, std::int64_t count) const;

  std::string path_;
  hdf5::Handle file_;
};

/// Writes a new file, or a changed copy of the file `source`; throws InputError that names the file where it cannot.
/// The file has its name only once it is closed.
class Writer {
 public:
  explicit Writer(const std::string& path, const std::string& source = "");

  void group(const std::string& name);
  /// Takes a group and all in it away, if it is there.
  void remove(const std::string& name);
  void numbers(const std::string& name, const std::vector<double>& values);
  void integers(const std::string& name, const std::vector<int>& values);
  void text(const std::string& name, const std::string& value);
  /// As compressed rows.
  void matrix(const std::string& group, const Matrix& matrix);
  /// Everything on disk and under its name; throws if it is not.
  void close();

 private:
  std::string path_;
  NewFile target_;
  hdf5::Handle file_;
};

}  // namespace stiction::fclib
