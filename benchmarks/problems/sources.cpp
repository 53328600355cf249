#include "sources.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "variations.h"

namespace stiction::bench {

namespace {

using Parameters = std::map<std::string, GalleryValue>;

/// A gallery scene whose materials all get the same mu, and changes after that. In braces, so that what it is made of
/// is drawn from left to right; arguments of a function are not.
struct Plan {
  std::string name, scene;
  double mu = 0;
  Parameters parameters;
  Steps steps;
  std::function<void(Scene&)> change = {};
};

/// The sources of a round, and the numbers that set them apart from those of other rounds.
class Round {
 public:
  explicit Round(int round) : round_(round) {}

  /// Even spread over [0, 1) for each use of it over the rounds: multiples of the golden ratio from another start.
  double spread() {
    const double x = (round_ + 0.5) * (std::numbers::phi - 1) + 0.7548776662466927 * ++used_;
    return x - std::floor(x);
  }
  double between(double low, double high) { return low + (high - low) * spread(); }
  int whole(int low, int high) { return low + static_cast<int>(spread() * (high - low + 1)); }
  /// Evenly over the orders of magnitude.
  double magnitude(double low, double high) { return low * std::pow(high / low, spread()); }
  int seed() const { return 1 + round_; }

  void add(const Plan& plan) {
    const auto build = [plan] {
      Scene s = build_gallery_scene(plan.scene, plan.parameters);
      set_friction(s, plan.mu);
      if (plan.change) plan.change(s);
      return s;
    };
    std::string parameters = plan.scene;
    for (const auto& [name, value] : plan.parameters)
      parameters += fmt::format(" {}={:.6g}", name, std::get<double>(value));
    sources.push_back({kind, fmt::format("{}/{}", plan.name, round_), parameters, plan.mu, build, plan.steps});
  }

  std::string kind;  ///< of what is added
  std::vector<Source> sources;

