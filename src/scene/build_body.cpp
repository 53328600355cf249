#include "stiction/scene/build_body.h"

#include <string>

#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/common/error.h"
#include "stiction/scene/body_model.h"
#include "stiction/scene/motion_model.h"
#include "stiction/scene/soft_model.h"

namespace stiction {

int material_index(const MaterialTable& table, const std::string& name) {
  for (std::size_t i = 0; i < table.materials.size(); ++i) {
    if (table.materials[i].name == name) return static_cast<int>(i);
  }
  throw InputError("materials", "\"" + name + "\" is unknown", "define it");
}

namespace {

void build_soft(const BodyDescription& description, double density, RigidBody& body) {
  std::shared_ptr<const PrescribedMotion> motion;
  if (description.motion) motion = make_motion(*description.motion, {description.position, description.rotation});
  SoftModel model = [&] {
    try {
      return make_soft_model(description, density, std::move(motion));
    } catch (const InputError& error) {
      throw error.within("body \"" + description.name + "\"");
    }
  }();
  body.fixed = true;
  const SoftSurface& surface = model.body->surface();
  body.shape = Compound{std::make_shared<const std::vector<CompoundPart>>(), surface.radius(), surface.thickness()};
  body.mass = model.mass;
  body.inertia = model.inertia;
  body.inverse_inertia = model.inertia.inverse();
  body.frame_origin = -model.centre;
  body.soft = std::move(model.body);
}

}  // namespace

RigidBody build_body(const BodyDescription& description, const MaterialTable& materials) {
  RigidBody body;
  body.name = description.name;
  body.fixed = description.fixed;
  body.material = material_index(materials, description.material);
  if (description.elastic) {
    build_soft(description, materials.materials[static_cast<std::size_t>(body.material)].density, body);
    return body;
  }
  const Shape shape = make_shape(description.shape);
  if (const auto* smooth = std::get_if<SmoothDescription>(&description.shape)) body.smooth = smooth->surface;
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
  if (description.motion) {
    body.motion = make_motion(*description.motion, {description.position, description.rotation});
    body.inertia = body.inverse_inertia = Mat3::Identity();
  }
  return body;
}

BodyState initial_state(const BodyDescription& description, const RigidBody& body, double time, double step) {
  if (body.motion) return prescribed_state(body, time, step);
  BodyState state;
  state.rotation = description.rotation.normalized();
  const Mat3 R = state.rotation.toRotationMatrix();
  state.position = description.position - R * body.frame_origin;
  state.velocity = description.velocity;
  state.angular_momentum = R * (body.inertia * (R.transpose() * description.angular_velocity));
  return state;
}

}  // namespace stiction
