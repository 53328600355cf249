// Scenes as JSON text in both directions, and the gallery. The Python class Scene is built on these.
#include "stiction/scene/scene.h"

#include <pybind11/stl.h>

#include <map>

#include "bindings.h"
#include "stiction/scene/gallery.h"

namespace stiction::python {
namespace {

py::object value(const GalleryValue& given) {
  if (const double* number = std::get_if<double>(&given)) return py::float_(*number);
  return py::str(std::get<std::string>(given));
}

py::dict parameter(const GalleryParameter& p) {
  py::dict out;
  out["description"] = p.description;
  out["unit"] = p.unit;
  out["default"] =
      p.integer ? py::object(py::int_(static_cast<long>(std::get<double>(p.default_value)))) : value(p.default_value);
  if (p.is_number()) out["range"] = py::make_tuple(p.min, p.max);
  if (!p.choices.empty()) out["choices"] = p.choices;
  return out;
}

py::dict gallery_dict() {
  py::dict out;
  for (const GalleryEntry& entry : gallery()) {
    py::dict parameters, described;
    for (const GalleryParameter& p : entry.parameters) parameters[py::str(p.name)] = parameter(p);
    described["description"] = entry.description;
    described["parameters"] = parameters;
    described["available"] = entry.is_available();
    out[py::str(entry.name)] = described;
  }
  return out;
}

std::string gallery_scene(const std::string& name, const py::dict& parameters) {
  std::map<std::string, GalleryValue> overrides;
  for (const auto& [key, given] : parameters) {
    const GalleryValue v = py::isinstance<py::str>(given)
                               ? GalleryValue(given.cast<std::string>())
                               : GalleryValue(py::float_(py::reinterpret_borrow<py::object>(given)).cast<double>());
    overrides.insert_or_assign(py::str(key).cast<std::string>(), v);
  }
  return scene_to_json(build_gallery_scene(name, overrides));
}

}  // namespace

void bind_scene(py::module_& module) {
  module.def(
      "check_scene",
      [](const std::string& json, const std::string& where, const std::string& directory) {
        return scene_to_json(scene_from_json(json, where, directory));
      },
      py::arg("json"), py::arg("where"), py::arg("directory") = ".",
      "Reads and validates a scene; returns it with every field written out.");
  module.def(
      "load_scene", [](const std::string& path) { return scene_to_json(load_scene(path)); }, py::arg("path"),
      "Reads and validates a scene file; returns it as JSON with every field written out.");
  module.def("gallery", &gallery_dict,
             "Scenes of the gallery: description, parameters, whether their files are there.");
  module.def("gallery_scene", &gallery_scene, py::arg("name"), py::arg("parameters"),
             "A scene of the gallery as JSON; parameters not given keep their defaults.");
  module.def(
      "has_gallery_scene", [](const std::string& name) { return find_gallery_entry(name) != nullptr; }, py::arg("name"),
      "Whether the gallery has a scene of that name.");
}

}  // namespace stiction::python
