#include "stiction/common/error.h"
#include "stiction/scene/body_model.h"
#include "stiction/scene/scene.h"

namespace stiction {
namespace {

/// The scene's materials in alphabetical order, and "default" last where only bodies name it.
MaterialTable build_materials(const Scene& scene) {
  MaterialTable table;
  for (const auto& [name, m] : scene.materials) table.materials.push_back({name, m.mu, m.restitution, m.density});
  if (!scene.materials.contains("default")) table.materials.push_back({});
  return table;
}

int material_index(const MaterialTable& table, const std::string& name) {
  for (std::size_t i = 0; i < table.materials.size(); ++i) {
    if (table.materials[i].name == name) return static_cast<int>(i);
  }
  throw InputError("materials", "\"" + name + "\" is unknown", "define it");
}

/// What a pair does not state keeps the value that its materials give.
void add_pairs(const Scene& scene, MaterialTable& table) {
  for (const ContactPairDescription& pair : scene.contact_pairs) {
    const auto [a, b] = std::minmax({material_index(table, pair.material_a), material_index(table, pair.material_b)});
    ContactLaw law = table.law(a, b);
    law.mu = pair.mu.value_or(law.mu);
    law.restitution = pair.restitution.value_or(law.restitution);
    table.pairs[{a, b}] = law;
  }
}

RigidBody build_body(const BodyDescription& description, const MaterialTable& materials) {
  RigidBody body;
  body.name = description.name;
  body.fixed = description.fixed;
  body.material = material_index(materials, description.material);
  const Shape shape = make_shape(description.shape);
  if (is_fixed_only(shape)) {
    body.shape = shape;
    return body;
  }
  const double density = materials.materials[static_cast<std::size_t>(body.material)].density;
  const MassProperties properties = body_mass_properties(description, shape, density);
  body.shape = recentred(shape, properties.centre);
  body.mass = properties.mass;
  body.inertia = properties.inertia;
  body.inverse_inertia = properties.inertia.inverse();
  body.frame_origin = -properties.centre;
  return body;
}

BodyState initial_state(const BodyDescription& description, const RigidBody& body) {
  BodyState state;
  state.rotation = description.rotation.normalized();
  const Mat3 R = state.rotation.toRotationMatrix();
  state.position = description.position - R * body.frame_origin;
  state.velocity = description.velocity;
  state.angular_momentum = R * (body.inertia * (R.transpose() * description.angular_velocity));
  return state;
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
  model.restitution_threshold = scene.restitution_threshold;
  WorldState state;
  for (const BodyDescription& description : scene.bodies) {
    model.bodies.push_back(build_body(description, model.materials));
    state.bodies.push_back(initial_state(description, model.bodies.back()));
  }
  return World(std::move(model), std::move(state));
}

}  // namespace stiction
