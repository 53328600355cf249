#include "live_stream.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "stiction/common/error.h"
#include "stiction/export/replay_rows.h"
#include "stiction/export/soft_skin.h"

namespace stiction::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kMagic[] = "STICLIVE";  // eight letters

Json to_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

Json hold_json(const LiveStatus& status, const WorldModel& model) {
  if (!status.hold) return nullptr;
  return {{"body", status.hold->body},
          {"position", to_json(status.hold->position(model, status.state))},
          {"target", to_json(status.hold->target)},
          {"force", to_json(status.hold->force)}};
}

void append_word(std::string& bytes, std::uint32_t word) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(word >> shift & 255U);
}

[[noreturn]] void refuse(const std::string& what) {
  throw InputError("message", what, "see docs/viewer.md for what a page may say");
}

Vec3 vector_of(const Json& message, const char* name) {
  const auto found = message.find(name);
  if (found == message.end() || !found->is_array() || found->size() != 3) refuse(std::string("has no three ") + name);
  for (const Json& number : *found)
    if (!number.is_number()) refuse(std::string("has a ") + name + " that is no number");
  return {(*found)[0].get<double>(), (*found)[1].get<double>(), (*found)[2].get<double>()};
}

double number_of(const Json& message) {
  const auto found = message.find("value");
  if (found == message.end() || !found->is_number()) refuse("has no value that is a number");
  return found->get<double>();
}

bool truth_of(const Json& message) {
  const auto found = message.find("value");
  if (found == message.end() || !found->is_boolean()) refuse("has no value that is true or false");
  return found->get<bool>();
}

int body_of(const Json& message) {
  const auto found = message.find("body");
  if (found == message.end() || !found->is_number_integer()) refuse("has no body");
  const auto body = found->get<std::int64_t>();
  if (body < 0 || body > 1'000'000'000) refuse("has a body that cannot be");
  return static_cast<int>(body);
}

double solver_of(const Json& message) {
  const auto found = message.find("value");
  if (found == message.end() || !found->is_string()) refuse("names no solver");
  const auto& names = solver_names();
  const auto place = std::find(names.begin(), names.end(), found->get<std::string>());
  if (place == names.end()) refuse("names a solver that is not there");
  return static_cast<double>(place - names.begin());
}

}  // namespace

std::string live_message(const LiveStatus& status, const WorldModel& model, const std::string& recording) {
  const StepReport& report = status.report;
  Json header{{"time", status.state.time},
              {"step", status.state.step},
              {"paused", status.paused},
              {"error", report.certificate.error},
              {"iterations", report.iterations},
              {"converged", report.converged},
              {"path", to_string(report.path)},
              {"contacts", report.contacts},
              {"cpu_ms", 1e3 * report.cpu_s},
              {"kinetic_energy", report.kinetic_energy},
              {"potential_energy", report.potential_energy},
              {"rate", status.rate},
              {"realtime", status.real_time},
              {"converged_share", status.converged_share},
              {"p50", 1e3 * status.p50},
              {"p99", 1e3 * status.p99},
              {"p999", 1e3 * status.p999},
              {"hold", hold_json(status, model)},
              {"mu", status.mu ? Json(*status.mu) : Json(nullptr)},
              {"gravity", to_json(status.gravity)},
              {"tolerance", status.solver.tolerance},
              {"solver", status.solver.type},
              {"solvers", solver_names()},
              {"recording", recording.empty() ? Json(nullptr) : Json(recording)},
              {"notice", status.notice.empty() ? Json(nullptr) : Json(status.notice)}};
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::string bytes(kMagic, 8);
  append_word(bytes, static_cast<std::uint32_t>(text.size()));
  append_word(bytes, static_cast<std::uint32_t>(status.state.contacts.size()));
  bytes += text;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (model.bodies[i].fixed && !model.bodies[i].motion && !model.bodies[i].soft) continue;
    append_pose(bytes, status.state.bodies[i].position, status.state.bodies[i].rotation);
  }
  std::size_t deformable = 0;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (!model.bodies[i].soft) continue;
    append_vertices(bytes, soft_vertices(*model.bodies[i].soft, status.state.bodies[i],
                                         status.state.deformations.at(deformable++)));
  }
  for (const ContactState& contact : status.state.contacts) append_contact(bytes, contact);
  return bytes;
}

LiveCommand live_command_of(std::string_view text) {
  const Json message = Json::parse(text.begin(), text.end(), nullptr, false);
  if (!message.is_object() || !message.contains("do") || !message["do"].is_string()) refuse("is no JSON with a \"do\"");
  const std::string what = message["do"].get<std::string>();
  const auto input = [](LiveAction action, const Vec3& value, int body = -1) {
    return LiveCommand{LiveCommand::Kind::input, {.action = action, .body = body, .value = value}, false};
  };
  if (what == "grab") return input(LiveAction::grab, vector_of(message, "point"), body_of(message));
  if (what == "move") return input(LiveAction::move, vector_of(message, "target"));
  if (what == "release") return input(LiveAction::release, Vec3::Zero());
  if (what == "friction") return input(LiveAction::friction, Vec3(number_of(message), 0, 0));
  if (what == "gravity") return input(LiveAction::gravity, vector_of(message, "value"));
  if (what == "tolerance") return input(LiveAction::tolerance, Vec3(number_of(message), 0, 0));
  if (what == "solver") return input(LiveAction::solver, Vec3(solver_of(message), 0, 0));
  if (what == "pause") return {LiveCommand::Kind::pause, {}, truth_of(message)};
  if (what == "step") return {LiveCommand::Kind::step, {}, false};
  if (what == "reset") return {LiveCommand::Kind::reset, {}, false};
  if (what == "record") return {LiveCommand::Kind::record, {}, truth_of(message)};
  refuse("wants \"" + what.substr(0, 40) + "\", which is not there");
}

}  // namespace stiction::cli
