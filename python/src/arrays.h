// Memory of the engine as numpy arrays: views where the memory stays, copies where it does not.
#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction::python {

namespace py = pybind11;

/// Doubles of an array of structs as a (count, width) array without a copy; `first` is a member of the first struct
/// and `stride` the size of one. `base` keeps the memory alive.
inline py::array strided_view(const double* first, std::size_t count, std::size_t width, std::size_t stride,
                              py::handle base, bool writable) {
  py::array view(py::dtype::of<double>(), {count, width}, {stride, sizeof(double)}, first, base);
  if (!writable) py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return view;
}

/// The same for one number of each struct: a (count,) array, read-only.
template <typename T>
py::array column_view(const T* first, std::size_t count, std::size_t stride, py::handle base) {
  py::array view(py::dtype::of<T>(), {count}, {stride}, first, base);
  py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return view;
}

/// A new (n, 3) array.
inline py::array_t<double> to_array(const std::vector<Vec3>& rows) {
  py::array_t<double> out({rows.size(), std::size_t{3}});
  double* to = out.mutable_data();
  for (const Vec3& row : rows)
    for (int i = 0; i < 3; ++i) *to++ = row[i];
  return out;
}

inline py::array_t<double> to_array(const Vec3& v) {
  py::array_t<double> out(3);
  for (int i = 0; i < 3; ++i) out.mutable_at(i) = v[i];
  return out;
}

inline py::array_t<double> to_array(const std::vector<double>& values) {
  return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// Three numbers of a caller. Throws InputError that names `what`.
Vec3 to_vec3(const Doubles& values, const char* what);
/// Rows of three, `count` of them (any number where it is negative); a flat array of 3 n numbers will do too.
std::vector<Vec3> to_rows(const Doubles& values, py::ssize_t count, const char* what);

}  // namespace stiction::python
