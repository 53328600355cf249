// The interactive scene: a hand drags a brick to and fro between soft blocks, under a load.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <cmath>

#include "staggered_projections/exhibits.h"
#include "stiction/live/coupling.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

constexpr PaperRow kRow{"haptic", 0.0032, 117, 2.4, NAN, 72};
constexpr double kSlip = 1e-4;  // m/s

/// Two rigid bricks below; on them an anchor, a soft block, the brick that is held, a soft block, an anchor; a lid.
Scene bench() {
  Scene s;
  s.name = "haptic";
  s.step = 0.01;
  s.solver.tolerance = 1e-4;
  s.materials["brick"] = {0.5, 0, 2000};
  s.materials["rubber"] = {0.6, 0, 1000};
  BodyDescription floor;
  floor.name = "floor";
  floor.fixed = true;
  floor.shape = HalfSpaceDescription{};
  floor.material = "brick";
  s.bodies.push_back(floor);
  const auto add = [&](const char* name, const Vec3& size, const Vec3& at, bool soft) {
    BodyDescription body;
    body.name = name;
    body.shape = BoxDescription{size};
    body.position = at;
    body.material = soft ? "rubber" : "brick";
    if (soft) {
      ElasticDescription elastic;
      elastic.youngs_modulus = 1e6;
      elastic.stiffness_damping = 0.002;
      elastic.cells = {2, 4, 2};
      body.elastic = elastic;
    }
    s.bodies.push_back(body);
  };
  add("base_left", {0.4, 0.2, 0.1}, {-0.2, 0, 0.05}, false);
  add("base_right", {0.4, 0.2, 0.1}, {0.2, 0, 0.05}, false);
  add("anchor_left", {0.2, 0.2, 0.1}, {-0.25, 0, 0.15}, false);
  add("soft_left", {0.1, 0.2, 0.1}, {-0.1, 0, 0.15}, true);
  add("held", {0.1, 0.2, 0.1}, {0, 0, 0.15}, false);
  add("soft_right", {0.1, 0.2, 0.1}, {0.1, 0, 0.15}, true);
  add("anchor_right", {0.2, 0.2, 0.1}, {0.25, 0, 0.15}, false);
  add("lid", {0.3, 0.2, 0.05}, {0, 0, 0.225}, false);
  return s;
}

/// Where the hand wants the brick, from its place at the start: out and in, then aside into the soft blocks.
Vec3 wish(double time) {
  const double t = std::fmod(time, 4.0);
  if (t < 2) return {0, -0.06 * std::sin(M_PI * t), 0};
  return {0.02 * std::sin(M_PI * t), 0.03 * std::sin(2 * M_PI * t), 0};
}

void play(Stage& stage) {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  const Scene scene = bench();
  FilmOptions options{.duration = stage.pick(1.0, 8.0, 600.0)};
  int held = -1, sticking = 0, slipping = 0, changes = 0, last = 0;
  Vec3 home = Vec3::Zero();
  options.before_step = [&](World& world) {
    const auto& bodies = world.model().bodies;
    if (held < 0) {
      for (std::size_t i = 0; i < bodies.size(); ++i)
        if (bodies[i].name == "held") held = int(i);
      home = world.state().bodies[std::size_t(held)].position;
    }
    const BodyState& state = world.state().bodies[std::size_t(held)];
    const CouplingForce pull = coupling_force(bodies[std::size_t(held)], state, Vec3::Zero(),
                                              home + wish(world.state().time), world.model().step);
    world.apply_force(held, pull.force, pull.torque);
  };
  options.after_step = [&](World& world) {
    bool slips = false;
    for (const ContactState& c : world.state().contacts)
      slips = slips || ((c.body_a == held || c.body_b == held) && c.impulse_normal > 0 && c.slip.norm() > kSlip);
    (slips ? slipping : sticking) += 1;
    const int now = slips ? 1 : -1;
    changes += last != 0 && now != last;
    last = now;
  };
  const Film film = stage.shoot(scene, options);
  stage.check_sound(film, 1e-3);
  stage.check("the brick sticks and slips in turns", sticking > 0 && slipping > 0 && changes >= 2,
              fmt::format("{} steps stick, {} slip, {} changes", sticking, slipping, changes));
  double farthest = 0;
  for (const Moment& frame : film.frames())
    farthest = std::max(farthest, film.moved(film.body("anchor_left"), film.frames().front(), frame));
  stage.note("The anchors, which nothing but friction holds, moved by up to " + length_text(farthest) + ".");
  const Cost cost = film.cost();
  stage.check("steps keep up with real time", cost.cpu_s < scene.step,
              fmt::format("{:.2f} ms of CPU for a step of {:g} ms", 1e3 * cost.cpu_s, 1e3 * scene.step));
  stage.check("most steps converge at 1e-4 (paper: about 80 %)", film.health().share_4 > 0.8,
              fmt::format("{:.1f} %", 100 * film.health().share_4));
  compare_with_table_1(stage, kRow, film);
  CameraWish camera;
  camera.azimuth = -65;
  camera.elevation = 25;
  stage.strip(film, {0.5, std::min(2.5, film.end())}, "A hand drags the middle brick", camera);
}

}  // namespace

Exhibit haptic() {
  return {"haptic", "The haptic scene, by a scripted hand (Table 1)",
          "Rigid and modal bodies at interactive rates, with jamming, sticking and stick-slip.", play};
}

}  // namespace stiction::papers
