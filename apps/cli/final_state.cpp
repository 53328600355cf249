#include "final_state.h"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "stiction/common/error.h"

namespace stiction::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Marks our files, so that one can be told from a file that must not be overwritten.
constexpr const char* kMark = "stiction_state";

Json to_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

Json bodies_json(const World& world) {
  Json bodies = Json::object();
  for (std::size_t i = 0; i < world.model().bodies.size(); ++i) {
    const RigidBody& body = world.model().bodies[i];
    const BodyState& state = world.state().bodies[i];
    const Quat& q = state.rotation;
    bodies[body.name] = {{"position", to_json(state.position + q * body.frame_origin)},
                         {"rotation", {q.w(), q.x(), q.y(), q.z()}},
                         {"velocity", to_json(state.velocity)},
                         {"angular_velocity", to_json(world.angular_velocity(static_cast<int>(i)))}};
  }
  return bodies;
}

Json contacts_json(const World& world) {
  const auto name = [&](std::int32_t body) { return world.model().bodies.at(static_cast<std::size_t>(body)).name; };
  Json contacts = Json::array();
  for (const ContactState& contact : world.state().contacts) {
    contacts.push_back({{"bodies", {name(contact.body_a), name(contact.body_b)}},
                        {"position", to_json(contact.position)},
                        {"normal", to_json(contact.normal)},
                        {"gap", contact.gap},
                        {"mu", contact.mu},
                        {"impulse_normal", contact.impulse_normal},
                        {"impulse_tangent", to_json(contact.impulse_tangent)},
                        {"slip", to_json(contact.slip)},
                        {"torque", to_json(contact.torque)}});
  }
  return contacts;
}

Json joints_json(const World& world) {
  Json joints = Json::object();
  for (std::size_t i = 0; i < world.model().joints.size(); ++i) {
    const Joint& joint = world.model().joints[i];
    const JointState& state = world.state().joints[i];
    joints[joint.name] = {{"coordinate", nullptr}, {"force", to_json(state.force)}, {"torque", to_json(state.torque)}};
    if (joint.has_coordinate()) joints[joint.name]["coordinate"] = state.coordinate;
  }
  return joints;
}

}  // namespace

void check_final_state_path(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code failure;
  const fs::path folder = fs::absolute(path, failure).parent_path();
  if (!fs::is_directory(folder, failure)) {
    throw InputError(path, "cannot be written: there is no folder " + folder.string(), "create it or choose another");
  }
  if (fs::is_directory(path, failure)) throw InputError(path, "is a folder", "give a file name to --final-state");
  if (!fs::is_regular_file(path, failure) || fs::file_size(path, failure) == 0) return;
  std::ifstream file(path);
  const Json old = Json::parse(file, nullptr, false);
  if (!old.is_object() || !old.contains(kMark)) {
    throw InputError(path, "exists and is not a final state, so it is not overwritten",
                     "give another name to --final-state or move this file away");
  }
}

void write_final_state(const std::string& path, const World& world) {
  Json json;
  json[kMark] = 1;
  json["step"] = world.state().step;
  json["time"] = world.state().time;
  json["hash"] = fmt::format("{:016x}", hash(world.state()));
  json["bodies"] = bodies_json(world);
  json["joints"] = joints_json(world);
  json["contacts"] = contacts_json(world);
  std::ofstream file(path, std::ios::trunc);
  file << json.dump(1, ' ', false, Json::error_handler_t::replace) << '\n';
  file.close();
  if (!file) throw InputError(path, "could not be written", "check the folder's permissions and the free space");
}

}  // namespace stiction::cli
