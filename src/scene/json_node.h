// One value of a scene file together with its place, for reading with good errors.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// A JSON value and its path, e.g. "bodies[2].shape.box.size". Reads are strict: a value of another type is an
/// InputError whose place is that path.
class JsonNode {
 public:
  JsonNode(const nlohmann::json& value, std::string path) : value_(&value), path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  const nlohmann::json& value() const { return *value_; }

  /// This must be an object with none but these fields. `planned` are fields of the format that this version
  /// does not support; their error says so.
  void expect_object(const std::vector<std::string>& known, const std::vector<std::string>& planned = {}) const;
  bool has(const std::string& field) const;
  JsonNode at(const std::string& field) const;  ///< Throws if the field is missing.
  std::optional<JsonNode> find(const std::string& field) const;
  /// Names of an object's fields in alphabetical order.
  std::vector<std::string> fields() const;

  std::size_t array_size() const;  ///< Throws unless this is an array.
  JsonNode item(std::size_t i) const;

  double number() const;
  int integer() const;
  bool boolean() const;
  std::string text() const;
  Vec3 vec3() const;
  std::vector<double> numbers() const;

  [[noreturn]] void fail(const std::string& what, const std::string& remedy) const;

 private:
  const nlohmann::json* value_;
  std::string path_;
};

}  // namespace stiction
