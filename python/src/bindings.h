// The parts of the Python module. Each file binds one thing; module.cpp puts them together.
#pragma once

#include <pybind11/pybind11.h>

namespace stiction::python {

namespace py = pybind11;

void bind_errors(py::module_& module);
void bind_scene(py::module_& module);
void bind_report(py::module_& module);
void bind_contacts(py::module_& module);
void bind_world(py::module_& module);
void bind_problem(py::module_& module);
void bind_recording(py::module_& module);

}  // namespace stiction::python
