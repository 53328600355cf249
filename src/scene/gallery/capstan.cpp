// A rope over a fixed drum, with a load at each end: Euler and Eytelwein's e^(mu theta).
#include <algorithm>
#include <cmath>
#include <numbers>

#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

constexpr double kDrum = 0.25;           ///< radius, m
constexpr double kRope = 0.005 * kDrum;  ///< radius of the rope: thin, as friction acts on its surface, not its middle
constexpr int kLinks = 60, kHanging = 9;

Scene build_capstan(const GalleryArguments& arguments) {
  const double mu = arguments.number("mu"), load = arguments.number("load");
  Scene s = scene("capstan", "rope", {mu, 0, 1000});
  s.duration = 5;
  BodyDescription drum;
  drum.name = "drum";
  drum.fixed = true;
  drum.material = "rope";
  drum.shape = CylinderDescription{kDrum, 0.1};
  drum.rotation = Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()));
  s.bodies = {drum};

  // Links touch a circle with their middles, from the right over the top to the left; the first and the last one on
  // the drum are upright, so that the rope goes around by exactly half a turn, and the others hang below them.
  constexpr int around = kLinks - 2 * kHanging - 1;
  const double turn = std::numbers::pi / around, middle = kDrum + kRope, length = 2 * middle * std::tan(turn / 2);
  const auto direction = [&](int i) {  // of the tangent point of link i, from the right
    const double angle = turn * std::clamp(i - kHanging, 0, around);
    return Vec3(std::cos(angle), 0, std::sin(angle));
  };
  const auto centre = [&](int i) {
    const double below = std::max({0, kHanging - i, i - kHanging - around}) * length;
    return Vec3(middle * direction(i) - below * Vec3::UnitZ());
  };
  const auto join = [&](const std::string& name, const std::string& a, const std::string& b, const Vec3& anchor) {
    JointDescription& joint = s.joints.emplace_back();
    joint.name = name;
    joint.body_a = a;
    joint.body_b = b;
    joint.anchor = anchor;
  };
  std::string before;
  Vec3 end = centre(0) - length / 2 * Vec3::UnitZ();
  const auto hang = [&](const std::string& name, double mass, const Vec3& at, const std::string& link) {
    constexpr double size = 0.08;
    s.bodies.push_back(box(name, Vec3::Constant(size), at - size / 2 * Vec3::UnitZ(), "rope"));
    s.bodies.back().mass = mass;
    join(name + "_hook", name, link, at);
  };
  for (int i = 0; i < kLinks; ++i) {
    BodyDescription link;
    link.name = numbered("link", i, kLinks);
    link.material = "rope";
    link.shape = CapsuleDescription{kRope, length};
    link.position = centre(i);
    const Vec3 d = direction(i), along(-d.z(), 0, d.x());
    link.rotation = about_y(std::atan2(along.x(), along.z()));
    s.bodies.push_back(link);
    if (i == 0) {
      hang("light", load, end, link.name);
    } else {
      join(numbered("pin", i - 1, kLinks - 1), link.name, before, end);
    }
    before = link.name;
    end = link.position + length / 2 * along;
  }
  hang("heavy", arguments.number("pull") * std::exp(mu * std::numbers::pi) * load, end, before);
  s.probes = {{"light", ProbeType::joint_force, "", "", "light_hook"},
              {"heavy", ProbeType::joint_force, "", "", "heavy_hook"},
              {"drum", ProbeType::contact_force, "drum", "", ""}};
  return s;
}

}  // namespace

GalleryEntry capstan() {
  return {"capstan",
          "A rope of 60 links hangs over a drum; friction lets a small load hold a large one, up to e^(mu pi) times.",
          {friction(0.3), number("load", "mass of the lighter load", "kg", 1, 0.001, 1000),
           number("pull", "heavier load over the one that friction can just hold", "", 0.95, 0.01, 100)},
          build_capstan};
}

}  // namespace stiction::gallery_entries
