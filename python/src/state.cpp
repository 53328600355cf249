// World: its state as numpy arrays, names, added bodies, recording.
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/common/error.h"
#include "world_class.h"

namespace stiction::python {
namespace {

/// A part of BodyState (or of the applied forces) as an array over the world's own memory.
template <typename Member>
py::array body_view(LiveWorld& live, std::size_t width, Member first) {
  const auto world = live.access();
  const auto states = world->body_states();
  return strided_view(first(*world), states.size(), width, sizeof(BodyState), live.hold_memory(), true);
}

py::array positions(LiveWorld& live) {
  return body_view(live, 3, [](World& w) { return w.body_states()[0].position.data(); });
}
py::array velocities(LiveWorld& live) {
  return body_view(live, 3, [](World& w) { return w.body_states()[0].velocity.data(); });
}
py::array angular_momenta(LiveWorld& live) {
  return body_view(live, 3, [](World& w) { return w.body_states()[0].angular_momentum.data(); });
}
py::array rotations_xyzw(LiveWorld& live) {
  // The order in which the numbers lie in memory; no array can show them in another without a copy.
  return body_view(live, 4, [](World& w) { return w.body_states()[0].rotation.coeffs().data(); });
}
py::array force_view(LiveWorld& live, std::size_t offset) {
  const auto world = live.access();
  const auto forces = world->applied_forces();
  return strided_view(forces[0].data() + offset, forces.size(), 3, sizeof(Vec6), live.hold_memory(), true);
}

/// Assignment to the whole array: numpy itself knows how to spread and convert what is given.
template <typename View>
auto assign(View view) {
  return [view](LiveWorld& live, const py::object& value) { view(live).attr("__setitem__")(py::ellipsis(), value); };
}

py::array rotations(LiveWorld& live) {
  const auto world = live.access();
  py::array_t<double> out({world->state().bodies.size(), std::size_t{4}});
  double* to = out.mutable_data();
  for (const BodyState& body : world->state().bodies)
    for (const double x : {body.rotation.w(), body.rotation.x(), body.rotation.y(), body.rotation.z()}) *to++ = x;
  return out;
}

void set_rotations(LiveWorld& live, const py::object& value) {
  const py::array wxyz = rotations(live);
  wxyz.attr("__setitem__")(py::ellipsis(), value);
  const auto world = live.access();
  const auto* from = static_cast<const double*>(wxyz.data());
  for (BodyState& body : world->body_states()) {
    const Quat q(from[0], from[1], from[2], from[3]);
    if (!(q.norm() > 0) || !q.coeffs().allFinite())
      throw InputError("rotations", "hold a quaternion without direction", "give [w, x, y, z] of length 1");
    body.rotation = q.normalized();
    from += 4;
  }
}

py::array angular_velocities(LiveWorld& live) {
  const auto world = live.access();
  std::vector<Vec3> out(world->state().bodies.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = world->angular_velocity(static_cast<int>(i));
  return to_array(out);
}

/// The momentum that gives body i this angular velocity; fixed bodies have none.
void set_angular_velocity(World& world, std::size_t i, const Vec3& omega) {
  const RigidBody& body = world.model().bodies[i];
  if (body.fixed) return;
  BodyState& state = world.body_states()[i];
  const Mat3 R = state.rotation.toRotationMatrix();
  state.angular_momentum = R * (body.inertia * (R.transpose() * omega));
}

void set_angular_velocities(LiveWorld& live, const py::object& value) {
  const py::array omega = angular_velocities(live);
  omega.attr("__setitem__")(py::ellipsis(), value);
  const auto rows = to_rows(omega.cast<Doubles>(), -1, "angular_velocities");
  const auto world = live.access();
  for (std::size_t i = 0; i < rows.size(); ++i) set_angular_velocity(*world, i, rows[i]);
}

py::array frame_positions(LiveWorld& live) {
  const auto world = live.access();
  std::vector<Vec3> out;
  for (std::size_t i = 0; i < world->model().bodies.size(); ++i) {
    const BodyState& state = world->state().bodies[i];
    out.emplace_back(state.position + state.rotation * world->model().bodies[i].frame_origin);
  }
  return to_array(out);
}

void bind_arrays(WorldClass& world) {
  world.def_property(
      "positions", &positions, assign(&positions),
      "Centres of mass, world, m: a (bodies, 3) array over the world's own memory. Reading it shows the\n"
      "state of now, writing moves bodies. It keeps the world's memory alive.");
  world.def_property("velocities", &velocities, assign(&velocities),
                     "Velocities of the centres of mass, world, m/s: an array over the world's own memory.");
  world.def_property("angular_momenta", &angular_momenta, assign(&angular_momenta),
                     "About the centres of mass, world axes, kg m²/s: an array over the world's own memory.");
  world.def_property("rotations_xyzw", &rotations_xyzw, assign(&rotations_xyzw),
                     "Unit quaternions from body to world in the order x, y, z, w, as scipy has them: a (bodies, 4)\n"
                     "array over the world's own memory.");
  world.def_property("rotations", &rotations, &set_rotations,
                     "Unit quaternions from body to world in the order w, x, y, z, as scene files have them: a copy.\n"
                     "Assign a whole array to change them.");
  world.def_property("angular_velocities", &angular_velocities, &set_angular_velocities,
                     "World axes, rad/s: computed from the angular momenta, so a copy. Assign a whole array to change\n"
                     "them.");
  world.def_property(
      "forces", [](LiveWorld& w) { return force_view(w, 0); }, assign([](LiveWorld& w) { return force_view(w, 0); }),
      "Forces on the bodies at their centres of mass during the coming step, world axes, N: an array over the\n"
      "world's own memory. Zero again after each step.");
  world.def_property(
      "torques", [](LiveWorld& w) { return force_view(w, 3); }, assign([](LiveWorld& w) { return force_view(w, 3); }),
      "Torques on the bodies about their centres of mass during the coming step, world axes, N·m: an array over\n"
      "the world's own memory. Zero again after each step.");
  world.def_property_readonly("frame_positions", &frame_positions,
                              "Origins of the bodies' own frames, which scene files call position, m: a copy.");
}

template <typename T, typename Get>
py::array_t<T> per_body(LiveWorld& live, Get get) {
  const auto world = live.access();
  py::array_t<T> out(static_cast<py::ssize_t>(world->model().bodies.size()));
  T* to = out.mutable_data();
  for (const RigidBody& body : world->model().bodies) *to++ = get(body);
  return out;
}

template <typename Get>
py::array joint_vectors(LiveWorld& live, Get get) {
  std::vector<Vec3> out;
  for (const JointState& joint : live.access()->state().joints) out.push_back(get(joint));
  return to_array(out);
}

template <typename Named>
std::vector<std::string> names(const std::vector<Named>& all) {
  std::vector<std::string> out;
  for (const Named& one : all) out.push_back(one.name);
  return out;
}

void bind_model(WorldClass& world) {
  world.def("__len__", [](LiveWorld& w) { return w.access()->model().bodies.size(); });
  world.def_property_readonly(
      "time", [](LiveWorld& w) { return w.access()->state().time; }, "Simulated time, s.");
  world.def_property_readonly(
      "step_count", [](LiveWorld& w) { return w.access()->state().step; }, "Steps taken so far.");
  world.def_property_readonly(
      "step_size", [](LiveWorld& w) { return w.access()->model().step; }, "Length of a step, s.");
  world.def_property_readonly(
      "gravity", [](LiveWorld& w) { return to_array(w.access()->model().gravity); }, "m/s²");
  world.def_property_readonly(
      "names", [](LiveWorld& w) { return names(w.access()->model().bodies); }, "Names of the bodies, in order.");
  world.def("index", &LiveWorld::body_index, py::arg("body"), "Index of a body, by name (or index: checked).");
  world.def_property_readonly(
      "masses", [](LiveWorld& w) { return per_body<double>(w, [](const RigidBody& b) { return b.mass; }); },
      "kg; of fixed bodies without meaning.");
  world.def_property_readonly(
      "fixed", [](LiveWorld& w) { return per_body<bool>(w, [](const RigidBody& b) { return b.fixed; }); },
      "Which bodies forces do not move.");
  world.def_property_readonly(
      "joint_names", [](LiveWorld& w) { return names(w.access()->model().joints); }, "Names of the joints, in order.");
  world.def_property_readonly(
      "joint_coordinates",
      [](LiveWorld& w) {
        std::vector<double> out;
        for (const JointState& joint : w.access()->state().joints) out.push_back(joint.coordinate);
        return to_array(out);
      },
      "Angle (rad), displacement or distance (m) of each joint.");
  world.def_property_readonly(
      "joint_forces", [](LiveWorld& w) { return joint_vectors(w, [](const JointState& j) { return j.force; }); },
      "On each joint's first body at its anchor, mean over the last step, world axes, N.");
  world.def_property_readonly(
      "joint_torques", [](LiveWorld& w) { return joint_vectors(w, [](const JointState& j) { return j.torque; }); },
      "On each joint's first body about its anchor, mean over the last step, world axes, N·m.");
  world.def_property_readonly(
      "_scene_json", [](LiveWorld& w) { return scene_to_json(w.scene()); }, "The scene, with added bodies.");
  world.def("_add_body", &LiveWorld::add_body, py::arg("body_json"), py::arg("directory") = ".");
}

}  // namespace

void bind_state(WorldClass& world) {
  bind_arrays(world);
  bind_model(world);
  world.def(
      "_start_recording",
      [](LiveWorld& w, const std::string& path, double frames_per_second, double checkpoint_every) {
        w.start_recording(path, {frames_per_second, checkpoint_every});
      },
      py::arg("path"), py::arg("frames_per_second"), py::arg("checkpoint_every"));
  world.def("_stop_recording", &LiveWorld::stop_recording);
  world.def_property_readonly("is_recording", &LiveWorld::is_recording, "Whether steps are being written to a file.");
}

}  // namespace stiction::python
