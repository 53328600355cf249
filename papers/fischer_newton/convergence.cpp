// Figures 2, 3, 4 and 8: convergence of the merit, split in normal and friction parts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fischer_newton/exhibits.h"
#include "stiction/solvers/fischer_newton/fischer_newton.h"
#include "stiction/solvers/gauss_seidel/gauss_seidel.h"

namespace stiction::papers {
namespace {

struct Run {
  std::vector<std::pair<double, double>> normal, friction, total;
  LocalResult result;
  double best() const {
    double least = INFINITY;
    for (const auto& p : total) least = std::min(least, p.second);
    return least;
  }
};

Trace tracer(Run& run, bool by_iteration) {
  return [&run, by_iteration](int iteration, double cost, double normal, double friction) {
    const double x = by_iteration ? iteration : cost;
    run.normal.emplace_back(x, normal);
    run.friction.emplace_back(x, friction);
    run.total.emplace_back(x, normal + friction);
  };
}

Run newton(const LocalProblem& problem, FischerNewtonOptions options, bool by_iteration) {
  Run run;
  std::vector<Vec3> r(problem.contacts.size(), Vec3::Zero());
  options.tolerance = 1e-12;
  run.result = fischer_newton(problem, r, options, tracer(run, by_iteration));
  return run;
}

Run sweeps(const LocalProblem& problem, int count) {
  Run run;
  std::vector<Vec3> r(problem.contacts.size(), Vec3::Zero());
  GaussSeidelOptions options;
  options.max_iterations = count;
  options.tolerance = 1e-12;
  run.result = gauss_seidel(problem, r, options, tracer(run, false));
  return run;
}

void add(Plot& plot, const std::string& name, const Run& run, int colour) {
  plot.curves.push_back({name, run.normal, false, false, colour});
  plot.curves.push_back({name, run.friction, true, false, colour});
}

/// Whether somewhere the error is squared, or nearly so, from one iteration to the next: the exponent of the last full
/// steps before rounding ends it.
double best_order(const Run& run) {
  double best = 0;
  for (std::size_t i = 2; i < run.total.size(); ++i) {
    const double a = run.total[i - 2].second, b = run.total[i - 1].second, c = run.total[i].second;
    if (!(c < b && b < a) || c < 1e-30) continue;
    best = std::max(best, std::log(c / b) / std::log(b / a));
  }
  return best;
}

/// Boxes that strike the floor with a corner each: the first step with two contacts, or one.
LocalProblem few_contacts() {
  World world = build_world(build_gallery_scene("pile", {{"count", 4}}));
  for (int i = 0; i < 200; ++i) {
    world.step();
    const int contacts = world.last_problem().size();
    if (contacts == 1 || contacts == 2) break;
  }
  return condense(world.last_problem());
}

void play(Stage& stage) {
  // Figure 2: two contacts, six variables.
  {
    const LocalProblem small = few_contacts();
    const Run run = newton(small, {}, true);
    Plot plot{fmt::format("Figure 2: {} variables, merit over Newton iterations", 3 * small.size()),
              "iteration",
              "merit, J",
              false,
              true,
              {{"Fischer-Newton", run.total}}};
    stage.add(std::move(plot));
    stage.check("on a small problem convergence is quadratic", run.result.converged || best_order(run) > 1.5,
                fmt::format("order {:.2f} at best; merit {:.1e} J after {} iterations", best_order(run), run.best(),
                            run.result.iterations));
  }
  // Figure 3: line search or not, a pyramid.
  {
    const LocalProblem problem = problem_of("pyramid", {{"base", 5}}, 1);
    FischerNewtonOptions paper;
    paper.proximal = false;
    paper.max_newton = 40;
    FischerNewtonOptions plain = paper;
    plain.max_line_search = 0;
    const Run with = newton(problem, paper, true), without = newton(problem, plain, true),
              ours = newton(problem, {}, true);
    Plot plot{fmt::format("Figure 3: a pyramid, {} contacts; friction dashed", problem.size()), "iteration", "merit, J",
              false, true};
    add(plot, "line search", with, 0);
    add(plot, "none", without, 1);
    add(plot, "ours, proximal", ours, 2);
    stage.add(std::move(plot));
    stage.check("with a line search the merit ends no higher than without",
                with.best() <= without.best() * 1.01 + 1e-18,
                fmt::format("{:.1e} J with, {:.1e} J without, {:.1e} J with our proximal loop", with.best(),
                            without.best(), ours.best()));
  }
  // Figure 4: the semi-staggered start.
  {
    const LocalProblem problem = problem_of("mass_ratio", {{"ratio", 100}}, 1);
    FischerNewtonOptions paper;
    paper.proximal = false;
    paper.max_newton = 40;
    FischerNewtonOptions together = paper;
    together.semi_staggered = false;
    const Run with = newton(problem, paper, true), without = newton(problem, together, true);
    Plot plot{"Figure 4: mass ratio 100, semi-staggered start or none; friction dashed", "iteration", "merit, J", false,
              true};
    add(plot, "normals first", with, 0);
    add(plot, "all at once", without, 1);
    stage.add(std::move(plot));
    stage.note(fmt::format("Semi-staggered start: {:.1e} J after {} iterations; without: {:.1e} J after {}.",
                           with.best(), with.result.iterations, without.best(), without.result.iterations));
  }
  // Figure 8: against projected Gauss-Seidel, cost in sweeps.
  for (const TestCase& c : test_cases()) {
    stage.breathe();
    const Run fischer = newton(c.problem, {}, false), seidel = sweeps(c.problem, stage.pick(300, 1000, 10000));
    FischerNewtonOptions printed;
    printed.proximal = false;
    printed.max_newton = 60;
    const Run paper = newton(c.problem, printed, false);
    Plot plot{fmt::format("Figure 8: {}, {} contacts; friction dashed", c.name, c.problem.size()),
              "cost, Gauss-Seidel sweeps", "merit, J", true, true};
    add(plot, "Fischer-Newton", fischer, 0);
    add(plot, "as printed", paper, 2);
    add(plot, "Gauss-Seidel", seidel, 1);
    stage.add(std::move(plot));
    stage.check(
        fmt::format("{}: Fischer-Newton ends more exact than Gauss-Seidel", c.name),
        fischer.best() < seidel.best() || fischer.best() < 1e-20,
        fmt::format("merit {:.1e} J after {:.0f} sweeps' worth; Gauss-Seidel {:.1e} J after {}; as printed {:.1e} J",
                    fischer.best(), fischer.result.cost, seidel.best(), seidel.result.iterations, paper.best()));
  }
}

}  // namespace

Exhibit convergence() {
  return {"convergence", "Convergence (Figures 2, 3, 4 and 8)",
          "Quadratic convergence on a small problem; line search and semi-staggered start help; better than "
          "Gauss-Seidel for large "
          "mass ratios and, with us, also on the dense wall.",
          play};
}

}  // namespace stiction::papers
