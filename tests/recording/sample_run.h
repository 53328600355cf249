// A made-up run with awkward numbers, so that a recording can be compared bit by bit with what went in.
#pragma once

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "stiction/recording/recorder.h"
#include "support/temporary_folder.h"

namespace stiction::testing {

constexpr int kBodies = 3, kJoints = 2, kProbes = 5;

/// The same numbers for the same step, every bit of the mantissa in use; contact counts vary and may be 0.
inline WorldState state_at(std::int64_t step) {
  std::mt19937_64 random(static_cast<std::uint64_t>(step) + 17);
  const auto number = [&] {
    return std::ldexp(static_cast<double>(random()) - 9e18, static_cast<int>(random() % 80) - 100);
  };
  const auto vector = [&] { return Vec3(number(), number(), number()); };
  WorldState state;
  state.step = step;
  state.time = 0.01 * static_cast<double>(step);
  for (int i = 0; i < kBodies; ++i) {
    state.bodies.push_back({vector(), Quat(number(), number(), number(), number()), vector(), vector()});
  }
  state.bodies[0].velocity = Vec3(-0.0, std::numeric_limits<double>::denorm_min(), 0);
  for (std::uint64_t i = random() % 6; i > 0; --i) {
    ContactState contact;
    contact.body_a = static_cast<std::int32_t>(i) % kBodies;
    contact.body_b = 0;
    contact.feature = random();
    contact.position = vector();
    contact.normal = vector();
    contact.gap = number();
    contact.mu = number();
    contact.impulse_normal = number();
    contact.impulse_tangent = vector();
    contact.slip = vector();
    contact.torque = vector();
    state.contacts.push_back(contact);
  }
  for (int i = 0; i < kJoints; ++i) {
    state.joints.push_back({vector(), vector(), vector(), vector(), number(), number(), vector(), vector()});
  }
  return state;
}

inline Frame frame_at(std::int64_t step) {
  const WorldState state = state_at(step);
  Frame frame{step, state.time, 1e-9 * static_cast<double>(step), {}, state.contacts, {}, {}};
  for (const BodyState& body : state.bodies) {
    frame.bodies.push_back({body.position, body.rotation, body.velocity, 2 * body.angular_momentum});
  }
  for (const JointState& joint : state.joints) frame.joints.push_back({joint.coordinate, joint.force, joint.torque});
  for (int i = 0; i < kProbes; ++i) frame.probes.push_back(std::sqrt(static_cast<double>(step + i)));
  return frame;
}

inline StepRecord record_at(std::int64_t step) {
  const auto x = static_cast<double>(step);
  StepRecord record;
  record.step = step;
  record.report.certificate = {x / 3, x / 7, x / 11, x / 13, x / 17, x / 19, x / 23, x / 27};
  record.report.joint_gap = x / 59;
  record.report.overlap = x / 61;
  record.report.correction = x / 67;
  record.report.correction_energy = -x / 71;
  record.report.converged = step % 3 != 0;
  record.report.path = static_cast<SolvePath>(step % 7);
  record.report.contacts = static_cast<int>(state_at(step).contacts.size());
  record.report.blocks = static_cast<int>(step % 5);
  record.report.iterations = static_cast<int>(step % 97);
  record.report.factorizations = static_cast<int>(step % 31);
  record.report.contact_work = -x / 29;
  record.report.kinetic_energy = x / 31;
  record.report.potential_energy = -x / 37;
  record.report.elastic_energy = x / 38;
  record.report.cpu_s = x / 41;
  record.report.wall_s = x / 43;
  record.displacement = x / 47;
  record.displacement_settled = x / 53;
  return record;
}

inline RecordingHeader sample_header() {
  return {"{\"stiction\": 1, \"name\": \"Bücher\"}",
          {"floor", "a", "größer"},
          2,
          10,
          {"pin", "Gelenk"},
          {"time of day [s]", "a.x [N]", "a.y [N]", "a.z [N]", "e [J]"}};
}

inline Recorder begin_sample(const std::string& path) {
  return Recorder::create(path, sample_header(), state_at(0), frame_at(0));
}

/// Steps first ... last with a frame every second step and a checkpoint every tenth.
inline void record_steps(Recorder& recorder, std::int64_t first, std::int64_t last) {
  for (std::int64_t step = first; step <= last; ++step) {
    if (step % 2 == 0) recorder.add(frame_at(step));
    recorder.add(record_at(step));
    if (step % 10 == 0) recorder.add_checkpoint(state_at(step));
  }
}

}  // namespace stiction::testing
