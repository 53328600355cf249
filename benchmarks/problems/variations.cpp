#include "variations.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <variant>
#include <vector>

namespace stiction::bench {

namespace {

std::vector<BodyDescription*> free_bodies(Scene& scene) {
  std::vector<BodyDescription*> bodies;
  for (BodyDescription& body : scene.bodies)
    if (!body.fixed) bodies.push_back(&body);
  return bodies;
}

}  // namespace

void set_friction(Scene& scene, double mu) {
  for (auto& [name, material] : scene.materials) material.mu = mu;
  for (ContactPairDescription& pair : scene.contact_pairs)
    if (pair.mu) pair.mu = mu;
}

void make_round(Scene& scene) {
  int i = 0;
  for (BodyDescription* body : free_bodies(scene)) {
    const Vec3 size = std::get<BoxDescription>(body->shape).size;
    const double radius = 0.5 * std::min(size.x(), size.y());
    switch (i++ % 4) {
      case 0:
        body->shape = SphereDescription{radius};
        break;
      case 1:
        body->shape = CapsuleDescription{0.6 * radius, 0.5 * size.z()};
        break;
      case 2:
        body->shape = CylinderDescription{radius, size.z()};
        break;
      default:
        body->shape = ConeDescription{radius, size.z()};
    }
  }
}

void add_lid(Scene& scene, double width, double mass) {
  double top = 0;
  for (const BodyDescription* body : free_bodies(scene))
    top = std::max(top, body->position.z() + 0.5 * std::get<BoxDescription>(body->shape).size.norm());
  BodyDescription lid = scene.bodies.back();
  lid.name = "lid";
  lid.shape = BoxDescription{Vec3(0.96 * width, 0.96 * width, 0.4)};
  lid.mass = mass;
  lid.position = Vec3(0, 0, top + 0.2);
  lid.rotation = Quat::Identity();
  scene.bodies.push_back(lid);
}

void alternate_masses(Scene& scene, double ratio) {
  int i = 0;
  for (BodyDescription* body : free_bodies(scene)) body->mass = i++ % 2 == 0 ? 1 : ratio;
}

void make_last_heavy(Scene& scene, double ratio) {
  for (BodyDescription* body : free_bodies(scene)) body->mass = 1;
  free_bodies(scene).back()->mass = ratio;
}

void spread_masses(Scene& scene, double ratio, std::uint64_t seed) {
  // Multiples of the golden ratio: as good as chance here, and the same everywhere.
  double x = 0.1 * static_cast<double>(seed);
  for (BodyDescription* body : free_bodies(scene)) {
    x += std::numbers::phi;
    body->mass = std::pow(ratio, x - std::floor(x));
  }
}

void tie_pairs(Scene& scene) {
  const std::vector<BodyDescription*> bodies = free_bodies(scene);
  for (std::size_t i = 1; i < bodies.size(); i += 2) {
    JointDescription joint;
    joint.name = "pair_" + std::to_string(i / 2 + 1);
    joint.body_a = bodies[i - 1]->name;
    joint.body_b = bodies[i]->name;
    joint.anchor = 0.5 * (bodies[i - 1]->position + bodies[i]->position);
    scene.joints.push_back(joint);
  }
}

void add_rolling_friction(Scene& scene, double arm) {
  for (auto& [name, material] : scene.materials) {
    material.rolling = arm;
    material.spin = 0.5 * arm;
  }
}

}  // namespace stiction::bench
