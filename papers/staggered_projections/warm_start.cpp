// Table 2, left: iterations of staggered projections with and without warm start; tolerances; a fixed iteration cap.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "staggered_projections/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

struct Case {
  PaperRow row;
  const char* scene;
  std::map<std::string, GalleryValue> parameters;
  double step;
};

/// With the exact friction disk: the paper's eight samples cannot come near to Coulomb's law where bodies slide,
/// whatever the tolerance, and it is Coulomb's law that our steps converge to.
Scene by_projections(const Case& c, double tolerance) {
  Scene scene = build_gallery_scene(c.scene, c.parameters);
  scene.step = c.step;
  scene.solver.type = "staggered_projections";
  scene.solver.tolerance = tolerance;
  return scene;
}

struct Iterations {
  double warm = 0, cold = 0;  ///< mean of the steps with contacts
  int steps = 0;
};

/// Runs the scene twice, as the paper does: every step from the friction of the last one, and from nothing.
Iterations count(Stage& stage, const Case& c, double seconds) {
  Iterations result;
  for (const bool warm : {true, false}) {
    Scene scene = by_projections(c, 1e-4);
    scene.solver.warm_start = warm;
    const Film film =
        stage.try_out(scene, {.duration = seconds, .name = fmt::format("{}, {}", c.row.scene, warm ? "warm" : "cold")});
    double sum = 0;
    result.steps = 0;
    for (const Sample& sample : film.samples()) {
      result.steps += sample.contacts > 0;
      sum += sample.iterations;
    }
    (warm ? result.warm : result.cold) = sum / std::max(1, result.steps);
  }
  return result;
}

/// Adds a row for each tolerance to the table.
void tolerances(Stage& stage, Table& table, const Case& c, double seconds) {
  for (const double tolerance : {1e-1, 1e-4, 1e-8}) {
    const Film film =
        stage.try_out(by_projections(c, tolerance),
                      {.duration = seconds, .name = fmt::format("{}, tolerance {:g}", c.row.scene, tolerance)});
    const auto converged = std::count_if(film.samples().begin(), film.samples().end(),
                                         [&](const Sample& s) { return s.error <= float(tolerance) * 1.0001F; });
    const Cost cost = film.cost();
    table.rows.push_back({c.row.scene, fmt::format("{:g}", tolerance),
                          fmt::format("{:.1f}", 100 * double(converged) / double(cost.steps)),
                          fmt::format("{:.2f}", cost.iterations), fmt::format("{:.2f}", 1e3 * cost.cpu_s),
                          fmt::format("{:.2g}", film.moved("", 0, film.end()))});
  }
}

/// At most so many iterations a step, from the last step's friction or from nothing: how far the arch creeps.
void capped(Stage& stage, const Case& c, double seconds) {
  Table table{fmt::format("{}: at most 5 iterations a step", c.row.scene),
              {"start", "mean error of a step", "moved, m"}};
  double error[2] = {};
  for (const bool warm : {true, false}) {
    Scene scene = by_projections(c, 1e-4);
    scene.solver.max_iterations = 5;
    scene.solver.warm_start = warm;
    const Film film = stage.try_out(scene, {.duration = seconds, .name = fmt::format("{}, capped", c.row.scene)});
    for (const Sample& s : film.samples()) error[warm ? 0 : 1] += double(s.error) / double(film.samples().size());
    table.rows.push_back({warm ? "warm" : "cold", fmt::format("{:.1e}", error[warm ? 0 : 1]),
                          fmt::format("{:.2g}", film.moved("", 0, film.end()))});
  }
  stage.add(std::move(table));
  stage.check(fmt::format("{}: under a fixed iteration cap warm starts are the more exact ones", c.row.scene),
              error[0] < error[1], fmt::format("mean error {:.1e} against {:.1e}", error[0], error[1]));
}

void play(Stage& stage) {
  const bool minimal = stage.depth() == Depth::minimal, full = stage.depth() == Depth::full;
  const Case arch{{"catenary arch", 1.2, 2042, 5.6, 133.7, 162}, "arch", {{"drop", 3}, {"thickness_ratio", 0.1}}, 0.01};
  const Case house{{"card house", 4.7, 528, 3.2, 57.1, 348},
                   "card_house",
                   {{"levels", minimal ? 3 : 6}, {"drop_blocks", 2}, {"block_size", 0.3}},
                   0.01};
  const Case soft_stack{{"stack of modal blocks", 0, 0, 0, 0, 0}, "soft_stack", {}, 0.01};
  // The paper's sizes in the long form. Everything moves from the start.
  const Case composite{{"composites", 0.56, 921, 6.4, 25.8, 192}, "composite", {{"strands", full ? 4 : 3}}, 0.003};
  const Case chairs{{"chairs", 0.72, 9025, 2.9, 30.9, 1766},
                    "chairs",
                    {{"count", full ? 74.0 : 2.0}, {"mu", 0.3}, {"youngs_modulus", 1e8}},
                    0.01};
  const Case dinosaurs{{"dinosaurs", 0.61, 4690, 2.7, 18.3, 315}, "dinosaurs", {{"count", full ? 15.0 : 4.0}}, 0.01};
  const std::string table = "Table 2: iterations to convergence at 1e-4";
  const auto compare = [&](const Case& c, double seconds) {
    const Iterations n = count(stage, c, seconds);
    const bool known = c.row.warm > 0;
    stage.compare(table, c.row.scene, "warm", known ? c.row.warm : NAN, n.warm);
    stage.compare(table, c.row.scene, "without warm start", known ? c.row.cold : NAN, n.cold);
    stage.check(fmt::format("{}: warm starting saves iterations", c.row.scene), n.steps > 0 && n.warm < n.cold,
                fmt::format("{:.2f} against {:.2f} a step, {} steps", n.warm, n.cold, n.steps));
  };
  compare(arch, stage.pick(0.3, 0.6, 10.0));
  compare(house, stage.pick(0.3, 0.6, 10.0));
  compare(soft_stack, stage.pick(0.3, 0.6, 10.0));
  if (!minimal) {
    compare(composite, stage.pick(0.0, 0.15, 1.2));
    compare(chairs, stage.pick(0.0, 0.2, 2.0));
    // From the throw to the still pile: while everything strikes everything for the first time there is nothing to
    // carry over.
    compare(dinosaurs, stage.pick(0.0, 5.0, 5.0));
    Table by_tolerance{"Staggered projections by tolerance",
                       {"scene", "tolerance", "steps converged, %", "mean iterations", "CPU ms a step", "moved, m"}};
    for (const Case& c : {arch, house, soft_stack}) tolerances(stage, by_tolerance, c, stage.pick(0.2, 0.3, 10.0));
    tolerances(stage, by_tolerance, composite, stage.pick(0.0, 0.03, 1.2));
    tolerances(stage, by_tolerance, chairs, stage.pick(0.0, 0.15, 2.0));
    tolerances(stage, by_tolerance, dinosaurs, stage.pick(0.0, 0.4, 5.0));
    stage.add(std::move(by_tolerance));
  }
  capped(stage, {arch.row, "arch", {}, 0.01}, stage.pick(0.2, 0.3, 10.0));
}

}  // namespace

Exhibit warm_start() {
  return {
      "warm_start", "Warm starts and tolerances (Table 2)",
      "Warm starts save iterations in every scene, up to two orders of magnitude; the tolerance is the user's choice.",
      play};
}

}  // namespace stiction::papers
