// A house of notched logs slides on ice, jumps a ramp and runs into pillars.
#include <algorithm>
#include <cmath>

#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

constexpr double kThick = 0.1;              // m, edge of a log's section; notches leave half of it
constexpr double kPlay = 0.001;             // m, between logs, but where notches rest on each other
constexpr double kBeyond = 0.15;            // m, from a notch's middle to the end of the log
constexpr double kLong = 1.4, kWide = 1.0;  // m, from notch to notch along x and y

/// A log along x or y whose notches, above and below near both ends, hold the logs across.
CompoundDescription notched_log(double span, bool along_x) {
  CompoundDescription log;
  const auto add = [&](double from, double to, double height) {
    const Vec3 size(to - from, kThick - 2 * kPlay, height), middle((from + to) / 2, 0, 0);
    log.parts.push_back({BoxDescription{along_x ? size : Vec3(size.y(), size.x(), size.z())},
                         along_x ? middle : Vec3(0, middle.x(), 0)});
  };
  // A log across is as wide as this one is thick, less the play.
  const double notch = kThick / 2, end = span / 2 + kBeyond, full = kThick - 2 * kPlay;
  add(-span / 2 + notch, span / 2 - notch, full);
  for (const int side : {-1, 1}) {
    const double inner = side * (span / 2 - notch), outer = side * (span / 2 + notch);
    add(std::min(inner, outer), std::max(inner, outer), kThick / 2);
    add(std::min(outer, side * end), std::max(outer, side * end), full);
  }
  return log;
}

/// A ramp that rises along x in three slopes: wedges that begin below the floor, and each below the one before, so that
/// what slides meets their upper faces and no edge.
void add_ramp(Scene& s, double x, double length, double angle) {
  constexpr int wedges = 3;
  constexpr double below = 0.05;  // m
  const double half = kWide;
  double z = 0;
  for (int i = 0; i < wedges; ++i) {
    const double slope = std::tan(angle * (i + 1) / wedges), from = x + length * i / wedges, to = x + length;
    const double start = from - (z + below) / slope, end = z + slope * (to - from);
    std::vector<Vec3> points;
    for (const double y : {-half, half})
      for (const Vec3& p : {Vec3(start, y, -below), Vec3(to, y, -below), Vec3(to, y, end)}) points.push_back(p);
    s.bodies.push_back(hull(numbered("ramp", i, wedges), points, "ice"));
    s.bodies.back().fixed = true;
    z += slope * length / wedges;
  }
}

Scene build_log_house(const GalleryArguments& arguments) {
  const int courses = arguments.integer("courses");
  Scene s = scene("log_house", "wood", {arguments.number("mu"), 0, 600});
  s.duration = 4;
  s.materials["ice"] = {arguments.number("mu"), 0, 900};
  s.contact_pairs.push_back({"wood", "ice", arguments.number("ice_mu"), {}});
  s.bodies.push_back(floor("ice"));
  const double distance = arguments.number("distance");
  const double start = -(distance + kLong / 2 + kBeyond);
  if (arguments.word("ramp") == "yes") {
    add_ramp(s, 0, 2, radians(arguments.number("angle")));
    for (const int side : {-1, 1}) {
      s.bodies.push_back(box(side < 0 ? "pillar_left" : "pillar_right", {0.4, 0.4, 2}, {8, 0.45 * side, 1}, "ice"));
      s.bodies.back().fixed = true;
    }
  }
  const Vec3 velocity(arguments.number("speed"), 0, 0);
  const auto add = [&](BodyDescription body) {
    body.velocity = velocity;
    s.bodies.push_back(std::move(body));
  };
  // A course has two logs along x and, half a thickness higher, two along y.
  for (int i = 0; i < courses; ++i) {
    const double z = kThick * (i + 0.5) - kPlay;
    const std::string name = numbered("course", i, courses);
    for (const int side : {-1, 1}) {
      BodyDescription log;
      log.material = "wood";
      log.name = name + (side < 0 ? "_right" : "_left");
      log.shape = notched_log(kLong, true);
      log.position = {start, side * kWide / 2, z};
      add(log);
    }
    for (const int side : {-1, 1}) {
      BodyDescription log;
      log.material = "wood";
      log.name = name + (side < 0 ? "_back" : "_front");
      log.shape = notched_log(kWide, false);
      log.position = {start + side * kLong / 2, 0, z + kThick / 2};
      add(log);
    }
  }
  // Boards across the highest logs, and a chimney.
  constexpr int boards = 4;
  constexpr double thin = 0.04;
  const double top = kThick * (courses - 0.5) - kPlay + kThick / 2 + kThick / 2 - kPlay;
  for (int i = 0; i < boards; ++i) {
    const double width = kWide / boards;
    add(box(numbered("board", i, boards), {kLong + 2 * kBeyond, width - 0.01, thin},
            {start, width * (i - 0.5 * (boards - 1)), top + thin / 2}, "wood"));
  }
  add(box("chimney", {0.2, 0.2, 0.3}, {start + 0.3, kWide / boards / 2, top + thin + 0.15}, "wood"));
  return s;
}

}  // namespace

GalleryEntry log_house() {
  return {"log_house",
          "A house of notched logs slides on ice, jumps a ramp and runs into pillars.",
          {whole("courses", "logs above each other in every wall", 16, 1, 100),
           number("speed", "of the house at the start", "m/s", 6, 0, 30),
           number("distance", "from the house to the ramp at the start", "m", 1, 0.1, 100),
           number("angle", "of the ramp at its end", "deg", 12, 1, 40), friction(0.5),
           number("ice_mu", "friction coefficient between house and ice", "", 0.05, 0, 10),
           choice("ramp", "whether there are ramp and pillars", {"yes", "no"})},
          build_log_house};
}

}  // namespace stiction::gallery_entries
