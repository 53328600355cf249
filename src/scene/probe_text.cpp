#include "stiction/scene/probe_text.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "stiction/common/error.h"
#include "stiction/scene/checks.h"
#include "stiction/scene/probe.h"
#include "stiction/scene/suggest.h"

namespace stiction {
namespace {

/// The field that names what a probe of this type refers to, or null.
const char* subject_field(ProbeType type) {
  switch (probe_subject(type)) {
    case ProbeSubject::body:
      return "body";
    case ProbeSubject::pair:
      return "bodies";
    case ProbeSubject::joint:
      return "joint";
    case ProbeSubject::world:
      break;
  }
  return nullptr;
}

ProbeType read_type(const JsonNode& node) {
  const std::string given = node.text();
  std::vector<std::string> known;
  for (const auto& [name, type] : probe_type_names()) {
    if (name == given) return type;
    known.push_back(name);
  }
  node.fail(fmt::format("\"{}\" is unknown", printable(given)), suggest_name(given, known, "values"));
}

}  // namespace

ProbeDescription read_probe(const JsonNode& node) {
  node.expect_object({"name", "type", "body", "bodies", "joint", "within"});
  ProbeDescription probe;
  probe.name = node.at("name").text();
  probe.type = read_type(node.at("type"));
  const char* subject = subject_field(probe.type);
  for (const char* field : {"body", "bodies", "joint"}) {
    if (!node.has(field) || (subject && std::string(subject) == field)) continue;
    node.at(field).fail(fmt::format("does not fit a probe of {}", to_string(probe.type)), "remove it");
  }
  if (const auto within = node.find("within")) {
    if (probe.type != ProbeType::slip)
      within->fail(fmt::format("does not fit a probe of {}", to_string(probe.type)), "remove it");
    within->expect_object({"low", "high"});
    probe.within = HoldDescription{within->at("low").vec3(), within->at("high").vec3()};
  }
  if (!subject) return probe;
  const JsonNode named = node.at(subject);
  switch (probe_subject(probe.type)) {
    case ProbeSubject::body:
      probe.body = named.text();
      break;
    case ProbeSubject::pair:
      if (named.array_size() != 2) {
        named.fail(fmt::format("has {} entries", named.array_size()), "name two bodies: the force is on the first");
      }
      probe.body = named.item(0).text();
      probe.body_b = named.item(1).text();
      break;
    case ProbeSubject::joint:
      probe.joint = named.text();
      break;
    case ProbeSubject::world:
      break;
  }
  return probe;
}

void validate_probe(const Scene& scene, const std::map<std::string, std::size_t>& bodies,
                    const std::map<std::string, std::size_t>& joints, const ProbeDescription& probe) {
  check_name("name", probe.name);
  if (probe.within && (!probe.within->low.allFinite() || !probe.within->high.allFinite() ||
                       (probe.within->low.array() > probe.within->high.array()).any()))
    throw InputError("within", "is a box whose low corner is not below its high one",
                     "give the lowest and the highest corner");
  switch (probe_subject(probe.type)) {
    case ProbeSubject::body:
      check_reference("body", probe.body, bodies, "body", "bodies");
      break;
    case ProbeSubject::pair:
      check_reference("bodies[0]", probe.body, bodies, "body", "bodies");
      check_reference("bodies[1]", probe.body_b, bodies, "body", "bodies");
      if (probe.body == probe.body_b) {
        throw InputError("bodies", fmt::format("names \"{}\" twice", printable(probe.body)),
                         "name two different bodies");
      }
      break;
    case ProbeSubject::joint: {
      const std::size_t joint = check_reference("joint", probe.joint, joints, "joint", "joints");
      const JointType type = scene.joints[joint].type;
      if (probe.type == ProbeType::joint_coordinate && (type == JointType::weld || type == JointType::ball)) {
        throw InputError(
            "joint", fmt::format("\"{}\" is a {}, which has no coordinate", printable(probe.joint), to_string(type)),
            "name a hinge, a slider or a distance joint");
      }
      break;
    }
    case ProbeSubject::world:
      break;
  }
}

nlohmann::ordered_json probe_json(const ProbeDescription& probe) {
  nlohmann::ordered_json out{{"name", probe.name}, {"type", to_string(probe.type)}};
  switch (probe_subject(probe.type)) {
    case ProbeSubject::body:
      out["body"] = probe.body;
      break;
    case ProbeSubject::pair:
      out["bodies"] = nlohmann::ordered_json::array({probe.body, probe.body_b});
      break;
    case ProbeSubject::joint:
      out["joint"] = probe.joint;
      break;
    case ProbeSubject::world:
      break;
  }
  if (probe.within) {
    const Vec3 &low = probe.within->low, &high = probe.within->high;
    out["within"] = {{"low", {low.x(), low.y(), low.z()}}, {"high", {high.x(), high.y(), high.z()}}};
  }
  return out;
}

}  // namespace stiction
