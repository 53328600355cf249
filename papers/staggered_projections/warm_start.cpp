// Table 2, left: iterations of staggered projections with and without warm start; tolerances; a fixed iteration cap.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "staggered_projections/exhibits.h"
#include "stiction/problem/decomposition.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

struct Case {
  PaperRow row;
  const char* scene;
  std::map<std::string, GalleryValue> parameters;
  double step;
};

/// Eight tangent samples and a tolerance of 1e-4, as in the paper.
Scene by_projections(const Case& c, double tolerance) {
  Scene scene = build_gallery_scene(c.scene, c.parameters);
  scene.step = c.step;
  scene.solver.type = "staggered_projections";
  scene.solver.friction_samples = 8;
  scene.solver.tolerance = tolerance;
  return scene;
}

struct Iterations {
  double warm = 0, cold = 0;  ///< means over the same problems
  int problems = 0;
};

/// Runs the scene warm and, every few steps, solves the same step's problem from nothing as well.
Iterations count(Stage& stage, const Case& c, double seconds, int every) {
  const Scene scene = by_projections(c, 1e-4);
  const auto solver = make_solver(scene.solver);
  Iterations sum;
  FilmOptions options{.duration = seconds, .name = fmt::format("{}, warm and cold", c.row.scene)};
  options.after_step = [&](World& world) {
    if (world.state().step % every != 0 || world.last_problem().size() == 0) return;
    sum.problems += 1;
    sum.warm += world.report().iterations;
    for (const ProblemBlock& block : decompose(world.last_problem())) {
      std::vector<Vec3> r(block.contacts.size(), Vec3::Zero());
      sum.cold += solver->solve(block.problem, r, {scene.solver.tolerance, scene.solver.max_iterations}).iterations;
    }
  };
  stage.try_out(scene, options);
  return {sum.warm / std::max(1, sum.problems), sum.cold / std::max(1, sum.problems), sum.problems};
}

void tolerances(Stage& stage, const Case& c, double seconds) {
  Table table{fmt::format("{}: staggered projections by tolerance", c.row.scene),
              {"tolerance", "steps converged, %", "mean iterations", "CPU ms a step", "moved, m"}};
  for (const double tolerance : {1e-1, 1e-4, 1e-8}) {
    const Film film =
        stage.try_out(by_projections(c, tolerance),
                      {.duration = seconds, .name = fmt::format("{}, tolerance {:g}", c.row.scene, tolerance)});
    const auto converged = std::count_if(film.samples().begin(), film.samples().end(),
                                         [&](const Sample& s) { return s.error <= float(tolerance) * 1.0001F; });
    const Cost cost = film.cost();
    table.rows.push_back({fmt::format("{:g}", tolerance),
                          fmt::format("{:.1f}", 100 * double(converged) / double(cost.steps)),
                          fmt::format("{:.2f}", cost.iterations), fmt::format("{:.2f}", 1e3 * cost.cpu_s),
                          fmt::format("{:.2g}", film.moved("", 0, film.end()))});
  }
  stage.add(std::move(table));
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
  const bool minimal = stage.depth() == Depth::minimal;
  const Case cases[] = {
      {{"catenary arch", 1.2, 2042, 5.6, 133.7, 162}, "arch", {{"drop", 3}, {"thickness_ratio", 0.1}}, 0.01},
      {{"card house", 4.7, 528, 3.2, 57.1, 348},
       "card_house",
       {{"levels", minimal ? 3 : 5}, {"drop_blocks", 2}, {"block_size", 0.3}},
       0.01},
      {{"stack of modal blocks", 0, 0, 0, 0, 0}, "soft_stack", {}, 0.01}};
  const std::string table = "Table 2: iterations to convergence at 1e-4";
  for (const Case& c : cases) {
    const Iterations n = count(stage, c, stage.pick(0.3, 0.6, 10.0), stage.pick(10, 10, 5));
    const bool known = c.row.warm > 0;
    stage.compare(table, c.row.scene, "warm", known ? c.row.warm : NAN, n.warm);
    stage.compare(table, c.row.scene, "without warm start", known ? c.row.cold : NAN, n.cold);
    stage.check(fmt::format("{}: warm starting saves iterations", c.row.scene), n.warm < n.cold,
                fmt::format("{:.2f} against {:.2f} on {} problems", n.warm, n.cold, n.problems));
  }
  if (!minimal) {
    tolerances(stage, cases[0], stage.pick(0.2, 0.3, 10.0));
    tolerances(stage, {cases[1].row, "card_house", {{"levels", 3}}, 0.01}, stage.pick(0.2, 0.3, 10.0));
  }
  capped(stage, {cases[0].row, "arch", {}, 0.01}, stage.pick(0.2, 0.3, 10.0));
}

}  // namespace

Exhibit warm_start() {
  return {
      "warm_start", "Warm starts and tolerances (Table 2)",
      "Warm starts save iterations in every scene, up to two orders of magnitude; the tolerance is the user's choice.",
      play};
}

}  // namespace stiction::papers
