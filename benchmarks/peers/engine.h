// What the benchmark asks of an engine, ours and the others alike: the same world in, poses out.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "stiction/stepping/world.h"

namespace stiction::peers {

class Engine {
 public:
  Engine() = default;
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// One step of WorldModel::step seconds.
  virtual void step() = 0;

  /// Centre of mass and body axes of a free body in the world; NaN once the engine has given up on it.
  virtual Pose pose(int body) const = 0;

  /// The certificate's error of the last step, where the engine has one.
  virtual std::optional<double> certificate() const { return std::nullopt; }
};

/// An engine with one choice of settings.
struct EngineChoice {
  std::string name;      ///< as on the command line: "bullet-100"
  std::string settings;  ///< one line for the reader
  std::function<std::unique_ptr<Engine>(const WorldModel&, const WorldState&)> make;
};

/// Stiction first, then every peer that was built in.
std::vector<EngineChoice> engine_choices();

std::vector<EngineChoice> stiction_choices();
std::vector<EngineChoice> ode_choices();
std::vector<EngineChoice> bullet_choices();
std::vector<EngineChoice> mujoco_choices();

}  // namespace stiction::peers
