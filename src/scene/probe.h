// Probes: quantities that a scene asks to be logged.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stiction/scene/scene.h"

namespace stiction {

/// What scene files call each type.
const std::vector<std::pair<std::string, ProbeType>>& probe_type_names();
std::string to_string(ProbeType type);

/// What a probe refers to.
enum class ProbeSubject { world, body, pair, joint };
ProbeSubject probe_subject(ProbeType type);

/// The probes of a scene, ready to read a world made from it.
class Probes {
 public:
  /// `scene` must be valid.
  explicit Probes(const Scene& scene);

  /// One for each number, with its unit: "foot.x [N]".
  const std::vector<std::string>& columns() const { return columns_; }
  /// The numbers of now, one for each column.
  std::vector<double> read(const World& world) const;

 private:
  struct Probe {
    ProbeType type;
    int first = -1, second = -1;  ///< bodies, or the joint
    std::optional<HoldDescription> within = std::nullopt;
  };
  std::vector<Probe> probes_;
  std::vector<std::string> columns_;
};

}  // namespace stiction
