#include <memory>

#include "arrays.h"
#include "bindings.h"
#include "contact_list.h"

namespace stiction::python {
namespace {

using Contacts = py::class_<ContactList, std::shared_ptr<ContactList>>;

void vector_field(Contacts& type, const char* name, Vec3 ContactState::*field, const char* doc) {
  type.def_property_readonly(
      name,
      [field](const py::object& self) -> py::array {
        const auto& list = self.cast<const ContactList&>().contacts;
        if (list.empty()) return to_array(std::vector<Vec3>{});
        return strided_view((list[0].*field).data(), list.size(), 3, sizeof(ContactState), self, false);
      },
      doc);
}

template <typename T>
void number_field(Contacts& type, const char* name, T ContactState::*field, const char* doc) {
  type.def_property_readonly(
      name,
      [field](const py::object& self) -> py::array {
        const auto& list = self.cast<const ContactList&>().contacts;
        if (list.empty()) return py::array_t<T>(0);
        return column_view(&(list[0].*field), list.size(), sizeof(ContactState), self);
      },
      doc);
}

py::array impulses(const ContactList& list, double scale) {
  std::vector<Vec3> out;
  for (const ContactState& c : list.contacts)
    out.emplace_back(scale * (c.impulse_normal * c.normal + c.impulse_tangent));
  return to_array(out);
}

py::array bodies(const ContactList& list) {
  py::array_t<std::int32_t> out({list.contacts.size(), std::size_t{2}});
  std::int32_t* to = out.mutable_data();
  for (const ContactState& c : list.contacts) {
    *to++ = c.body_a;
    *to++ = c.body_b;
  }
  return out;
}

}  // namespace

void bind_contacts(py::module_& module) {
  Contacts type(module, "Contacts",
                "The contacts of a step, one row each. Normals point from the second body to the first; impulses act\n"
                "on the first. Axes are the world's.");
  type.def("__len__", [](const ContactList& list) { return list.contacts.size(); });
  type.def_property_readonly("bodies", &bodies, "(n, 2): indices of the two bodies.");
  number_field(type, "features", &ContactState::feature,
               "Which vertices, edges or faces touch; the same from step to step.");
  vector_field(type, "positions", &ContactState::position, "(n, 3), m.");
  vector_field(type, "normals", &ContactState::normal, "(n, 3), unit vectors from the second body to the first.");
  number_field(type, "gaps", &ContactState::gap, "(n,), m, at the start of the step.");
  number_field(type, "mu", &ContactState::mu, "(n,): the coefficient of friction in force.");
  number_field(type, "normal_impulses", &ContactState::impulse_normal,
               "(n,), N·s, on the first body along the normal.");
  vector_field(type, "tangential_impulses", &ContactState::impulse_tangent, "(n, 3), N·s, on the first body.");
  vector_field(type, "slips", &ContactState::slip,
               "(n, 3), m/s: tangential velocity of the first body relative to the second at the end of the step.");
  vector_field(type, "torques", &ContactState::torque,
               "(n, 3), N·m·s, on the first body by rolling and spin friction.");
  type.def_property_readonly(
      "impulses", [](const ContactList& list) { return impulses(list, 1); },
      "(n, 3), N·s: normal and tangential impulse together, on the first body.");
  type.def_property_readonly(
      "forces", [](const ContactList& list) { return impulses(list, 1 / list.step); },
      "(n, 3), N: mean force over the step on the first body.");
  type.def("__repr__", [](const ContactList& list) { return py::str("<Contacts: {}>").format(list.contacts.size()); });
}

}  // namespace stiction::python
