#include "stiction/session/world_recorder.h"

#include <algorithm>
#include <cmath>

#include "stiction/common/error.h"

namespace stiction {
namespace {

double above_zero(const char* field, double value) {
  if (!(value > 0)) throw InputError(field, "is not above 0", "give a number above 0");
  return value;
}

std::int64_t whole_steps(double seconds, double step) {
  return static_cast<std::int64_t>(std::clamp(std::round(seconds / step), 1.0, 1e15));
}

}  // namespace

Frame frame_of(const World& world, const Probes& probes) {
  const WorldState& state = world.state();
  Frame frame{state.step,         state.time, deepest_overlap(world.model(), state), {}, state.contacts, {},
              probes.read(world), {}};
  for (const Deformation& deformation : state.deformations) frame.deformations.push_back(deformation.q);
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    const BodyState& body = state.bodies[i];
    frame.bodies.push_back({body.position, body.rotation, body.velocity, world.angular_velocity(static_cast<int>(i))});
  }
  for (const JointState& joint : state.joints) frame.joints.push_back({joint.coordinate, joint.force, joint.torque});
  return frame;
}

RecordingHeader header_of(const Scene& scene, const WorldModel& model, std::int64_t frame_interval,
                          std::int64_t checkpoint_interval) {
  RecordingHeader header{scene_to_json(scene), {}, frame_interval, checkpoint_interval, {}, Probes(scene).columns()};
  for (const RigidBody& body : model.bodies) header.body_names.push_back(body.name);
  for (const Joint& joint : model.joints) header.joint_names.push_back(joint.name);
  for (const RigidBody& body : model.bodies)
    if (body.soft) header.deformations.push_back(std::ssize(body.soft->undeformed({}).q));
  header.smooth = std::count_if(model.bodies.begin(), model.bodies.end(),
                                [](const RigidBody& body) { return body.smooth && !body.fixed; });
  return header;
}

WorldRecorder::WorldRecorder(const std::string& path, const Scene& scene, const World& world,
                             const RecordingIntervals& intervals)
    : probes_(scene),
      frame_interval_(whole_steps(1 / above_zero("frames_per_second", intervals.frames_per_second), scene.step)),
      checkpoint_interval_(whole_steps(above_zero("checkpoint_every", intervals.checkpoint_every), scene.step)),
      settle_step_(settle_step(scene.step)),
      from_start_(world.model()),
      from_settled_(world.model()) {
  if (world.state().step != 0)
    throw InputError(path, "cannot begin after " + std::to_string(world.state().step) + " steps",
                     "start recording before the first step");
  RecordingHeader header = header_of(scene, world.model(), frame_interval_, checkpoint_interval_);
  header.live = intervals.live;
  from_start_.set_reference(world.state());
  recorder_ = Recorder::create(path, header, world.state(), frame_of(world, probes_));
}

void WorldRecorder::add_step(const World& world, std::span<const LiveInput> inputs) {
  for (const LiveInput& input : inputs) recorder_->add(input);
  const WorldState& state = world.state();
  if (state.step == settle_step_) from_settled_.set_reference(state);
  if (state.step % frame_interval_ == 0) recorder_->add(frame_of(world, probes_));
  recorder_->add(StepRecord{state.step, world.report(), from_start_.measure(state), from_settled_.measure(state)});
  if (state.step % checkpoint_interval_ == 0 || state.step == settle_step_) recorder_->add_checkpoint(state);
}

void WorldRecorder::close(const World& world) {
  const std::int64_t step = world.state().step;
  if (recorder_->last_frame_step() < step) recorder_->add(frame_of(world, probes_));
  if (recorder_->last_checkpoint_step() < step) recorder_->add_checkpoint(world.state());
  recorder_->close();
}

}  // namespace stiction
