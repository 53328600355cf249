// Typed errors of the library. Library code throws these; it never prints and never exits.
#pragma once

#include <stdexcept>
#include <string>

namespace stiction {

/// Base of everything stiction throws on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The caller's input is wrong: the message says where (file and field), what, and what would be right.
/// Programs turn it into exit code 2.
class InputError : public Error {
 public:
  /// @param where  file and field, e.g. "tent.json: bodies[2].mass"
  /// @param what   what is wrong there, e.g. "is -1"
  /// @param remedy what would be right, e.g. "give a mass above 0 kg"
  InputError(const std::string& where, const std::string& what, const std::string& remedy)
      : Error(where + ": " + what + "; " + remedy), where_(where), what_(what), remedy_(remedy) {}

  const std::string& where() const { return where_; }
  const std::string& problem() const { return what_; }
  const std::string& remedy() const { return remedy_; }

  /// The same error seen from an enclosing place: "file.json" + "bodies[2].mass".
  InputError within(const std::string& outer) const {
    return InputError(where_.empty() ? outer : outer + ": " + where_, what_, remedy_);
  }

 private:
  std::string where_, what_, remedy_;
};

}  // namespace stiction
