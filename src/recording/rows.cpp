#include "stiction/recording/rows.h"

#include <algorithm>
#include <cstddef>

#include "stiction/recording/compound.h"

namespace stiction::recording {
namespace {

void store(const Vec3& v, double (&out)[3]) { std::copy_n(v.data(), 3, out); }
Vec3 load(const double (&in)[3]) { return Vec3(in[0], in[1], in[2]); }
void store(const Quat& q, double (&out)[4]) {
  out[0] = q.w();
  out[1] = q.x();
  out[2] = q.y();
  out[3] = q.z();
}
Quat load(const double (&in)[4]) { return Quat(in[0], in[1], in[2], in[3]); }

/// The file spells out the paths, so that a reader need not know the numbers.
hdf5::Handle path_type() {
  hdf5::Handle type = hdf5::own(H5Tenum_create(H5T_NATIVE_UINT8), "creating the path type");
  for (auto value = std::uint8_t{0}; value <= static_cast<std::uint8_t>(SolvePath::unconverged); ++value) {
    hdf5::check(H5Tenum_insert(type.get(), to_string(static_cast<SolvePath>(value)), &value), "naming a path");
  }
  return type;
}

}  // namespace

std::uint64_t checksum(const CommitRow& row) {
  std::uint64_t value = 0xcbf29ce484222325ULL;
  const auto mix = [&value](std::int64_t word) {
    auto bits = static_cast<std::uint64_t>(word);
    for (int byte = 0; byte < 8; ++byte, bits >>= 8) value = (value ^ (bits & 0xffU)) * 0x100000001b3ULL;
  };
  for (const std::int64_t word : {row.sequence, row.steps, row.frames, row.frame_contacts, row.checkpoints,
                                  row.checkpoint_contacts, row.file_bytes})
    mix(word);
  if (row.inputs != 0) mix(row.inputs);  // older files do not count them
  return value;
}

ContactRow to_row(const ContactState& contact) {
  ContactRow row{};
  row.bodies[0] = contact.body_a;
  row.bodies[1] = contact.body_b;
  row.feature = contact.feature;
  store(contact.position, row.position);
  store(contact.normal, row.normal);
  row.gap = contact.gap;
  row.mu = contact.mu;
  row.impulse_normal = contact.impulse_normal;
  store(contact.impulse_tangent, row.impulse_tangent);
  store(contact.slip, row.slip);
  store(contact.torque, row.torque);
  return row;
}

ContactState from_row(const ContactRow& row) {
  ContactState contact;
  contact.body_a = row.bodies[0];
  contact.body_b = row.bodies[1];
  contact.feature = row.feature;
  contact.position = load(row.position);
  contact.normal = load(row.normal);
  contact.gap = row.gap;
  contact.mu = row.mu;
  contact.impulse_normal = row.impulse_normal;
  contact.impulse_tangent = load(row.impulse_tangent);
  contact.slip = load(row.slip);
  contact.torque = load(row.torque);
  return contact;
}

BodyRow to_row(const BodyState& body) {
  BodyRow row{};
  store(body.position, row.position);
  store(body.rotation, row.rotation);
  store(body.velocity, row.velocity);
  store(body.angular_momentum, row.spin);
  return row;
}

BodyState body_state(const BodyRow& row) {
  return {load(row.position), load(row.rotation), load(row.velocity), load(row.spin)};
}

BodyRow to_row(const FrameBody& body) {
  BodyRow row{};
  store(body.position, row.position);
  store(body.rotation, row.rotation);
  store(body.velocity, row.velocity);
  store(body.angular_velocity, row.spin);
  return row;
}

FrameBody frame_body(const BodyRow& row) {
  return {load(row.position), load(row.rotation), load(row.velocity), load(row.spin)};
}

JointRow to_row(const JointState& joint) {
  JointRow row{};
  store(joint.linear, row.linear);
  store(joint.angular, row.angular);
  store(joint.limit, row.limit);
  store(joint.drive, row.drive);
  row.coordinate = joint.coordinate;
  row.target = joint.target;
  store(joint.force, row.force);
  store(joint.torque, row.torque);
  return row;
}

JointState from_row(const JointRow& row) {
  return {load(row.linear), load(row.angular), load(row.limit), load(row.drive),
          row.coordinate,   row.target,        load(row.force), load(row.torque)};
}

FrameJointRow to_row(const FrameJoint& joint) {
  FrameJointRow row{};
  row.coordinate = joint.coordinate;
  store(joint.force, row.force);
  store(joint.torque, row.torque);
  return row;
}

FrameJoint from_row(const FrameJointRow& row) { return {row.coordinate, load(row.force), load(row.torque)}; }

InputRow to_row(const LiveInput& input) {
  InputRow row{};
  row.step = input.step;
  row.action = static_cast<std::int32_t>(input.action);
  row.body = input.body;
  store(input.value, row.value);
  return row;
}

LiveInput from_row(const InputRow& row) {
  return {row.step, static_cast<LiveAction>(row.action), row.body, Vec3(row.value[0], row.value[1], row.value[2])};
}

StepRow to_row(const StepRecord& record) {
  const StepReport& report = record.report;
  const Certificate& certificate = report.certificate;
  StepRow row{};
  row.step = record.step;
  row.error = certificate.error;
  row.error_worst = certificate.error_worst;
  row.error_q = certificate.error_q;
  row.normal = certificate.normal;
  row.cone = certificate.cone;
  row.complementarity = certificate.complementarity;
  row.dissipation = certificate.dissipation;
  row.joint = certificate.joint;
  row.joint_gap = report.joint_gap;
  row.overlap = report.overlap;
  row.correction = report.correction;
  row.correction_energy = report.correction_energy;
  row.contact_work = report.contact_work;
  row.kinetic_energy = report.kinetic_energy;
  row.potential_energy = report.potential_energy;
  row.elastic_energy = report.elastic_energy;
  row.cpu_s = report.cpu_s;
  row.wall_s = report.wall_s;
  row.displacement = record.displacement;
  row.displacement_settled = record.displacement_settled;
  row.contacts = report.contacts;
  row.blocks = report.blocks;
  row.iterations = report.iterations;
  row.factorizations = report.factorizations;
  row.converged = report.converged ? 1 : 0;
  row.path = static_cast<std::uint8_t>(report.path);
  return row;
}

StepRecord from_row(const StepRow& row) {
  StepRecord record;
  record.step = row.step;
  StepReport& report = record.report;
  report.certificate = {row.error, row.error_worst,     row.error_q,     row.normal,
                        row.cone,  row.complementarity, row.dissipation, row.joint};
  report.joint_gap = row.joint_gap;
  report.overlap = row.overlap;
  report.correction = row.correction;
  report.correction_energy = row.correction_energy;
  report.contact_work = row.contact_work;
  report.kinetic_energy = row.kinetic_energy;
  report.potential_energy = row.potential_energy;
  report.elastic_energy = row.elastic_energy;
  report.cpu_s = row.cpu_s;
  report.wall_s = row.wall_s;
  record.displacement = row.displacement;
  record.displacement_settled = row.displacement_settled;
  report.contacts = row.contacts;
  report.blocks = row.blocks;
  report.iterations = row.iterations;
  report.factorizations = row.factorizations;
  report.converged = row.converged != 0;
  // A number that names no path can only come from a damaged file; the worst path is the honest reading.
  report.path = row.path <= static_cast<std::uint8_t>(SolvePath::unconverged) ? static_cast<SolvePath>(row.path)
                                                                              : SolvePath::unconverged;
  return record;
}

hdf5::Handle contact_type() {
  return Compound(sizeof(ContactRow))
      .add("bodies", offsetof(ContactRow, bodies), H5T_NATIVE_INT32, 2)
      .add("feature", offsetof(ContactRow, feature), H5T_NATIVE_UINT64)
      .vector("position", offsetof(ContactRow, position))
      .vector("normal", offsetof(ContactRow, normal))
      .real("gap", offsetof(ContactRow, gap))
      .real("mu", offsetof(ContactRow, mu))
      .real("impulse_normal", offsetof(ContactRow, impulse_normal))
      .vector("impulse_tangent", offsetof(ContactRow, impulse_tangent))
      .vector("slip", offsetof(ContactRow, slip))
      .vector("torque", offsetof(ContactRow, torque))
      .take();
}

hdf5::Handle body_type(const char* spin_name) {
  return Compound(sizeof(BodyRow))
      .vector("position", offsetof(BodyRow, position))
      .add("rotation", offsetof(BodyRow, rotation), H5T_NATIVE_DOUBLE, 4)
      .vector("velocity", offsetof(BodyRow, velocity))
      .vector(spin_name, offsetof(BodyRow, spin))
      .take();
}

hdf5::Handle joint_type() {
  return Compound(sizeof(JointRow))
      .vector("linear", offsetof(JointRow, linear))
      .vector("angular", offsetof(JointRow, angular))
      .vector("limit", offsetof(JointRow, limit))
      .vector("drive", offsetof(JointRow, drive))
      .real("coordinate", offsetof(JointRow, coordinate))
      .real("target", offsetof(JointRow, target))
      .vector("force", offsetof(JointRow, force))
      .vector("torque", offsetof(JointRow, torque))
      .take();
}

hdf5::Handle frame_joint_type() {
  return Compound(sizeof(FrameJointRow))
      .real("coordinate", offsetof(FrameJointRow, coordinate))
      .vector("force", offsetof(FrameJointRow, force))
      .vector("torque", offsetof(FrameJointRow, torque))
      .take();
}

hdf5::Handle input_type() {
  return Compound(sizeof(InputRow))
      .integer("step", offsetof(InputRow, step))
      .add("action", offsetof(InputRow, action), H5T_NATIVE_INT32)
      .add("body", offsetof(InputRow, body), H5T_NATIVE_INT32)
      .vector("value", offsetof(InputRow, value))
      .take();
}

hdf5::Handle number_type() { return hdf5::own(H5Tcopy(H5T_NATIVE_DOUBLE), "making a number type"); }

hdf5::Handle step_type() {
  const hdf5::Handle path = path_type();
  return Compound(sizeof(StepRow))
      .integer("step", offsetof(StepRow, step))
      .real("error", offsetof(StepRow, error))
      .real("error_worst", offsetof(StepRow, error_worst))
      .real("error_q", offsetof(StepRow, error_q))
      .real("normal", offsetof(StepRow, normal))
      .real("cone", offsetof(StepRow, cone))
      .real("complementarity", offsetof(StepRow, complementarity))
      .real("dissipation", offsetof(StepRow, dissipation))
      .real("joint", offsetof(StepRow, joint))
      .real("joint_gap", offsetof(StepRow, joint_gap))
      .real("overlap", offsetof(StepRow, overlap))
      .real("correction", offsetof(StepRow, correction))
      .real("correction_energy", offsetof(StepRow, correction_energy))
      .real("contact_work", offsetof(StepRow, contact_work))
      .real("kinetic_energy", offsetof(StepRow, kinetic_energy))
      .real("potential_energy", offsetof(StepRow, potential_energy))
      .real("elastic_energy", offsetof(StepRow, elastic_energy))
      .real("cpu_s", offsetof(StepRow, cpu_s))
      .real("wall_s", offsetof(StepRow, wall_s))
      .real("displacement", offsetof(StepRow, displacement))
      .real("displacement_settled", offsetof(StepRow, displacement_settled))
      .count("contacts", offsetof(StepRow, contacts))
      .count("blocks", offsetof(StepRow, blocks))
      .count("iterations", offsetof(StepRow, iterations))
      .count("factorizations", offsetof(StepRow, factorizations))
      .add("converged", offsetof(StepRow, converged), H5T_NATIVE_UINT8)
      .add("path", offsetof(StepRow, path), path.get())
      .take();
}

hdf5::Handle frame_type() {
  return Compound(sizeof(FrameRow))
      .integer("step", offsetof(FrameRow, step))
      .real("time", offsetof(FrameRow, time))
      .real("penetration", offsetof(FrameRow, penetration))
      .integer("contact_end", offsetof(FrameRow, contact_end))
      .take();
}

hdf5::Handle checkpoint_type() {
  return Compound(sizeof(CheckpointRow))
      .integer("step", offsetof(CheckpointRow, step))
      .real("time", offsetof(CheckpointRow, time))
      .integer("contact_end", offsetof(CheckpointRow, contact_end))
      .add("checksum", offsetof(CheckpointRow, checksum), H5T_NATIVE_UINT64)
      .take();
}

hdf5::Handle commit_type() {
  return Compound(sizeof(CommitRow))
      .integer("sequence", offsetof(CommitRow, sequence))
      .integer("steps", offsetof(CommitRow, steps))
      .integer("frames", offsetof(CommitRow, frames))
      .integer("frame_contacts", offsetof(CommitRow, frame_contacts))
      .integer("checkpoints", offsetof(CommitRow, checkpoints))
      .integer("checkpoint_contacts", offsetof(CommitRow, checkpoint_contacts))
      .integer("file_bytes", offsetof(CommitRow, file_bytes))
      .integer("inputs", offsetof(CommitRow, inputs))
      .add("checksum", offsetof(CommitRow, checksum), H5T_NATIVE_UINT64)
      .take();
}

}  // namespace stiction::recording
