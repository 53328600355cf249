// Two boxes over a floor, with everything that assembly needs.
#pragma once

#include "stiction/assembly/assemble.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/scene/scene.h"

namespace stiction::testing {

/// Body 0 is the floor, 1 and 2 are boxes of their own sizes.
struct TwoBoxes {
  WorldModel model;
  std::vector<BodyState> states;
  double h = 0.01;

  explicit TwoBoxes(double restitution = 0) {
    Scene scene;
    scene.materials["stuff"] = {0.4, restitution, 1000};
    for (const char* name : {"floor", "lower", "upper"}) {
      BodyDescription body;
      body.name = name;
      body.material = "stuff";
      scene.bodies.push_back(body);
    }
    scene.bodies[0].fixed = true;
    scene.bodies[0].shape = HalfSpaceDescription{};
    scene.bodies[1].shape = BoxDescription{Vec3(0.3, 0.2, 0.1)};
    scene.bodies[1].position = Vec3(0, 0, 0.05);
    scene.bodies[2].shape = BoxDescription{Vec3(0.2, 0.25, 0.15)};
    scene.bodies[2].position = Vec3(0.02, 0.01, 0.175);
    const World world = build_world(scene);
    model = world.model();
    states = world.state().bodies;
  }

  /// Sets linear and angular velocity of a body.
  void move(int body, const Vec3& v, const Vec3& w) {
    const Mat3 R = states[body].rotation.toRotationMatrix();
    states[body].velocity = v;
    states[body].angular_momentum = R * model.bodies[body].inertia * R.transpose() * w;
  }

  ContactProblem problem(const std::vector<ContactPoint>& contacts, const Vec3& gravity, double threshold) const {
    std::vector<Vec6> v_free;
    for (std::size_t i = 0; i < states.size(); ++i) v_free.push_back(predict(model.bodies[i], states[i], gravity, h));
    return assemble({model.bodies, states, v_free, contacts, model.materials, h, threshold});
  }
};

}  // namespace stiction::testing
