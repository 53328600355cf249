#include "stiction/scene/json_node.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "stiction/common/error.h"
#include "stiction/scene/suggest.h"

namespace stiction {
namespace {

const char* kind(const nlohmann::json& value) {
  if (value.is_null()) return "null";
  if (value.is_boolean()) return "true or false";
  if (value.is_number()) return "a number";
  if (value.is_string()) return "text";
  return value.is_array() ? "an array" : "an object";
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void JsonNode::fail(const std::string& what, const std::string& remedy) const {
  throw InputError(path_.empty() ? "the top level" : path_, what, remedy);
}

void JsonNode::expect_object(const std::vector<std::string>& known, const std::vector<std::string>& planned) const {
  if (!value_->is_object()) fail(fmt::format("is {}", kind(*value_)), "give an object { ... }");
  for (const auto& [name, value] : value_->items()) {
    if (contains(known, name)) continue;
    const JsonNode field(value, (path_.empty() ? "" : path_ + ".") + printable(name));
    if (contains(planned, name)) {
      field.fail("is not supported by this version", "remove it; fields supported here: " + join_names(known));
    }
    field.fail("is an unknown field", suggest_name(name, known, "fields"));
  }
}

bool JsonNode::has(const std::string& field) const { return value_->contains(field); }

JsonNode JsonNode::at(const std::string& field) const {
  if (!has(field)) fail(fmt::format("has no field \"{}\"", field), fmt::format("add \"{}\"", field));
  return JsonNode((*value_)[field], (path_.empty() ? "" : path_ + ".") + printable(field));
}

std::optional<JsonNode> JsonNode::find(const std::string& field) const {
  if (!has(field)) return std::nullopt;
  return at(field);
}

std::vector<std::string> JsonNode::fields() const {
  if (!value_->is_object()) fail(fmt::format("is {}", kind(*value_)), "give an object { ... }");
  std::vector<std::string> names;
  for (const auto& [name, value] : value_->items()) names.push_back(name);
  return names;
}

std::size_t JsonNode::array_size() const {
  if (!value_->is_array()) fail(fmt::format("is {}", kind(*value_)), "give an array [ ... ]");
  return value_->size();
}

JsonNode JsonNode::item(std::size_t i) const { return JsonNode((*value_)[i], fmt::format("{}[{}]", path_, i)); }

double JsonNode::number() const {
  if (!value_->is_number()) fail(fmt::format("is {}", kind(*value_)), "give a number");
  const double x = value_->get<double>();
  if (!std::isfinite(x)) fail(fmt::format("is {}", x), "give a finite number");
  return x;
}

int JsonNode::integer() const {
  const double x = number();
  if (x != std::floor(x) || std::abs(x) > std::numeric_limits<int>::max()) {
    fail(fmt::format("is {}", x), "give a whole number below 2147483648");
  }
  return static_cast<int>(x);
}

bool JsonNode::boolean() const {
  if (!value_->is_boolean()) fail(fmt::format("is {}", kind(*value_)), "give true or false");
  return value_->get<bool>();
}

std::string JsonNode::text() const {
  if (!value_->is_string()) fail(fmt::format("is {}", kind(*value_)), "give text in double quotes");
  return value_->get<std::string>();
}

std::vector<double> JsonNode::numbers() const {
  std::vector<double> out(array_size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = item(i).number();
  return out;
}

Vec3 JsonNode::vec3() const {
  if (array_size() != 3) {
    fail(fmt::format("has {} entries", value_->size()), "give three numbers [x, y, z]");
  }
  return Vec3(item(0).number(), item(1).number(), item(2).number());
}

}  // namespace stiction
