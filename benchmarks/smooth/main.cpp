// Smooth surfaces beside the tables of the paper that they come from, on one thread.
#include <tbb/global_control.h>

#include <algorithm>
<<<<<<< HEAD
=======
#include <cmath>
    >>>>>>> papers
#include <vector>

#include "contact_evolution/surface_costs.h"
#include "stiction/common/timer.h"
    <<<<<<< HEAD
#include "tables.h"
    =======
#include "stiction/scene/gallery.h"
#include "stiction/stepping/smooth_bodies.h"
    >>>>>>> papers

    namespace stiction::smooth_bench {

<<<<<<< HEAD
  Cost cost_of(int calls, const std::function<void()>& work) {
    std::vector<double> rounds;
    for (int round = 0; round < 5; ++round) {
      const double start = cpu_seconds();
      for (int i = 0; i < calls; ++i) work();
      rounds.push_back((cpu_seconds() - start) / calls);
    }
    std::sort(rounds.begin(), rounds.end());
    return {rounds[0], rounds[2]};
  }

}  // namespace stiction::smooth_bench
=======
  using namespace stiction;

  void table_one() {
    fmt::print("Ten partial derivatives, ns (CPU, least and median of five rounds), beside Table I\n\n");
    fmt::print("{:<28} {:>8} {:>8} {:>12} {:>10}\n", "surface", "least", "median", "paper", "times");
    for (const papers::SurfaceCost& cost : papers::surface_costs(20))
      fmt::print("{:<28} {:>8.0f} {:>8.0f} {:>12.0f} {:>10.0f}\n", cost.surface, 1e9 * cost.least_s,
                 1e9 * cost.median_s, 1e9 * cost.paper_s, cost.paper_s / cost.median_s);
  }

  /// What a run of the bowl led to.
  struct BowlRun {
    double cpu = 0;    ///< s
    int steps = 0;     ///< of the integrator
    int general = 0;   ///< steps of the world that the general path took
    double speed = 0;  ///< at the end: of the centre, m/s, and of the rim by turning
    Vec3 place = Vec3::Zero();
    double upright = 0;  ///< cosine of its tilt
  };

  Scene bowl_scene(double step, const char* method) {
    Scene scene = build_gallery_scene("bowl");
    scene.step = scene.evolution.max_step = step;
    scene.evolution.min_step = std::min(1e-3, step);
    scene.evolution.method = method;
    return scene;
  }

  BowlRun in_world(double step, const char* method) {
    const Scene scene = bowl_scene(step, method);
    BowlRun best;
    for (int round = 0; round < 3; ++round) {
      World world = build_world(scene);
      BowlRun run;
      const double start = cpu_seconds();
      while (world.state().time < 3 - 0.5 * step) {
        const StepReport& report = world.step();
        run.general += report.smooth.general;
        for (const SmoothEvent& event : report.smooth.events) run.steps += event.kind == SmoothEventKind::step;
      }
      run.cpu = cpu_seconds() - start;
      const BodyState& bowl = world.state().bodies[1];
      run.speed = bowl.velocity.norm() + 0.065 * world.angular_velocity(1).norm();
      run.place = bowl.position;
      run.upright = (bowl.rotation * Vec3::UnitZ()).z();
      if (round == 0 || run.cpu < best.cpu) best = run;
    }
    return best;
  }

  /// The evolution room alone, without a world around it.
  double alone(double step, const char* method) {
    const World world = build_world(bowl_scene(step, method));
    const WorldModel& model = world.model();
    const ContactLaw law = model.materials.law(model.bodies[1].material, model.bodies[0].material);
    const SmoothContact contact(smooth_body(model.bodies[1], model.smooth), smooth_body(model.bodies[0], model.smooth),
                                smooth_law(law, model.smooth));
    PairOptions options = pair_options(law, model.smooth);
    options.search = true;
    double best = 1e9;
    for (int round = 0; round < 3; ++round) {
      PairState state;
      state.bodies = {motion_of(model.bodies[1], world.state().bodies[1]),
                      motion_of(model.bodies[0], world.state().bodies[0])};
      const double start = cpu_seconds();
      advance_pair(contact, state, 3, model.gravity, options);
      best = std::min(best, cpu_seconds() - start);
    }
    return best;
  }

  void table_two() {
    constexpr double paper[] = {6.542, 3.328, 1.766, 0.974, 0.521, 0.370, 0.286, 0};
    fmt::print(
        "\nA bowl on a table for 3 s, beside Table II: CPU s, best of three. \"room\" is the evolution room alone, "
        "\"world\"\n"
        "a whole world with detection, contacts and reports; its steps are as long as the integrator's longest.\n\n");
    for (const char* method : {"runge_kutta4", "dormand_prince"}) {
      fmt::print("{}\n{:>8} {:>9} {:>10} {:>7} {:>10} {:>7} {:>7} {:>8} {:>10}  {}\n", method, "max ms", "paper s",
                 "room s", "times", "world s", "times", "steps", "general", "end, m/s",
                 "where it ends (m), cos of tilt");
      for (int i = 0; i < 8; ++i) {
        const double step = 1e-3 * (1 << i);
        const double room = alone(step, method);
        const BowlRun run = in_world(step, method);
        fmt::print(
            "{:>8.0f} {:>9} {:>10.6f} {:>7} {:>10.6f} {:>7} {:>7} {:>8} {:>10.1e}  {:.3f} {:.3f} {:.3f}, {:.4f}\n",
            1e3 * step, paper[i] > 0 ? fmt::format("{:.3f}", paper[i]) : "-", room,
            paper[i] > 0 ? fmt::format("{:.0f}", paper[i] / room) : "-", run.cpu,
            paper[i] > 0 ? fmt::format("{:.0f}", paper[i] / run.cpu) : "-", run.steps, run.general, run.speed,
            run.place.x(), run.place.y(), run.place.z(), run.upright);
      }
    }
  }

}  // namespace
>>>>>>> papers

int main() {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  stiction::smooth_bench::table_one();
  stiction::smooth_bench::table_two();
}
