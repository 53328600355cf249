// Figures 1, 3 and 4: time against contacts, regions apart or together; balls into skittles, balls into a bucket.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include "contact_regions/exhibits.h"
#include "contact_regions/regions_study.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

void study(Stage& stage, const char* name, double seconds, const char* paper, double least_paid) {
  Scene scene = build_gallery_scene(name);
  scene.duration = seconds;
  // Regions pay without threads; with them, the more.
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  RegionsOptions options;
  options.every = stage.pick(50, 20, 5);
  options.step = [&](double) { stage.breathe(); };
  const RegionsStudy study = study_regions(scene, options);
  Table table{fmt::format("{}: mean solve of a problem, one thread, from nothing", name),
              {"contacts", "problems", "regions", "regions apart, ms", "one problem, ms", "ratio", "our default, ms"}};
  Plot plot{fmt::format("Figure 1 ({}): time against contacts", name),        "contacts", "ms", false, false,
            {{"regions apart", {}}, {"one problem", {}}, {"our default", {}}}};
  for (const RegionsBin& bin : study.bins) {
    if (bin.problems == 0) continue;
    const double scale = 1e3 / bin.problems, contacts = bin.contacts / bin.problems;
    table.rows.push_back(
        {fmt::format("{:.1f}", contacts), fmt::format("{}", bin.problems),
         fmt::format("{:.1f}", bin.regions / bin.problems), fmt::format("{:.4f}", scale * bin.apart.seconds),
         fmt::format("{:.4f}", scale * bin.together.seconds),
         fmt::format("{:.2f}", bin.together.seconds / bin.apart.seconds), fmt::format("{:.4f}", scale * bin.ours)});
    plot.curves[0].points.emplace_back(contacts, scale * bin.apart.seconds);
    plot.curves[1].points.emplace_back(contacts, scale * bin.together.seconds);
    plot.curves[2].points.emplace_back(contacts, scale * bin.ours);
  }
  stage.add(std::move(table));
  stage.add(std::move(plot));
  const RegionsBin& all = study.all;
  const double paid = all.together.seconds / all.apart.seconds;
  stage.note(fmt::format(
      "One problem takes {:.2f} times the time of its regions (paper: {}); the friction pyramid {:.2f} times that of "
      "the cone (paper: the cone saves 20 to 40 %).",
      paid, paper, all.pyramid / all.apart.seconds));
  stage.note(fmt::format("{} of {:.0f} regions and {} of {} whole problems missed 1e-4 (paper: 0 to 0.9 %).",
                         all.apart.poor, all.regions, all.together.poor, all.problems));
  if (stage.depth() != Depth::minimal) {
    stage.check("regions pay", paid > least_paid, fmt::format("{:.2f} times less time; paper: {}", paid, paper));
    const double apart = growth(study.bins, [](const RegionsBin& b) { return b.apart.seconds; });
    const double together = growth(study.bins, [](const RegionsBin& b) { return b.together.seconds; });
    stage.check("with regions, time grows slower with the number of contacts", apart < together,
                fmt::format("exponent {:.2f} against {:.2f}", apart, together));
  }
}

void play_skittles(Stage& stage) {
  const double seconds = stage.pick(0.02, 0.1, 0.3);
  const Film film = stage.shoot(build_gallery_scene("skittles"), {.duration = seconds, .frames_per_second = 200});
  if (stage.depth() != Depth::minimal) {
    int struck = 0;
    for (const int i : film.bodies("skittle"))
      struck += film.moved(i, film.frames().front(), film.frames().back()) > 0.02;
    stage.check("the balls break the triangle", struck >= int(film.bodies("skittle").size()) / 2,
                fmt::format("{} of {} skittles moved by more than 2 cm", struck, film.bodies("skittle").size()));
  }
  stage.check_sound(film, 3e-3);
  stage.strip(film, {0, 0.5 * seconds, seconds}, "Balls into skittles, no gravity");
  study(stage, "skittles", stage.pick(0.03, 0.08, 0.3), "2.5 to 3", 1);
}

void play_bucket(Stage& stage) {
  const double seconds = stage.pick(0.05, 0.2, 3.0);
  const Film film = stage.shoot(build_gallery_scene("bucket"), {.duration = seconds});
  if (stage.depth() == Depth::full) {
    double fastest = 0;
    for (const int i : film.bodies("ball"))
      fastest = std::max(fastest, film.frames().back().bodies[std::size_t(i)].velocity.norm());
    stage.check("the balls come to rest in the bucket", fastest < 0.1,
                fmt::format("the fastest has {:.3f} m/s after {} s", fastest, seconds));
  }
  stage.check_sound(film, 3e-3);
  CameraWish camera;
  camera.eye = Vec3(0.5, -0.7, 1.3);
  camera.target = Vec3(0, 0, 0.2);
  stage.picture(film, film.end(), "Balls in a bucket", camera);
  study(stage, "bucket", stage.pick(0.05, 0.12, 1.0), "7 to 8", 1);
}

}  // namespace

Exhibit skittles() {
  return {"skittles", "Balls into skittles (Figure 3)",
          "Without gravity, up to 45 contacts: separate regions take 2.5 to 3 times less time than one problem.",
          play_skittles};
}

Exhibit bucket() {
  return {
      "bucket", "Balls in a bucket (Figures 1 and 4)",
      "Under gravity, up to 80 contacts: separate regions take 7 to 8 times less time, and it grows nearly linearly.",
      play_bucket};
}

}  // namespace stiction::papers
