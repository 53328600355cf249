// Comparing what a recording gives back with what the sample run put in, bit by bit.
#pragma once

#include <gtest/gtest.h>

#include "recording/sample_run.h"
#include "stiction/recording/recording.h"

namespace stiction::testing {

/// Bits, not values: -0 and 0 differ. The hash of a state with the frame's content stands for all of them.
inline std::uint64_t bits(const Frame& frame) {
  WorldState state{frame.step, frame.time, {}, frame.contacts, {}};
  for (const FrameBody& body : frame.bodies) {
    state.bodies.push_back({body.position, body.rotation, body.velocity, body.angular_velocity});
  }
  state.bodies.push_back({Vec3(frame.penetration, 0, 0), Quat::Identity(), Vec3::Zero(), Vec3::Zero()});
  for (const FrameJoint& joint : frame.joints) {
    JointState& copy = state.joints.emplace_back();
    copy.coordinate = joint.coordinate;
    copy.force = joint.force;
    copy.torque = joint.torque;
  }
  for (const double value : frame.probes) state.joints.emplace_back().target = value;
  return hash(state);
}

inline void expect_equal(const StepRecord& a, const StepRecord& b) {
  EXPECT_EQ(a.step, b.step);
  const Certificate &ca = a.report.certificate, &cb = b.report.certificate;
  EXPECT_EQ(ca.error, cb.error);
  EXPECT_EQ(ca.error_worst, cb.error_worst);
  EXPECT_EQ(ca.error_q, cb.error_q);
  EXPECT_EQ(ca.normal, cb.normal);
  EXPECT_EQ(ca.cone, cb.cone);
  EXPECT_EQ(ca.complementarity, cb.complementarity);
  EXPECT_EQ(ca.dissipation, cb.dissipation);
  EXPECT_EQ(ca.joint, cb.joint);
  EXPECT_EQ(a.report.joint_gap, b.report.joint_gap);
  EXPECT_EQ(a.report.overlap, b.report.overlap);
  EXPECT_EQ(a.report.correction, b.report.correction);
  EXPECT_EQ(a.report.correction_energy, b.report.correction_energy);
  EXPECT_EQ(a.report.converged, b.report.converged);
  EXPECT_EQ(a.report.path, b.report.path);
  EXPECT_EQ(a.report.contacts, b.report.contacts);
  EXPECT_EQ(a.report.blocks, b.report.blocks);
  EXPECT_EQ(a.report.iterations, b.report.iterations);
  EXPECT_EQ(a.report.factorizations, b.report.factorizations);
  EXPECT_EQ(a.report.contact_work, b.report.contact_work);
  EXPECT_EQ(a.report.kinetic_energy, b.report.kinetic_energy);
  EXPECT_EQ(a.report.potential_energy, b.report.potential_energy);
  EXPECT_EQ(a.report.cpu_s, b.report.cpu_s);
  EXPECT_EQ(a.report.wall_s, b.report.wall_s);
  EXPECT_EQ(a.displacement, b.displacement);
  EXPECT_EQ(a.displacement_settled, b.displacement_settled);
}

/// Everything the recording claims to hold must be what the sample run recorded, however much it is.
inline void expect_sound(const Recording& recording) {
  EXPECT_EQ(recording.header().scene_json, sample_header().scene_json);
  EXPECT_EQ(recording.header().body_names, sample_header().body_names);
  EXPECT_EQ(recording.header().joint_names, sample_header().joint_names);
  EXPECT_EQ(recording.header().probe_columns, sample_header().probe_columns);
  EXPECT_EQ(recording.header().frame_interval, 2);
  EXPECT_EQ(recording.header().checkpoint_interval, 10);
  const auto steps = recording.steps(0, recording.step_count());
  ASSERT_EQ(static_cast<std::int64_t>(steps.size()), recording.step_count());
  for (std::size_t i = 0; i < steps.size(); ++i) expect_equal(steps[i], record_at(static_cast<std::int64_t>(i) + 1));
  for (std::int64_t i = 0; i < recording.frame_count(); ++i) EXPECT_EQ(bits(recording.frame(i)), bits(frame_at(2 * i)));
  ASSERT_GE(recording.checkpoint_count(), 1);
  for (std::int64_t i = 0; i < recording.checkpoint_count(); ++i) {
    EXPECT_EQ(hash(recording.checkpoint(i)), hash(state_at(10 * i)));
  }
}

}  // namespace stiction::testing
