#include "stiction/scene/elastic_fields.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "stiction/bodies/elastic/elastic_material.h"
#include "stiction/common/error.h"
#include "stiction/scene/checks.h"
#include "stiction/scene/limits.h"
#include "stiction/scene/suggest.h"

namespace stiction {
namespace {

const std::vector<std::string> models = {"rigid", "modal", "stvk", "tetrahedral"};
const std::vector<std::string> laws = {"linear", "corotational", "stvk"};
const std::vector<std::string> strains = {"tetrahedra", "edges"};
const std::vector<std::string> surfaces = {"tetrahedra", "mesh"};
constexpr int kMostModes = 200;
constexpr int kMostCells = 1000;
constexpr double kFastest = 1e3;  ///< m/s

/// What a word of a list stands for.
int choice(const JsonNode& node, const std::vector<std::string>& words) {
  const std::string word = node.text();
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == word) return static_cast<int>(i);
  node.fail(fmt::format("\"{}\" is unknown", printable(word)), suggest_name(word, words, "choices"));
}

std::vector<HoldDescription> read_hold(const JsonNode& node) {
  std::vector<HoldDescription> holds;
  for (std::size_t i = 0; i < node.array_size(); ++i) {
    const JsonNode item = node.item(i);
    item.expect_object({"low", "high"});
    holds.push_back({item.at("low").vec3(), item.at("high").vec3()});
  }
  return holds;
}

std::vector<VibrationDescription> read_vibration(const JsonNode& node) {
  std::vector<VibrationDescription> modes;
  for (std::size_t i = 0; i < node.array_size(); ++i) {
    const JsonNode item = node.item(i);
    item.expect_object({"mode", "speed"});
    modes.push_back({item.at("mode").integer(), item.at("speed").number()});
  }
  return modes;
}

void read_fields(const JsonNode& node, ElasticDescription& elastic) {
  node.expect_object({"youngs_modulus", "poisson_ratio", "mass_damping", "stiffness_damping", "size", "cells", "modes",
                      "derivatives", "theta", "law", "strain", "explicit", "surface", "self_contact", "hold",
                      "vibration"});
  const auto number = [&](const char* field, double& value) {
    if (const auto found = node.find(field)) value = found->number();
  };
  number("youngs_modulus", elastic.youngs_modulus);
  number("poisson_ratio", elastic.poisson_ratio);
  number("mass_damping", elastic.mass_damping);
  number("stiffness_damping", elastic.stiffness_damping);
  number("theta", elastic.theta);
  if (const auto size = node.find("size")) elastic.size = size->number();
  if (const auto cells = node.find("cells")) {
    if (cells->array_size() != 3) cells->fail("does not have 3 entries", "give cells along x, y and z, e.g. [8, 2, 2]");
    elastic.cells = {cells->item(0).integer(), cells->item(1).integer(), cells->item(2).integer()};
  }
  if (const auto modes = node.find("modes")) elastic.modes = modes->integer();
  if (const auto derivatives = node.find("derivatives")) elastic.derivatives = derivatives->integer();
  if (const auto law = node.find("law")) elastic.law = static_cast<ElasticLaw>(choice(*law, laws));
  if (const auto strain = node.find("strain")) elastic.edge_strain = choice(*strain, strains) == 1;
  if (const auto explicit_step = node.find("explicit")) elastic.explicit_step = explicit_step->boolean();
  if (const auto surface = node.find("surface")) elastic.mesh_surface = choice(*surface, surfaces) == 1;
  if (const auto self_contact = node.find("self_contact")) elastic.self_contact = self_contact->boolean();
  if (const auto hold = node.find("hold")) elastic.hold = read_hold(*hold);
  if (const auto vibration = node.find("vibration")) elastic.vibration = read_vibration(*vibration);
}

void refuse_if(bool given, const std::string& field, const std::string& what, const std::string& remedy) {
  if (given) throw InputError("elastic." + field, what, remedy);
}

}  // namespace

std::optional<ElasticDescription> read_elastic(const JsonNode& body) {
  const auto model = body.find("model");
  const int kind = model ? choice(*model, models) : 0;
  const auto fields = body.find("elastic");
  if (kind == 0) {
    if (fields) fields->fail("is given to a rigid body", "add \"model\": \"modal\", \"stvk\" or \"tetrahedral\"");
    return std::nullopt;
  }
  ElasticDescription elastic;
  elastic.model = static_cast<SoftKind>(kind - 1);
  if (fields) read_fields(*fields, elastic);
  return elastic;
}

