#include "stiction/scene/probe.h"

#include <map>

#include "stiction/stepping/measures.h"

namespace stiction {
namespace {

std::string unit(ProbeType type, const Scene& scene, int joint) {
  switch (type) {
    case ProbeType::position:
      return "m";
    case ProbeType::velocity:
    case ProbeType::slip:
      return "m/s";
    case ProbeType::angular_velocity:
      return "rad/s";
    case ProbeType::contact_force:
    case ProbeType::pair_force:
    case ProbeType::joint_force:
      return "N";
    case ProbeType::joint_torque:
      return "N m";
    case ProbeType::joint_coordinate:
      return scene.joints[static_cast<std::size_t>(joint)].type == JointType::hinge ? "rad" : "m";
    case ProbeType::energy:
      return "J";
    case ProbeType::momentum:
      return "kg m/s";
    case ProbeType::angular_momentum:
      return "kg m^2/s";
  }
  return "";
}

std::vector<std::string> parts(ProbeType type) {
  if (type == ProbeType::joint_coordinate) return {""};
  if (type == ProbeType::energy) return {".kinetic", ".potential"};
  return {".x", ".y", ".z"};
}

/// Mean of the slip of a body's contacts, weighted by their normal impulses.
Vec3 slip_of(const World& world, int body, const std::optional<HoldDescription>& within) {
  Vec3 sum = Vec3::Zero();
  double push = 0;
  const BodyState& at = world.state().bodies[static_cast<std::size_t>(body)];
  for (const ContactState& c : world.state().contacts) {
    if (c.body_a != body && c.body_b != body) continue;
    const Vec3 place = at.rotation.conjugate() * (c.position - at.position) -
                       world.model().bodies[static_cast<std::size_t>(body)].frame_origin;
    if (within && ((place.array() < within->low.array()).any() || (place.array() > within->high.array()).any()))
      continue;
    sum += (c.body_a == body ? 1 : -1) * c.impulse_normal * c.slip;
    push += c.impulse_normal;
  }
  return push > 0 ? Vec3(sum / push) : sum;
}

}  // namespace

const std::vector<std::pair<std::string, ProbeType>>& probe_type_names() {
  static const std::vector<std::pair<std::string, ProbeType>> names = {
      {"position", ProbeType::position},
      {"velocity", ProbeType::velocity},
      {"angular_velocity", ProbeType::angular_velocity},
      {"contact_force", ProbeType::contact_force},
      {"pair_force", ProbeType::pair_force},
      {"slip", ProbeType::slip},
      {"joint_force", ProbeType::joint_force},
      {"joint_torque", ProbeType::joint_torque},
      {"joint_coordinate", ProbeType::joint_coordinate},
      {"energy", ProbeType::energy},
      {"momentum", ProbeType::momentum},
      {"angular_momentum", ProbeType::angular_momentum}};
  return names;
}

std::string to_string(ProbeType type) {
  for (const auto& [name, value] : probe_type_names())
    if (value == type) return name;
  return "unknown";
}

ProbeSubject probe_subject(ProbeType type) {
  switch (type) {
    case ProbeType::position:
    case ProbeType::velocity:
    case ProbeType::angular_velocity:
    case ProbeType::contact_force:
    case ProbeType::slip:
      return ProbeSubject::body;
    case ProbeType::pair_force:
      return ProbeSubject::pair;
    case ProbeType::joint_force:
    case ProbeType::joint_torque:
    case ProbeType::joint_coordinate:
      return ProbeSubject::joint;
    case ProbeType::energy:
    case ProbeType::momentum:
    case ProbeType::angular_momentum:
      break;
  }
  return ProbeSubject::world;
}

Probes::Probes(const Scene& scene) {
  std::map<std::string, int> bodies, joints;
  for (const BodyDescription& body : scene.bodies) bodies.emplace(body.name, static_cast<int>(bodies.size()));
  for (const JointDescription& joint : scene.joints) joints.emplace(joint.name, static_cast<int>(joints.size()));
  for (const ProbeDescription& description : scene.probes) {
    Probe probe{description.type};
    probe.within = description.within;
    const ProbeSubject subject = probe_subject(probe.type);
    if (subject == ProbeSubject::body || subject == ProbeSubject::pair) probe.first = bodies.at(description.body);
    if (subject == ProbeSubject::pair) probe.second = bodies.at(description.body_b);
    if (subject == ProbeSubject::joint) probe.first = joints.at(description.joint);
    probes_.push_back(probe);
    for (const std::string& part : parts(probe.type))
      columns_.push_back(description.name + part + " [" + unit(probe.type, scene, probe.first) + "]");
  }
}

std::vector<double> Probes::read(const World& world) const {
  std::vector<double> values;
  const auto add = [&](const Vec3& v) { values.insert(values.end(), v.data(), v.data() + 3); };
  for (const Probe& probe : probes_) {
    const auto i = static_cast<std::size_t>(probe.first);
    const WorldState& state = world.state();
    switch (probe.type) {
      case ProbeType::position:
        add(state.bodies[i].position + state.bodies[i].rotation * world.model().bodies[i].frame_origin);
        break;
      case ProbeType::velocity:
        add(state.bodies[i].velocity);
        break;
      case ProbeType::angular_velocity:
        add(world.angular_velocity(probe.first));
        break;
      case ProbeType::contact_force:
        add(contact_force(world, probe.first));
        break;
      case ProbeType::pair_force:
        add(pair_force(world, probe.first, probe.second));
        break;
      case ProbeType::slip:
        add(slip_of(world, probe.first, probe.within));
        break;
      case ProbeType::joint_force:
        add(state.joints[i].force);
        break;
      case ProbeType::joint_torque:
        add(state.joints[i].torque);
        break;
      case ProbeType::joint_coordinate:
        values.push_back(state.joints[i].coordinate);
        break;
      case ProbeType::energy:
        values.push_back(world.kinetic_energy());
        values.push_back(world.potential_energy());
        break;
      case ProbeType::momentum:
        add(linear_momentum(world));
        break;
      case ProbeType::angular_momentum:
        add(angular_momentum(world));
        break;
    }
  }
  return values;
}

}  // namespace stiction
