#include "arrays.h"

#include <cmath>
#include <string>

#include "stiction/common/error.h"

namespace stiction::python {
namespace {

std::string shape_text(const Doubles& values) {
  std::string text = "(";
  for (py::ssize_t i = 0; i < values.ndim(); ++i) text += std::to_string(values.shape(i)) + ", ";
  if (values.ndim() > 1) text.resize(text.size() - 2);
  return text + ")";
}

}  // namespace

Vec3 to_vec3(const Doubles& values, const char* what) {
  if (values.ndim() != 1 || values.size() != 3)
    throw InputError(what, "has shape " + shape_text(values), "give three numbers");
  return Vec3(values.data()[0], values.data()[1], values.data()[2]);
}

std::vector<Vec3> to_rows(const Doubles& values, py::ssize_t count, const char* what) {
  const bool rows = values.ndim() == 2 && values.shape(1) == 3, flat = values.ndim() == 1 && values.size() % 3 == 0;
  if ((!rows && !flat) || (count >= 0 && values.size() != 3 * count)) {
    const std::string n = count < 0 ? "n" : std::to_string(count);
    throw InputError(what, "has shape " + shape_text(values), "give an array of shape (" + n + ", 3)");
  }
  std::vector<Vec3> out(static_cast<std::size_t>(values.size() / 3));
  const double* from = values.data();
  for (Vec3& row : out) {
    for (int i = 0; i < 3; ++i) row[i] = *from++;
    if (!row.allFinite()) throw InputError(what, "holds a number that is not finite", "give finite numbers");
  }
  return out;
}

}  // namespace stiction::python