void write_elastic(const ElasticDescription& elastic, nlohmann::ordered_json& body) {
  body["model"] = models[std::size_t(elastic.model) + 1];
  nlohmann::ordered_json out{{"youngs_modulus", elastic.youngs_modulus}, {"poisson_ratio", elastic.poisson_ratio}};
  if (elastic.mass_damping != 0) out["mass_damping"] = elastic.mass_damping;
  if (elastic.stiffness_damping != 0) out["stiffness_damping"] = elastic.stiffness_damping;
  if (elastic.size) out["size"] = *elastic.size;
  if (elastic.cells) out["cells"] = *elastic.cells;
  if (elastic.model == SoftKind::tetrahedral) {
    out["law"] = laws[std::size_t(elastic.law)];
    if (elastic.edge_strain) out["strain"] = "edges";
    if (elastic.explicit_step) out["explicit"] = true;
  } else {
    out["modes"] = elastic.modes;
    if (elastic.derivatives) out["derivatives"] = *elastic.derivatives;
    if (elastic.theta != 1) out["theta"] = elastic.theta;
  }
  if (elastic.mesh_surface) out["surface"] = "mesh";
  if (elastic.self_contact) out["self_contact"] = true;
  for (const HoldDescription& hold : elastic.hold)
    out["hold"].push_back(
        {{"low", {hold.low.x(), hold.low.y(), hold.low.z()}}, {"high", {hold.high.x(), hold.high.y(), hold.high.z()}}});
  for (const VibrationDescription& vibration : elastic.vibration)
    out["vibration"].push_back({{"mode", vibration.mode}, {"speed", vibration.speed}});
  body["elastic"] = std::move(out);
}

void validate_elastic(const BodyDescription& body) {
  const ElasticDescription& e = *body.elastic;
  check(ElasticMaterial{1, e.youngs_modulus, e.poisson_ratio, e.mass_damping, e.stiffness_damping}, "elastic");
  const bool tetrahedral = e.model == SoftKind::tetrahedral;
  if (body.fixed) throw InputError("fixed", "is set for a body that bends", "hold some of its nodes: elastic.hold");
  if (body.inertia || body.centre_of_mass)
    throw InputError(body.inertia ? "inertia" : "centre_of_mass", "is given to a body that bends",
                     "leave it out: it follows from the mesh");
  if (e.size) check_range("elastic.size", *e.size, limits::min_size, limits::max_size, "m");
  if (e.cells)
    for (const int n : *e.cells) check_range("elastic.cells", n, 1, kMostCells, "");
  refuse_if(e.cells && !std::holds_alternative<BoxDescription>(body.shape), "cells",
            "is given to a shape without a grid", "give \"size\" in its place");
  refuse_if(e.cells && e.size, "size", "is given beside \"cells\"", "give one of the two");
  check_range("elastic.modes", e.modes, 1, kMostModes, "");
  if (e.derivatives) check_range("elastic.derivatives", *e.derivatives, 0, kMostModes, "");
  check_range("elastic.theta", e.theta, 0.5, 1, "");
  refuse_if(e.explicit_step && !tetrahedral, "explicit", "is set for a reduced body",
            "take \"model\": \"tetrahedral\"");
  refuse_if(e.mesh_surface && tetrahedral, "surface", "is \"mesh\" for a body that moves by its nodes",
            "take \"model\": \"modal\" or \"stvk\"");
  refuse_if(e.mesh_surface && !std::holds_alternative<MeshDescription>(body.shape), "surface",
            "is \"mesh\" for a shape that is none", "leave it out: the surface of the tetrahedra touches");
  for (const HoldDescription& hold : e.hold)
    refuse_if(!hold.low.allFinite() || !hold.high.allFinite() || (hold.low.array() > hold.high.array()).any(), "hold",
              "is a box whose low corner is not below its high one", "give the lowest and the highest corner");
  refuse_if(!e.vibration.empty() && !e.hold.empty(), "vibration", "is given to a body that is held",
            "leave out \"hold\": only free bodies start to vibrate by themselves");
  for (const VibrationDescription& vibration : e.vibration) {
    check_range("elastic.vibration.mode", vibration.mode, 1, tetrahedral ? kMostModes : e.modes, "");
    check_range("elastic.vibration.speed", vibration.speed, -kFastest, kFastest, "m/s");
  }
  refuse_if(e.edge_strain && !tetrahedral, "strain", "is set for a reduced body",
            "leave it out: reduced bodies have strains around edges");
  if (body.motion && (!tetrahedral || e.hold.empty()))
    throw InputError("motion", "is given to a body that bends without nodes that could follow it",
                     "take \"model\": \"tetrahedral\" and name nodes in elastic.hold");
}

}  // namespace stiction