 private:
  int round_;
  int used_ = 0;
};

void add_resting(Round& r) {
  r.kind = "resting";
  r.add({"stack", "stack", r.magnitude(0.01, 2), {{"count", r.whole(3, 40)}}, {0, 5, 7}});
  const int rows = r.whole(3, 8);
  r.add({"wall", "wall", r.magnitude(0.3, 2), {{"rows", rows}, {"columns", r.whole(3, 8)}}, {0, 5, 7}});
  r.add({"pyramid", "pyramid", r.magnitude(0.3, 2), {{"base", r.whole(4, 12)}}, {0, 5, 7}});
  r.add({"arch", "arch", r.magnitude(0.6, 2), {{"stones", r.whole(7, 41)}}, {0, 5, 7}});
  r.add({"card_house", "card_house", r.magnitude(0.8, 2), {{"levels", r.whole(2, 8)}}, {0, 5, 7}});
  r.add({"heap", "pile", r.magnitude(0.01, 2), {{"count", r.whole(20, 70)}, {"seed", r.seed()}}, {250, 10, 15}});
}

void add_collapsing(Round& r) {
  r.kind = "collapsing";
  const int blocks = r.whole(1, 3);
  r.add({"card_house_struck",
         "card_house",
         r.magnitude(0.01, 2),
         {{"levels", r.whole(3, 7)}, {"drop_blocks", blocks}},
         {20, 25, 6}});
  r.add({"card_house_slips", "card_house", r.magnitude(0.01, 0.4), {{"levels", r.whole(3, 7)}}, {0, 20, 6}});
  r.add({"arch_hit", "arch", r.magnitude(0.01, 2), {{"stones", r.whole(9, 33)}, {"hit", 1}}, {0, 20, 6}});
  r.add({"wall_hit",
         "wall",
         r.magnitude(0.01, 2),
         {{"rows", r.whole(4, 8)}, {"columns", r.whole(4, 7)}, {"hit", 1}},
         {0, 20, 6}});
  r.add({"pyramid_slips", "pyramid", r.magnitude(0.01, 0.2), {{"base", r.whole(5, 10)}}, {0, 12, 10}});
}

void add_colliding(Round& r) {
  r.kind = "colliding";
  const double bounce = r.between(0, 1);
  r.add({"cluster",
         "cluster",
         r.magnitude(0.01, 2),
         {{"count", r.whole(8, 80)}, {"speed", 5}, {"seed", r.seed()}, {"restitution", bounce}},
         {5, 15, 5}});
  r.add({"pile",
         "pile",
         r.magnitude(0.01, 2),
         {{"count", r.whole(30, 90)}, {"seed", r.seed()}, {"restitution", r.between(0, 0.8)}},
         {30, 20, 6}});
  r.add(
      {"container", "container", r.magnitude(0.01, 2), {{"count", r.whole(50, 160)}, {"seed", r.seed()}}, {30, 15, 8}});
  r.add({"round_pile",
         "pile",
         r.magnitude(0.01, 2),
         {{"count", r.whole(30, 90)}, {"seed", r.seed()}},
         {30, 15, 8},
         make_round});
}

void add_jammed(Round& r) {
  r.kind = "jammed";
  const double lid = r.magnitude(10, 1e5);
  r.add({"pressed_bin",
         "pile",
         r.magnitude(0.01, 2),
         {{"count", r.whole(16, 40)}, {"width", 0.95}, {"seed", r.seed()}},
         {60, 20, 8},
         [lid](Scene& s) { add_lid(s, 0.95, lid); }});
  const double weight = r.magnitude(10, 1e5);
  r.add({"shaft",
         "pile",
         r.magnitude(0.3, 2),
         {{"count", r.whole(6, 14)}, {"width", 0.5}, {"seed", r.seed()}},
         {60, 15, 8},
         [weight](Scene& s) { add_lid(s, 0.5, weight); }});
}

void add_mass_ratios(Round& r) {
  r.kind = "mass ratios";
  const double ratio = r.magnitude(1, 1e6);
  r.add({"two_cubes", "mass_ratio", r.magnitude(0.01, 2), {{"ratio", ratio}}, {0, 2, 5}});
  const double layers = r.magnitude(1, 1e6);
  r.add(
      {"alternating_stack", "stack", r.magnitude(0.01, 2), {{"count", r.whole(4, 20)}}, {0, 8, 4}, [layers](Scene& s) {
         alternate_masses(s, layers);
       }});
  const double top = r.magnitude(1, 1e6);
  r.add({"loaded_wall",
         "wall",
         r.magnitude(0.1, 2),
         {{"rows", r.whole(3, 6)}, {"columns", r.whole(3, 6)}},
         {0, 10, 6},
         [top](Scene& s) { make_last_heavy(s, top); }});
  const double spread = r.magnitude(1, 1e6);
  const int seed = r.seed();
  r.add({"mixed_pile",
         "pile",
         r.magnitude(0.01, 2),
         {{"count", r.whole(20, 60)}, {"seed", seed}},
         {40, 20, 8},
         [spread, seed](Scene& s) { spread_masses(s, spread, seed); }});
}

void add_mechanisms(Round& r) {
  r.kind = "mechanisms";
  const double margin = r.between(0.5, 1.5);
  const double grip = r.magnitude(0.1, 2);
  r.add({"gripper", "gripper", grip, {{"mu", grip}, {"margin", margin}}, {0, 5, 5}});
  const double rope = r.magnitude(0.01, 1);
  r.add({"capstan", "capstan", rope, {{"mu", rope}, {"pull", r.between(0.5, 1.5)}}, {0, 6, 4}});
  r.add({"four_bar", "four_bar", 0.5, {{"speed", r.between(-10, 10)}}, {0, 3, 10}});
  r.add({"chain", "chain", 0.5, {{"links", r.whole(5, 60)}, {"load_ratio", r.magnitude(1, 1e5)}}, {0, 6, 10}});
  r.add({"shaker", "shaker", r.magnitude(0.01, 2), {{"frequency", r.between(0.5, 10)}}, {0, 4, 11}});
  r.add({"hinged_pairs",
         "pile",
         r.magnitude(0.01, 2),
         {{"count", 2 * r.whole(10, 25)}, {"seed", r.seed()}},
         {40, 15, 8},
         tie_pairs});
}

void add_rolling(Round& r) {
  r.kind = "rolling";
  const double arm = r.magnitude(1e-4, 3e-2);  // m
  r.add({"rolling_pile",
         "pile",
         r.magnitude(0.01, 2),
         {{"count", r.whole(20, 60)}, {"seed", r.seed()}},
         {40, 15, 8},
         [arm](Scene& s) {
           make_round(s);
           add_rolling_friction(s, arm);
         }});
  const double box_arm = r.magnitude(1e-4, 3e-2);
  r.add({"rolling_boxes",
         "pile",
         r.magnitude(0.01, 2),
         {{"count", r.whole(10, 30)}, {"seed", r.seed()}},
         {40, 10, 8},
         [box_arm](Scene& s) { add_rolling_friction(s, box_arm); }});
}

void add_meshes(Round& r) {
  r.kind = "meshes";
  r.add({"gears", "gears", r.magnitude(0.01, 2), {{"count", r.whole(6, 14)}, {"seed", r.seed()}}, {30, 12, 10}});
}

}  // namespace

std::vector<Source> sources_of_round(int round) {
  Round r(round);
  add_resting(r);
  add_collapsing(r);
  add_colliding(r);
  add_jammed(r);
  add_mass_ratios(r);
  add_mechanisms(r);
  add_rolling(r);
  add_meshes(r);
  return std::move(r.sources);
}

}  // namespace stiction::bench
