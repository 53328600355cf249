// Certificate and Report: how exact a step was, how it was solved, what it cost.
#include "bindings.h"
#include "stiction/state/step_report.h"

namespace stiction::python {

void bind_report(py::module_& module) {
  py::class_<Certificate>(module, "Certificate",
                          "How far velocities and impulses are from exact Signorini-Coulomb friction.")
      .def_readonly("error", &Certificate::error, "The number that certifies: natural-map error, without unit.")
      .def_readonly("error_worst", &Certificate::error_worst, "The same for the worst single contact.")
      .def_readonly("error_q", &Certificate::error_q, "FCLib's customary error, which depends on units.")
      .def_readonly("normal", &Certificate::normal, "Worst approach through a surface, m/s.")
      .def_readonly("cone", &Certificate::cone, "Worst impulse outside of the friction cone, N·s.")
      .def_readonly("complementarity", &Certificate::complementarity, "Sum of |r_n (u_n - b)|, J.")
      .def_readonly("dissipation", &Certificate::dissipation, "Worst friction that does not oppose slip, J.")
      .def_readonly("joint", &Certificate::joint, "Worst speed at which a joint opens, m/s or rad/s.")
      .def("__repr__", [](const Certificate& c) { return py::str("<Certificate: error {:.3g}>").format(c.error); });

  py::class_<StepReport>(module, "Report", "What one step tells about itself.")
      .def_readonly("certificate", &StepReport::certificate, "How far the step is from exact.")
      .def_readonly("converged", &StepReport::converged, "Whether certificate.error is within the tolerance.")
      .def_property_readonly(
          "path", [](const StepReport& r) { return to_string(r.path); },
          "How it was solved: none, carried, newton, staggered, proximal, chosen or unconverged.")
      .def_readonly("contacts", &StepReport::contacts, "Contacts solved.")
      .def_readonly("blocks", &StepReport::blocks, "Independent problems.")
      .def_readonly("iterations", &StepReport::iterations, "Iterations, summed over blocks.")
      .def_readonly("factorizations", &StepReport::factorizations, "Linear systems factored.")
      .def_readonly("joint_gap", &StepReport::joint_gap, "Worst distance of anchors that should coincide, m.")
      .def_readonly("overlap", &StepReport::overlap, "Deepest overlap that was undone at the end of the step, m.")
      .def_readonly("correction", &StepReport::correction, "Farthest that a body was moved to undo overlap, m.")
      .def_readonly("correction_energy", &StepReport::correction_energy, "Energy of gravity that this added, J.")
      .def_readonly("contact_work", &StepReport::contact_work, "Work of contacts, J: at most 0 without restitution.")
      .def_readonly("kinetic_energy", &StepReport::kinetic_energy, "At the end of the step, J.")
      .def_readonly("potential_energy", &StepReport::potential_energy, "Of gravity, at the end of the step, J.")
      .def_readonly("elastic_energy", &StepReport::elastic_energy, "Of bodies that bend, at the end of the step, J.")
      .def_readonly("cpu_s", &StepReport::cpu_s, "CPU time of the process, s.")
      .def_readonly("wall_s", &StepReport::wall_s, "Wall time, s.")
      .def("__repr__", [](const StepReport& r) {
        return py::str("<Report: {}, {} contacts, error {:.3g}{}>")
            .format(to_string(r.path), r.contacts, r.certificate.error, r.converged ? "" : ", not converged");
      });
}

}  // namespace stiction::python
