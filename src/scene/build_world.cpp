#include <fmt/core.h>

#include "stiction/assembly/assemble.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/common/error.h"
#include "stiction/scene/build_body.h"
#include "stiction/scene/scene.h"

namespace stiction {
namespace {

/// The scene's materials in alphabetical order, and "default" last where only bodies name it.
MaterialTable build_materials(const Scene& scene) {
  MaterialTable table;
  for (const auto& [name, m] : scene.materials)
    table.materials.push_back({name, m.mu, m.restitution, m.density, m.mu_static.value_or(-1), m.rolling, m.spin});
  if (!scene.materials.contains("default")) table.materials.push_back({});
  return table;
}

/// What a pair does not state keeps the value that its materials give.
void add_pairs(const Scene& scene, MaterialTable& table) {
  for (const ContactPairDescription& pair : scene.contact_pairs) {
    const auto [a, b] = std::minmax({material_index(table, pair.material_a), material_index(table, pair.material_b)});
    ContactLaw law = table.law(a, b);
    if (pair.mu) {
      law.mu = *pair.mu;
      law.mu_static = -1;  // a pair that states one coefficient means it for both
    }
    law.mu_static = pair.mu_static.value_or(law.mu_static);
    law.restitution = pair.restitution.value_or(law.restitution);
    law.rolling = pair.rolling.value_or(law.rolling);
    law.spin = pair.spin.value_or(law.spin);
    table.pairs[{a, b}] = law;
  }
}

/// Anchor and axes seen from a body.
Pose local_frame(int body, const std::vector<BodyState>& states, const Vec3& anchor, const Mat3& axes) {
  if (body < 0) return {anchor, axes};
  const Pose at = pose(states[body]);
  return {at.to_local(anchor), at.R.transpose() * axes};
}

/// Where a joint can hold a body: an anchor near the surface of a deformable one is moved onto it.
Vec3 held_point(const JointDescription& description, const RigidBody& body, const BodyState& state) {
  if (!body.soft) return description.anchor;
  const SoftSurface& surface = body.soft->surface();
  const Pose at = pose(state);
  const Vec3 point = at * nearest_spot(surface, at.to_local(description.anchor)).position(surface.rest());
  const double off = (point - description.anchor).norm();
  if (off > 0.5 * surface.thickness())
    throw InputError(fmt::format("joint \"{}\": anchor", description.name),
                     fmt::format("is {:.3g} m from the surface of \"{}\"", off, body.name),
                     fmt::format("a deformable body is held at its surface, here best at [{:.4f}, {:.4f}, {:.4f}]",
                                 point.x(), point.y(), point.z()));
  return point;
}

Joint build_joint(JointDescription description, const std::map<std::string, int>& bodies,
                  const std::vector<RigidBody>& models, const std::vector<BodyState>& states) {
  Joint joint;
  joint.name = description.name;
  joint.type = description.type;
  joint.body_a = bodies.at(description.body_a);
  joint.body_b = description.body_b.empty() ? -1 : bodies.at(description.body_b);
  for (const int body : {joint.body_a, joint.body_b})
    if (body >= 0) description.anchor = held_point(description, models[body], states[body]);
  const Mat3 frame = contact_frame(description.axis.normalized());
  Mat3 axes;
  axes << frame.col(1), frame.col(2), frame.col(0);  // the joint's axis is z
  const Vec3 anchor_b = description.anchor_b.value_or(description.anchor);
  joint.frame_a = local_frame(joint.body_a, states, description.anchor, axes);
  joint.frame_b = local_frame(joint.body_b, states, anchor_b, axes);
  joint.length = description.length.value_or((description.anchor - anchor_b).norm());
  joint.lower = description.lower.value_or(joint.lower);
  joint.upper = description.upper.value_or(joint.upper);
  joint.friction = description.friction;
  joint.motor = description.motor;
  joint.collide = description.collide;
  return joint;
}

}  // namespace

World build_world(const Scene& scene) {
  validate(scene);
  WorldModel model;
  model.materials = build_materials(scene);
  add_pairs(scene, model.materials);
  model.gravity = scene.gravity;
  model.step = scene.step;
  model.solver = scene.solver;
  model.decompose = scene.decompose;
  model.restitution_threshold = scene.restitution_threshold;
  model.smooth = scene.evolution;
  WorldState state;
  std::map<std::string, int> index;
  for (const BodyDescription& description : scene.bodies) {
    model.bodies.push_back(build_body(description, model.materials));
    index.emplace(description.name, static_cast<int>(index.size()));
    state.bodies.push_back(initial_state(description, model.bodies.back(), 0, scene.step));
  }
  for (const JointDescription& description : scene.joints)
    model.joints.push_back(build_joint(description, index, model.bodies, state.bodies));
  return World(std::move(model), std::move(state));
}

}  // namespace stiction
