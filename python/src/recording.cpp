// Reading recordings. HDF5 knows no threads, so everything here holds the GIL.
#include "stiction/recording/recording.h"

#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "contact_list.h"
#include "live_world.h"
#include "stiction/common/error.h"

namespace stiction::python {
namespace {

/// A recording and what its scene says about time.
struct RecordingValue {
  Recording file;
  Scene scene;
  explicit RecordingValue(const std::string& path)
      : file(path), scene(scene_from_json(file.header().scene_json, path + ": scene")) {}

  std::int64_t frame_index(std::int64_t given) const {
    const std::int64_t i = given < 0 ? given + file.frame_count() : given;
    if (i < 0 || i >= file.frame_count())
      throw py::index_error("frame " + std::to_string(given) + " is out of range: there are " +
                            std::to_string(file.frame_count()));
    return i;
  }
};

py::dict steps(const RecordingValue& recording) {
  const std::vector<StepRecord> records = recording.file.steps(0, recording.file.step_count());
  py::dict out;
  const auto column = [&](const char* name, auto get) {
    using T = std::decay_t<decltype(get(records[0]))>;
    py::array_t<T> values(static_cast<py::ssize_t>(records.size()));
    for (std::size_t i = 0; i < records.size(); ++i) values.mutable_data()[i] = get(records[i]);
    out[name] = values;
  };
  const double h = recording.scene.step;
  column("step", [](const StepRecord& r) { return r.step; });
  column("time", [h](const StepRecord& r) { return static_cast<double>(r.step) * h; });
  column("converged", [](const StepRecord& r) { return r.report.converged; });
  column("error", [](const StepRecord& r) { return r.report.certificate.error; });
  column("normal", [](const StepRecord& r) { return r.report.certificate.normal; });
  column("cone", [](const StepRecord& r) { return r.report.certificate.cone; });
  column("complementarity", [](const StepRecord& r) { return r.report.certificate.complementarity; });
  column("dissipation", [](const StepRecord& r) { return r.report.certificate.dissipation; });
  column("contacts", [](const StepRecord& r) { return r.report.contacts; });
  column("blocks", [](const StepRecord& r) { return r.report.blocks; });
  column("iterations", [](const StepRecord& r) { return r.report.iterations; });
  column("factorizations", [](const StepRecord& r) { return r.report.factorizations; });
  column("overlap", [](const StepRecord& r) { return r.report.overlap; });
  column("joint_gap", [](const StepRecord& r) { return r.report.joint_gap; });
  column("contact_work", [](const StepRecord& r) { return r.report.contact_work; });
  column("kinetic_energy", [](const StepRecord& r) { return r.report.kinetic_energy; });
  column("potential_energy", [](const StepRecord& r) { return r.report.potential_energy; });
  column("elastic_energy", [](const StepRecord& r) { return r.report.elastic_energy; });
  column("displacement", [](const StepRecord& r) { return r.displacement; });
  column("cpu_s", [](const StepRecord& r) { return r.report.cpu_s; });
  column("wall_s", [](const StepRecord& r) { return r.report.wall_s; });
  py::list paths;
  for (const StepRecord& r : records) paths.append(to_string(r.report.path));
  out["path"] = py::array(paths);
  return out;
}

/// All frames in one pass over the file.
py::dict frames(const RecordingValue& recording) {
  const std::int64_t count = recording.file.frame_count();
  const std::size_t bodies = recording.file.header().body_names.size();
  const std::size_t probes = recording.file.header().probe_columns.size();
  const auto n = static_cast<std::size_t>(count);
  py::array_t<double> time(n), penetration(n), position({n, bodies, std::size_t{3}}),
      rotation({n, bodies, std::size_t{4}}), velocity({n, bodies, std::size_t{3}}),
      angular_velocity({n, bodies, std::size_t{3}}), probe({n, probes});
  py::array_t<std::int64_t> step(n), contacts(n);
  double *p = position.mutable_data(), *q = rotation.mutable_data(), *v = velocity.mutable_data(),
         *w = angular_velocity.mutable_data(), *o = probe.mutable_data();
  const auto put = [](double*& to, const Vec3& x) {
    for (int i = 0; i < 3; ++i) *to++ = x[i];
  };
  for (std::int64_t i = 0; i < count; ++i) {
    const Frame frame = recording.file.frame(i);
    step.mutable_at(i) = frame.step;
    time.mutable_at(i) = frame.time;
    penetration.mutable_at(i) = frame.penetration;
    contacts.mutable_at(i) = std::ssize(frame.contacts);
    for (const FrameBody& body : frame.bodies) {
      put(p, body.position);
      *q++ = body.rotation.w();
      put(q, body.rotation.vec());
      put(v, body.velocity);
      put(w, body.angular_velocity);
    }
    for (const double x : frame.probes) *o++ = x;
  }
  py::dict out;
  out["step"] = step;
  out["time"] = time;
  out["penetration"] = penetration;
  out["contacts"] = contacts;
  out["positions"] = position;
  out["rotations"] = rotation;
  out["velocities"] = velocity;
  out["angular_velocities"] = angular_velocity;
  out["probes"] = probe;
  return out;
}

std::shared_ptr<LiveWorld> world_at(const RecordingValue& recording, std::int64_t given) {
  const std::int64_t count = recording.file.step_count(), step = given < 0 ? given + count + 1 : given;
  if (step < 0 || step > count)
    throw InputError(recording.file.path(), "holds no step " + std::to_string(given),
                     "choose one from 0 to " + std::to_string(count));
  std::int64_t from = -1;
  for (std::int64_t i = 0; i < recording.file.checkpoint_count(); ++i)
    if (recording.file.checkpoint_step(i) <= step && recording.file.checkpoint_valid(i)) from = i;
  if (from < 0)
    throw InputError(recording.file.path(), "has no sound checkpoint before that step", "choose a later step");
  const WorldState state = recording.file.checkpoint(from);
  py::gil_scoped_release release;
  World world(build_world(recording.scene).model(), state);
  while (world.state().step < step) world.step();
  return std::make_shared<LiveWorld>(recording.scene, std::move(world));
}

}  // namespace

void bind_recording(py::module_& module) {
  py::class_<RecordingValue>(module, "Recording",
                             "A recording as it was when opened, also one that is still being written.")
      .def(py::init<const std::string&>(), py::arg("path"))
      .def_property_readonly(
          "path", [](const RecordingValue& r) { return r.file.path(); }, "The file.")
      .def_property_readonly(
          "names", [](const RecordingValue& r) { return r.file.header().body_names; }, "Names of the bodies.")
      .def_property_readonly(
          "joint_names", [](const RecordingValue& r) { return r.file.header().joint_names; }, "Names of the joints.")
      .def_property_readonly(
          "probe_columns", [](const RecordingValue& r) { return r.file.header().probe_columns; },
          "What each number of the probes is, with its unit.")
      .def_property_readonly(
          "_scene_json", [](const RecordingValue& r) { return r.file.header().scene_json; }, "The scene as run.")
      .def_property_readonly(
          "step_size", [](const RecordingValue& r) { return r.scene.step; }, "Length of a step, s.")
      .def_property_readonly(
          "step_count", [](const RecordingValue& r) { return r.file.step_count(); }, "Steps recorded.")
      .def_property_readonly(
          "frame_count", [](const RecordingValue& r) { return r.file.frame_count(); }, "Frames recorded.")
      .def("steps", &steps,
           "Reports of all steps: a dict of arrays, one entry for each step (time in s, error, contacts, energies in\n"
           "J, ...), ready for a table.")
      .def("frames", &frames,
           "All frames: a dict of arrays. positions (m), velocities (m/s) and angular_velocities (rad/s) are\n"
           "(frames, bodies, 3), rotations (w, x, y, z) are (frames, bodies, 4); step, time (s), penetration (m) and\n"
           "contacts (their number) are (frames,).")
      .def(
          "contacts",
          [](const RecordingValue& r, std::int64_t frame) {
            return ContactList{r.file.frame(r.frame_index(frame)).contacts, r.scene.step};
          },
          py::arg("frame"), "Contacts of the step that ended with a frame (-1: the last one).")
      .def("_world_at", &world_at, py::arg("step"));
}

}  // namespace stiction::python
