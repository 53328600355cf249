// C++ errors become Python exceptions with the same text.
#include "bindings.h"
#include "stiction/common/error.h"

namespace stiction::python {

void bind_errors(py::module_& module) {
  // Kept by the module for as long as the process lives.
  static PyObject* base = nullptr;
  static PyObject* input = nullptr;
  base = PyErr_NewExceptionWithDoc("stiction.StictionError", "Base of everything stiction raises on purpose.",
                                   PyExc_Exception, nullptr);
  const py::tuple parents = py::make_tuple(py::handle(base), py::handle(PyExc_ValueError));
  input = PyErr_NewExceptionWithDoc(
      "stiction.InputError",
      "The input is wrong: the text says where (file and field), what, and what would be right.\n\n"
      "where, problem and remedy hold the three parts.",
      parents.ptr(), nullptr);
  module.add_object("StictionError", base);
  module.add_object("InputError", input);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InputError& error) {
      py::object exception = py::handle(input)(error.what());
      exception.attr("where") = error.where();
      exception.attr("problem") = error.problem();
      exception.attr("remedy") = error.remedy();
      PyErr_SetObject(input, exception.ptr());
    } catch (const Error& error) {
      PyErr_SetString(base, error.what());
    }
  });
}

}  // namespace stiction::python
