// World: stepping, what acts on bodies, energies. state.cpp binds the arrays.
#include <pybind11/stl.h>

#include <cmath>

#include "arrays.h"
#include "bindings.h"
#include "contact_list.h"
#include "live_world.h"
#include "stiction/common/error.h"
#include "stiction/stepping/measures.h"
#include "stiction/stepping/motion.h"
#include "world_class.h"

namespace stiction::python {
namespace {

std::shared_ptr<LiveWorld> make_world(const std::string& json, const std::string& where, const std::string& directory) {
  // Meshes may take seconds to prepare.
  py::gil_scoped_release release;
  Scene scene = scene_from_json(json, where, directory);
  World world = build_world(scene);
  return std::make_shared<LiveWorld>(std::move(scene), std::move(world));
}

void apply_force(LiveWorld& live, const py::object& body, const Doubles& force, const py::object& torque,
                 const py::object& point) {
  const int i = live.body_index(body);
  const Vec3 f = to_vec3(force, "force");
  Vec3 m = torque.is_none() ? Vec3(Vec3::Zero()) : to_vec3(torque.cast<Doubles>(), "torque");
  const auto world = live.access();
  if (!point.is_none())
    m += (to_vec3(point.cast<Doubles>(), "point") - world->state().bodies[static_cast<std::size_t>(i)].position)
             .cross(f);
  world->apply_force(i, f, m);
}

RunSummary run(const py::object& self, std::int64_t steps) {
  if (steps < 0) throw InputError("steps", "is " + std::to_string(steps), "give 0 or more");
  return self.cast<LiveWorld&>().run(self, steps);
}

void bind_stepping(WorldClass& world) {
  world.def(
      "step", [](const py::object& self) { return self.cast<LiveWorld&>().step(self); },
      "Takes one step and returns its Report. Other Python threads run meanwhile.");
  world.def("run_steps", &run, py::arg("steps"),
            "Takes that many steps and returns a RunSummary. Other Python threads run meanwhile; Ctrl-C ends it\n"
            "between two steps.");
  world.def_property_readonly(
      "report", [](LiveWorld& w) { return w.access()->report(); }, "Report of the last step.");
  world.def_property_readonly(
      "contacts",
      [](LiveWorld& w) {
        return ContactList{w.access()->state().contacts, w.scene().step};
      },
      "Contacts of the last step: a copy, which stays as it is.");
  world.def(
      "_copy",
      [](LiveWorld& w) {
        const auto from = w.access();
        return std::make_shared<LiveWorld>(w.scene(), World(from->model(), from->state()));
      },
      "A second world in the same state; both go on bit-identically and independently.");
}

void bind_pushes(WorldClass& world) {
  world.def("apply_force", &apply_force, py::arg("body"), py::arg("force"), py::arg("torque") = py::none(),
            py::arg("point") = py::none(),
            "Pushes a body (name or index) during the coming step, and no longer.\n\n"
            "force: N, world axes, at the centre of mass or at `point` (world, m);\n"
            "torque: N·m about the centre of mass. Pushes add up.");
  world.def(
      "set_motor_target",
      [](LiveWorld& w, const py::object& joint, double target) {
        const int i = w.joint_index(joint);
        w.access()->set_motor_target(i, target);
      },
      py::arg("joint"), py::arg("target"),
      "Gives the motor of a joint (name or index) another target: rad/s or m/s, rad or m, N·m or N by its type.");
  world.def(
      "contact_force",
      [](LiveWorld& w, const py::object& body, const py::object& by) {
        const int i = w.body_index(body);
        if (by.is_none()) return to_array(stiction::contact_force(*w.access(), i));
        const int other = w.body_index(by);
        return to_array(stiction::pair_force(*w.access(), i, other));
      },
      py::arg("body"), py::arg("by") = py::none(),
      "Mean force over the last step on a body by its contacts (with the body `by` alone, if given), world axes, N.");
}

void bind_measures(WorldClass& world) {
  world.def_property_readonly(
      "kinetic_energy", [](LiveWorld& w) { return w.access()->kinetic_energy(); }, "J");
  world.def_property_readonly(
      "potential_energy", [](LiveWorld& w) { return w.access()->potential_energy(); }, "Of gravity, J.");
  world.def_property_readonly(
      "elastic_energy", [](LiveWorld& w) { return w.access()->elastic_energy(); }, "Of bodies that bend, J.");
  world.def_property_readonly(
      "distress",
      [](LiveWorld& w) {
        std::vector<std::vector<double>> q;
        for (const stiction::Deformation& deformation : w.access()->state().deformations) q.push_back(deformation.q);
        const stiction::SoftDistress found = stiction::soft_distress(w.access()->model(), q);
        py::dict out;
        out["softened"] = found.softened;
        out["inverted"] = found.inverted;
        out["least_stretch"] = found.least_stretch;
        out["body"] = found.body < 0 ? py::object(py::none())
                                     : py::cast(w.access()->model().bodies[std::size_t(found.body)].name);
        return out;
      },
      "Tetrahedra of bodies that bend which are squeezed beyond what their material describes: how many are softened\n"
      "(St.Venant-Kirchhoff, below 1/sqrt(3) of their length) and inverted, and the least stretch, with the body's "
      "name.");
  world.def_property_readonly(
      "linear_momentum", [](LiveWorld& w) { return to_array(stiction::linear_momentum(*w.access())); },
      "Of all bodies that forces move, kg m/s.");
  world.def_property_readonly(
      "angular_momentum", [](LiveWorld& w) { return to_array(stiction::angular_momentum(*w.access())); },
      "Of all bodies that forces move, about the world's origin, kg m²/s.");
  world.def_property_readonly(
      "state_hash", [](LiveWorld& w) { return hash(w.access()->state()); },
      "64 bits over every bit of the state: equal hashes mean bit-identical states.");
  world.def_property_readonly(
      "overlap", [](LiveWorld& w) { return deepest_overlap(w.access()->model(), w.access()->state()); },
      "Deepest overlap of any two bodies now, m, by brute force.");
}

}  // namespace

void bind_world(py::module_& module) {
  py::class_<RunSummary>(module, "RunSummary", "What many steps amount to.")
      .def_readonly("steps", &RunSummary::steps, "Steps taken.")
      .def_readonly("converged", &RunSummary::converged, "Steps that were solved to the tolerance.")
      .def_readonly("worst", &RunSummary::worst, "The worst Certificate of all steps, entry by entry.")
      .def_readonly("contacts_max", &RunSummary::contacts_max, "Most contacts of any step.")
      .def_readonly("overlap_max", &RunSummary::overlap_max, "Deepest overlap that a step had to undo, m.")
      .def_readonly("iterations", &RunSummary::iterations, "Iterations of the solver, all together.")
      .def_readonly("wall_s", &RunSummary::wall_s, "Time spent in steps, s.")
      .def("__repr__", [](const RunSummary& s) {
        return py::str("<RunSummary: {} steps, {} converged, worst error {:.2g}>")
            .format(s.steps, s.converged, s.worst.error);
      });
  WorldClass world(module, "World", "Bodies, what they are made of and where they are now. Base of stiction.World.");
  world.def(py::init(&make_world), py::arg("scene_json"), py::arg("where"), py::arg("directory") = ".");
  world.def(py::init([](std::shared_ptr<LiveWorld> same) { return same; }), py::arg("same"),
            "Another handle of the same world.");
  world.attr("before_step") = py::none();
  bind_stepping(world);
  bind_pushes(world);
  bind_measures(world);
  bind_state(world);
}

}  // namespace stiction::python
