#include <tbb/global_control.h>

#include <memory>

#include "bindings.h"
#include "stiction/common/error.h"

namespace stiction::python {
namespace {

void set_threads(int count) {
  // Lives as long as the module: the limit holds for every world from now on.
  static std::unique_ptr<tbb::global_control> limit;
  if (count < 0) throw InputError("threads", "is " + std::to_string(count), "give 0 (all cores) or a count above 0");
  limit.reset();
  if (count > 0)
    limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                  static_cast<std::size_t>(count));
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "The compiled part of stiction. Use the package stiction, which is documented for users.";
  module.attr("__version__") = STICTION_VERSION;
  bind_errors(module);
  bind_scene(module);
  bind_report(module);
  bind_contacts(module);
  bind_world(module);
  bind_problem(module);
  bind_recording(module);
  module.def("set_threads", &set_threads, py::arg("count"),
             "Limits the threads that a step uses; 0 lifts the limit. Results do not depend on it.");
}

}  // namespace stiction::python
