// Stacks and card houses by Gauss-Seidel (with and without shock propagation), by Lemke, and by ODE and Bullet.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "staggered_projections/exhibits.h"
#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/scene/gallery.h"
#include "stiction/solvers/lemke/lemke.h"

namespace stiction::papers {
namespace {

/// Farthest way of a body, m, with 100 sweeps a step of 0.1 ms, as in the paper.
void gauss_seidel_rows(Stage& stage, const char* name, const char* parameter, int size, double seconds) {
  Table table{fmt::format("{} ({} = {}), steps of 0.1 ms, {:g} s", name, parameter, size, seconds),
              {"solver", "moved, mm", "CPU ms a step"}};
  double moved[3] = {};
  for (const int side : {0, 1, 2}) {
    Scene scene = build_gallery_scene(name, {{parameter, size}});
    scene.step = 1e-4;
    if (side > 0) {
      scene.solver.type = "gauss_seidel";
      scene.solver.max_iterations = 100;
      scene.solver.warm_start = false;
      scene.solver.shock_propagation = side == 2;
    }
    const char* label = side == 0   ? "stiction"
                        : side == 1 ? "Gauss-Seidel, 100 sweeps, cold"
                                    : "the same with shock propagation";
    const Film film = stage.try_out(scene, {.duration = seconds, .name = fmt::format("{}, {}", name, label)});
    moved[side] = film.moved("", 0, film.end());
    table.rows.push_back(
        {label, fmt::format("{:.3g}", 1e3 * moved[side]), fmt::format("{:.3f}", 1e3 * film.cost().cpu_s)});
  }
  stage.add(std::move(table));
  stage.check(fmt::format("the {} creeps with Gauss-Seidel and stands with us", name),
              moved[0] < 1e-6 && moved[1] > 10 * moved[0],
              fmt::format("{} against {}; with shock propagation {}", length_text(moved[1]), length_text(moved[0]),
                          length_text(moved[2])));
}

void lemke_rows(Stage& stage, double patience) {
  Table table{fmt::format("Lemke on the first step, at most {:g} s each", patience),
              {"scene", "contacts", "unknowns", "pivots", "Lemke, ms", "outcome", "ours cold, ms"}};
  int solved = 0, failed = 0;
  const auto take = [&](const char* name, const char* parameter, const std::vector<int>& sizes) {
    for (const int size : sizes) {
      stage.breathe();
      World world = build_world(build_gallery_scene(name, {{parameter, size}}));
      world.step();
      const LocalProblem problem = condense(world.last_problem());
      std::vector<Vec3> r(problem.contacts.size(), Vec3::Zero());
      LemkeOptions options;
      const double begin = cpu_seconds();
      options.out_of_time = [&] { return cpu_seconds() - begin > patience; };
      std::vector<std::string> row = {fmt::format("{} {}", name, size), fmt::format("{}", problem.size())};
      try {
        const LemkeResult result = lemke(problem, r, options);
        const bool good = result.status == LemkeStatus::solved && result.converged;
        (good ? solved : failed) += 1;
        row.insert(row.end(), {fmt::format("{}", result.unknowns), fmt::format("{}", result.pivots),
                               fmt::format("{:.2f}", 1e3 * (cpu_seconds() - begin)), good ? "solved" : "not solved"});
      } catch (const InputError&) {
        ++failed;
        row.insert(row.end(), {"-", "-", "-", "too large"});
      }
      row.push_back(fmt::format("{:.2f}", 1e3 * world.report().cpu_s));
      table.rows.push_back(row);
    }
  };
  take("stack", "count",
       stage.pick(std::vector{2, 5}, std::vector{2, 5, 15, 40}, std::vector{2, 5, 10, 15, 20, 40, 80}));
  take("card_house", "levels", stage.pick(std::vector{1}, std::vector{1, 2, 3, 5}, std::vector{1, 2, 3, 4, 5, 6}));
  stage.check("Lemke solves the small ones", solved >= 2, fmt::format("{} solved, {} not", solved, failed));
  stage.add(std::move(table));
}

/// What `stiction bench peers` finds, if it was built beside this program.
void peers(Stage& stage, double seconds) {
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / "stiction-bench-peers";
  if (access(program.c_str(), X_OK) != 0) {
    stage.note("ODE and Bullet are left out: stiction bench peers is not built (./run bench peers builds it).");
    return;
  }
  std::string command = fmt::format("'{}' --json --duration {:g}", program.string(), seconds);
  for (const char* scene : {"stack-40", "card-house-5"}) command += fmt::format(" --scene {}", scene);
  for (const char* engine : {"stiction", "ode-quick-100", "bullet-100"}) command += fmt::format(" --engine {}", engine);
  std::string text;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    char part[4096];
    for (std::size_t n; (n = fread(part, 1, sizeof part, pipe)) > 0;) text.append(part, n);
    pclose(pipe);
  }
  const auto results = nlohmann::json::parse(text, nullptr, false);
  if (!results.is_array()) throw Error("stiction bench peers gave no results");
  Table table{fmt::format("stiction bench peers, {:g} s", seconds),
              {"scene", "engine", "CPU ms a step", "moved, mm", "holds"}};
  for (const auto& scene : results)
    for (const auto& row : scene.at("engines")) {
      const std::string engine = row.at("engine"), name = scene.at("scene");
      const bool good = row.at("good");
      table.rows.push_back(
          {name, engine, fmt::format("{:.3f}", row.at("step_ms").at("mean").get<double>()),
           row.at("moved_m").is_null() ? "-" : fmt::format("{:.3g}", 1e3 * row.at("moved_m").get<double>()),
           good ? "yes" : "no"});
      if (engine == "stiction") stage.check(name + " holds with us", good, row.at("answer").get<std::string>());
    }
  stage.add(std::move(table));
}

void play(Stage& stage) {
  gauss_seidel_rows(stage, "stack", "count", 10, stage.pick(0.01, 0.1, 10.0));
  gauss_seidel_rows(stage, "card_house", "levels", stage.pick(2, 3, 5), stage.pick(0.01, 0.1, 10.0));
  lemke_rows(stage, stage.pick(0.2, 1.0, 60.0));
  if (stage.depth() != Depth::minimal) peers(stage, stage.pick(0.0, 2.0, 30.0));
}

}  // namespace

Exhibit other_solvers() {
  return {
      "other_solvers", "Beside Gauss-Seidel, Lemke, ODE and Bullet",
      "Iterative solvers slide sideways on stacks and card houses; the direct LCP is slow and fails on larger ones.",
      play};
}

}  // namespace stiction::papers
