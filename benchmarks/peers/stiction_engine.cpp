// Stiction through the same door as its peers, at its default settings.
#include "engine.h"
#include "shapes.h"

namespace stiction::peers {
namespace {

class StictionEngine : public Engine {
 public:
  StictionEngine(const WorldModel& model, const WorldState& state) : world_(model, state) {}

  void step() override { world_.step(); }
  Pose pose(int body) const override { return pose_of(world_.state().bodies[body]); }
  std::optional<double> certificate() const override { return world_.report().certificate.error; }

 private:
  World world_;
};

}  // namespace

std::vector<EngineChoice> stiction_choices() {
  return {{"stiction", "default settings, tolerance 1e-6", [](const WorldModel& model, const WorldState& state) {
             return std::make_unique<StictionEngine>(model, state);
           }}};
}

std::vector<EngineChoice> engine_choices() {
  std::vector<EngineChoice> all = stiction_choices();
  const auto append = [&all](std::vector<EngineChoice> more) { all.insert(all.end(), more.begin(), more.end()); };
#ifdef STICTION_WITH_ODE
  append(ode_choices());
#endif
#ifdef STICTION_WITH_BULLET
  append(bullet_choices());
#endif
#ifdef STICTION_WITH_MUJOCO
  append(mujoco_choices());
#endif
  return all;
}

}  // namespace stiction::peers
