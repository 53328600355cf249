#include "stiction/problem/fclib_data.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "stiction/common/error.h"

namespace stiction::fclib {

namespace {

/// A damaged header may promise more numbers than the file can hold; compression packs at most this well.
constexpr double kBestCompression = 1100;
constexpr std::int64_t kMostRows = 1 << 28;

const char* const kForms = "write p, i, x as compressed rows (nz = -2), compressed columns (-1) or nz triplets";

}  // namespace

Reader::Reader(std::string path) : path_(std::move(path)) {
  hdf5::silence();
  std::error_code failure;
  if (!std::filesystem::exists(path_, failure)) throw InputError(path_, "does not exist", "check the name");
  if (!std::filesystem::is_regular_file(path_, failure))
    throw InputError(path_, "is not a file", "name an FCLib problem file");
  const hid_t id = H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (id < 0) throw InputError(path_, "cannot be opened as HDF5: " + hdf5::last_error(), "name an FCLib problem file");
  file_ = hdf5::Handle(id);
}

void Reader::fail(const std::string& field, const std::string& what, const std::string& remedy) const {
  throw InputError(path_ + ": " + field, what, remedy);
}

bool Reader::has(const std::string& name) const {
  // H5Lexists wants every group on the way to exist.
  for (std::size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1))
    if (slash > 0 && H5Lexists(file_.get(), name.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
  return H5Lexists(file_.get(), name.c_str(), H5P_DEFAULT) > 0;
}

template <class Number>
std::vector<Number> Reader::read(const std::string& name, hid_t type, bool integer) const {
  if (!has(name)) fail(name, "is missing", "an FCLib problem needs it");
  const hdf5::Handle data(H5Dopen2(file_.get(), name.c_str(), H5P_DEFAULT));
  if (!data.valid()) fail(name, "is not a dataset", "store numbers there");
  const hdf5::Handle stored(H5Dget_type(data.get())), space(H5Dget_space(data.get()));
  const H5T_class_t kind = stored.valid() ? H5Tget_class(stored.get()) : H5T_NO_CLASS;
  if (kind != H5T_INTEGER && (integer || kind != H5T_FLOAT))
    fail(name, integer ? "does not hold integers" : "does not hold numbers", "store numbers there");
  const hssize_t count = space.valid() ? H5Sget_simple_extent_npoints(space.get()) : -1;
  const double bytes = static_cast<double>(count) * static_cast<double>(H5Tget_size(stored.get()));
  std::error_code failure;
  const double most = kBestCompression * static_cast<double>(std::filesystem::file_size(path_, failure));
  if (count < 0 || bytes > most) fail(name, "has an impossible size", "the file is damaged: write it again");
  std::vector<Number> values(static_cast<std::size_t>(count));
  if (count > 0 && H5Dread(data.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    fail(name, "cannot be read: " + hdf5::last_error(), "the file is damaged: write it again");
  return values;
}

std::vector<double> Reader::numbers(const std::string& name, std::int64_t size) const {
  auto values = read<double>(name, H5T_NATIVE_DOUBLE, false);
  if (size >= 0 && std::ssize(values) != size)
    fail(name, "has " + std::to_string(values.size()) + " numbers", "it needs " + std::to_string(size));
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      fail(name + "[" + std::to_string(i) + "]", "is not a finite number", "write finite numbers only");
  return values;
}

std::vector<std::int64_t> Reader::integers(const std::string& name) const {
  return read<std::int64_t>(name, H5T_NATIVE_INT64, true);
}

std::int64_t Reader::integer(const std::string& name) const {
  const auto values = integers(name);
  if (values.size() != 1) fail(name, "is not a single number", "store one integer there");
  return values[0];
}

std::string Reader::text(const std::string& name) const {
  if (!has(name)) return {};
  const hdf5::Handle data(H5Dopen2(file_.get(), name.c_str(), H5P_DEFAULT));
  if (!data.valid()) return {};
  const hdf5::Handle type(H5Dget_type(data.get())), space(H5Dget_space(data.get()));
  if (!type.valid() || H5Tget_class(type.get()) != H5T_STRING) return {};
  if (!space.valid() || H5Sget_simple_extent_npoints(space.get()) != 1) return {};
  if (H5Tis_variable_str(type.get()) > 0) {
    char* words = nullptr;
    if (H5Dread(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, &words) < 0 || !words) return {};
    std::string result(words);
    H5free_memory(words);
    return result;
  }
  const std::size_t bytes = H5Tget_size(type.get());
  if (bytes > (std::size_t{1} << 24)) return {};
  std::string result(bytes, '\0');
  if (H5Dread(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, result.data()) < 0) return {};
  result.resize(std::min(result.find('\0'), result.size()));
  return result;
}

Matrix Reader::matrix(const std::string& group) const {
  const std::int64_t m = integer(group + "/m"), n = integer(group + "/n"), nz = integer(group + "/nz");
  for (const auto& [name, value] : {std::pair{"/m", m}, std::pair{"/n", n}})
    if (value < 0 || value > kMostRows)
      fail(group + name, "is " + std::to_string(value), "give the number of rows or columns");
  Matrix matrix{static_cast<int>(m), static_cast<int>(n), {}};
  if (nz < -2) fail(group + "/nz", "is " + std::to_string(nz), kForms);
  return nz >= 0 ? triplets(group, std::move(matrix), nz) : compressed(group, std::move(matrix), nz == -2);
}

Matrix Reader::compressed(const std::string& group, Matrix matrix, bool by_rows) const {
  const int lines = by_rows ? matrix.rows : matrix.columns, across = by_rows ? matrix.columns : matrix.rows;
  const auto start = integers(group + "/p"), index = integers(group + "/i");
  const auto value = numbers(group + "/x");
  if (std::ssize(start) != lines + 1)
    fail(group + "/p", "has " + std::to_string(start.size()) + " numbers",
         "it needs " + std::to_string(lines + 1) + ": one more than there are " + (by_rows ? "rows" : "columns"));
  const std::int64_t count = start.back();
  if (start.front() != 0 || !std::is_sorted(start.begin(), start.end()))
    fail(group + "/p", "does not ascend from 0", kForms);
  if (count > std::ssize(index) || count > std::ssize(value))
    fail(group + "/p", "ends beyond the entries of i and x", kForms);
  matrix.entries.reserve(static_cast<std::size_t>(count));
  for (int line = 0; line < lines; ++line)
    for (std::int64_t e = start[line]; e < start[line + 1]; ++e) {
      if (index[e] < 0 || index[e] >= across)
        fail(group + "/i[" + std::to_string(e) + "]", "is " + std::to_string(index[e]),
             "give an index from 0 to " + std::to_string(across - 1));
      const int other = static_cast<int>(index[e]);
      matrix.entries.push_back(by_rows ? Entry{line, other, value[e]} : Entry{other, line, value[e]});
    }
  return matrix;
}

Matrix Reader::triplets(const std::string& group, Matrix matrix, std::int64_t count) const {
  const auto i = integers(group + "/i"), p = integers(group + "/p");
  const auto value = numbers(group + "/x");
  if (std::min({std::ssize(i), std::ssize(p), std::ssize(value)}) < count)
    fail(group + "/nz", "is larger than i, p or x are long", kForms);
  const auto fits = [&](const std::vector<std::int64_t>& index, int limit) {
    return std::all_of(index.begin(), index.begin() + count, [&](std::int64_t k) { return k >= 0 && k < limit; });
  };
  // FCLib's header says that p holds the rows; the files that exist hold them in i. Where only one can be, it is.
  const bool rows_in_i = fits(i, matrix.rows) && fits(p, matrix.columns);
  if (!rows_in_i && !(fits(p, matrix.rows) && fits(i, matrix.columns)))
    fail(group + "/i", "or p has an index outside the matrix",
         "give rows below " + std::to_string(matrix.rows) + " and columns below " + std::to_string(matrix.columns));
  for (std::int64_t e = 0; e < count; ++e) {
    const auto row = static_cast<int>(rows_in_i ? i[e] : p[e]), column = static_cast<int>(rows_in_i ? p[e] : i[e]);
    matrix.entries.push_back({row, column, value[e]});
  }
  return matrix;
}

Writer::Writer(const std::string& path, const std::string& source) : path_(path), target_(path) {
  hdf5::silence();
  const std::string& draft = target_.draft();
  if (!source.empty()) {
    std::error_code failure;
    std::filesystem::copy_file(source, draft, failure);
    if (failure) throw InputError(path_, "cannot be written: " + failure.message(), "check that its folder exists");
    std::filesystem::permissions(draft, std::filesystem::perms::owner_write, std::filesystem::perm_options::add,
                                 failure);
  }
  const hid_t id = source.empty() ? H5Fcreate(draft.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)
                                  : H5Fopen(draft.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  if (id < 0)
    throw InputError(path_, "cannot be written: " + hdf5::last_error(),
                     "check that its folder exists and may be written");
  file_ = hdf5::Handle(id);
}

void Writer::group(const std::string& name) {
  hdf5::own(H5Gcreate2(file_.get(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), path_ + ": " + name);
}

void Writer::remove(const std::string& name) {
  if (H5Lexists(file_.get(), name.c_str(), H5P_DEFAULT) > 0)
    hdf5::check(H5Ldelete(file_.get(), name.c_str(), H5P_DEFAULT), path_ + ": " + name);
}

void Writer::numbers(const std::string& name, const std::vector<double>& values) {
  const std::string doing = path_ + ": " + name;
  const hsize_t size = values.size();
  const hdf5::Handle space = hdf5::own(H5Screate_simple(1, &size, nullptr), doing);
  const hdf5::Handle data = hdf5::own(
      H5Dcreate2(file_.get(), name.c_str(), H5T_IEEE_F64LE, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), doing);
  hdf5::check(H5Dwrite(data.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), doing);
}

void Writer::integers(const std::string& name, const std::vector<int>& values) {
  const std::string doing = path_ + ": " + name;
  const hsize_t size = values.size();
  const hdf5::Handle space = hdf5::own(H5Screate_simple(1, &size, nullptr), doing);
  const hdf5::Handle data = hdf5::own(
      H5Dcreate2(file_.get(), name.c_str(), H5T_STD_I32LE, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), doing);
  hdf5::check(H5Dwrite(data.get(), H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), doing);
}

void Writer::text(const std::string& name, const std::string& value) {
  hdf5::write_text(file_.get(), name.c_str(), value);
}

void Writer::matrix(const std::string& name, const Matrix& matrix) {
  std::vector<Entry> entries = matrix.entries;
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.row != b.row ? a.row < b.row : a.column < b.column; });
  std::vector<int> start(matrix.rows + 1, 0), column;
  std::vector<double> value;
  for (const Entry& e : entries) {
    ++start[e.row + 1];
    column.push_back(e.column);
    value.push_back(e.value);
  }
  for (int i = 0; i < matrix.rows; ++i) start[i + 1] += start[i];
  group(name);
  integers(name + "/nzmax", {static_cast<int>(entries.size())});
  integers(name + "/m", {matrix.rows});
  integers(name + "/n", {matrix.columns});
  integers(name + "/nz", {-2});
  integers(name + "/p", start);
  integers(name + "/i", column);
  numbers(name + "/x", value);
}

void Writer::close() {
  hdf5::check(H5Fflush(file_.get(), H5F_SCOPE_GLOBAL), path_ + ": writing to disk");
  file_.reset();
  target_.publish();
}

}  // namespace stiction::fclib
