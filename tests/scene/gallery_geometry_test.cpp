// Where the bodies of the gallery start: no overlap, and what is meant to touch touches exactly.
#include <cmath>
#include <set>

#include "scene/scene_fixtures.h"
#include "stiction/geometry/penetration.h"
#include "stiction/scene/gallery.h"

namespace stiction {
namespace {

using namespace stiction::testing;
using Overrides = std::map<std::string, GalleryValue>;

constexpr double tolerance = 1e-9;  // m

struct Touching {
  std::set<std::pair<std::string, std::string>> pairs;
  double deepest = INFINITY;  ///< least separation of any pair, m

  bool has(const std::string& a, const std::string& b) const {
    return pairs.contains({a, b}) || pairs.contains({b, a});
  }
};

bool is_half_space(const BodyDescription& body) { return std::holds_alternative<HalfSpaceDescription>(body.shape); }

/// Whether a joint keeps the two from touching.
bool joined(const Scene& scene, const std::string& a, const std::string& b) {
  return std::any_of(scene.joints.begin(), scene.joints.end(), [&](const JointDescription& j) {
    return !j.collide && ((j.body_a == a && j.body_b == b) || (j.body_a == b && j.body_b == a));
  });
}

Touching touching_pairs(const Scene& scene) {
  std::vector<Shape> shapes;
  for (const BodyDescription& body : scene.bodies) shapes.push_back(make_shape(body.shape));
  Touching result;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t j = i + 1; j < shapes.size(); ++j) {
      const BodyDescription &a = scene.bodies[i], &b = scene.bodies[j];
      if (is_half_space(a) && is_half_space(b)) continue;
      if (joined(scene, a.name, b.name)) continue;
      const double separation = separation_by_brute_force(shapes[i], pose_of(a), shapes[j], pose_of(b));
      // What is fixed may be sunk into other things that are.
      if (!(a.fixed && b.fixed)) result.deepest = std::min(result.deepest, separation);
      if (std::abs(separation) <= tolerance) result.pairs.insert({a.name, b.name});
    }
  }
  return result;
}

struct Case {
  std::string label, scene;
  Overrides overrides;
  std::size_t bodies, touching;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

class Gallery : public ::testing::TestWithParam<Case> {};

TEST_P(Gallery, StartsWithoutOverlapAndTouchesWhereMeant) {
  const Case& c = GetParam();
  const Scene scene = build_gallery_scene(c.scene, c.overrides);
  EXPECT_EQ(scene.bodies.size(), c.bodies);
  const Touching touching = touching_pairs(scene);
  // Smooth bodies touch by their surfaces. Where one is hollow, facets stand out of it.
  const double facets = c.scene == "ball_on_ball_on_bowl" ? 3e-4 : tolerance;
  EXPECT_GE(touching.deepest, -facets);
  EXPECT_EQ(touching.pairs.size(), c.touching);
}

// Bodies include floor, springers and walls. Touching pairs, counted by hand: a tent has two feet and an apex, a bridge
// lies on two cards; an arch has one joint more than stones and two springers on the floor; rows of a wall of n bricks
// meet 2n times; every cube of a pyramid lies on two. Logs of a house cross at four corners within a course and with
// the next one; its boards lie on two logs each, its chimney on a board; pieces of its ramp touch the floor and each
// other.
const Case cases[] = {
    {"stack", "stack", {}, 11, 10},
    {"stack40", "stack", {{"count", 40}}, 41, 40},
    {"soft_stack", "soft_stack", {}, 6, 5},
    {"squeeze", "squeeze", {}, 3, 2},
    {"walking_table", "walking_table", {}, 2, 1},
    {"walking_table_rigid", "walking_table", {{"model", "rigid"}}, 2, 1},
    {"jamming", "jamming", {}, 5 + 3, 3 * 2},
    {"skittles", "skittles", {}, 10 + 3, 0},
    {"bucket", "bucket", {}, 5 + 16, 8},
    {"composite", "composite", {{"strands", 3}}, 6 + 4, 0},
    {"peg_board", "peg_board", {{"strands", 3}}, 2 + 23 + 6, 1},
    {"chair", "chair", {}, 2, 1},
    {"chairs", "chairs", {{"count", 2}}, 3, 2},
    {"dinosaurs", "dinosaurs", {{"count", 2}, {"size", 0.06}}, 3, 0},
    {"mass_ratio", "mass_ratio", {}, 3, 2},
    {"mass_ratio10000", "mass_ratio", {{"ratio", 10000}}, 3, 2},
    {"tent", "tent", {}, 3, 3},
    {"tent_slippery", "tent", {{"floor_mu", 0.18}}, 3, 3},
    {"tent35", "tent", {{"angle", 35}}, 3, 3},
    {"house1", "card_house", {{"levels", 1}}, 1 + 2, 3},
    {"house4", "card_house", {{"levels", 4}}, 1 + 26, 10 * 3 + 6 * 2},
    {"house5", "card_house", {}, 1 + 40, 15 * 3 + 10 * 2},
    {"house6", "card_house", {{"levels", 6}}, 1 + 57, 21 * 3 + 15 * 2},
    {"house10", "card_house", {{"levels", 10}}, 1 + 155, 55 * 3 + 45 * 2},
    {"house5_collapse", "card_house", {{"drop_blocks", 7}}, 1 + 40 + 7, 15 * 3 + 10 * 2},
    {"house3_trays",
     "card_house",
     {{"levels", 3}, {"drop_blocks", 2}, {"drop_every", 2}, {"slices", 2}},
     1 + 15 + 4,
     6 * 3 + 3 * 2 + 2},
    {"arch25", "arch", {{"stones", 25}}, 3 + 25, 26 + 2},
    {"arch27", "arch", {}, 3 + 27, 28 + 2},
    {"arch101", "arch", {{"stones", 101}}, 3 + 101, 102 + 2},
    {"arch_flat", "arch", {{"rise", 0.4}, {"stones", 9}}, 3 + 9, 10 + 2},
    {"arch_hit", "arch", {{"hit", 1}, {"drop", 1}}, 3 + 27 + 2, 28 + 2},
    {"arch_hits", "arch", {{"hit", 3}, {"drop", 2}, {"slices", 3}}, 3 + 27 + 5, 28 + 2},
    {"semicircle", "arch", {{"kind", "semicircle"}, {"stones", 20}}, 3 + 20, 21 + 2},
    {"semicircle_thin", "arch", {{"kind", "semicircle"}, {"stones", 20}, {"thickness_ratio", 0.1}}, 3 + 20, 21 + 2},
    {"semicircle21", "arch", {{"kind", "semicircle"}, {"stones", 21}, {"thickness_ratio", 0.115}}, 3 + 21, 22 + 2},
    {"wall", "wall", {}, 1 + 3 * 6 + 3 * 7, 6 + 5 * 12},
    {"wall_narrow", "wall", {{"rows", 3}, {"columns", 1}}, 1 + 1 + 2 + 1, 1 + 2 * 2},
    {"wall_hit", "wall", {{"hit", 1}}, 1 + 3 * 6 + 3 * 7 + 1, 6 + 5 * 12},
    {"pyramid", "pyramid", {}, 1 + 36, 8 + 28 * 2},
    {"incline", "incline", {}, 2, 1},
    {"incline_prism", "incline", {{"shape", "prism"}, {"angle", 28}}, 2, 1},
    {"incline_prism12", "incline", {{"shape", "prism"}, {"sides", 12}}, 2, 1},
    {"incline_tall", "incline", {{"width", 0.1}, {"angle", 26.46}, {"mu", 0.7}}, 2, 1},
    {"slide", "slide", {{"heading", 33}}, 2, 1},
    {"puck", "puck", {}, 2, 1},
    {"pile50", "pile", {}, 5 + 50, 0},
    {"pile200", "pile", {{"count", 200}, {"seed", 7}}, 5 + 200, 0},
    {"container100", "container", {}, 5 + 100, 0},
    {"container4", "container", {{"count", 4}}, 5 + 4, 0},
    {"pile_narrow", "pile", {{"count", 20}, {"width", 0.5}}, 5 + 20, 0},
    {"tumble", "tumble", {}, 1, 0},
    {"bounce", "bounce", {}, 2, 0},
    {"cluster", "cluster", {}, 8, 0},
    {"cluster30", "cluster", {{"count", 30}, {"seed", 3}}, 30, 0},
    {"pendulum", "pendulum", {}, 1, 0},
    {"four_bar", "four_bar", {}, 3, 0},
    {"door", "door", {}, 1, 0},
    {"chain", "chain", {{"links", 7}}, 8, 0},
    {"gripper", "gripper", {}, 3, 2},
    {"shaker", "shaker", {}, 2, 1},
    {"capstan", "capstan", {}, 1 + 60 + 2, 42},
    {"gears", "gears", {}, 5 + 8, 0},
    {"mixed", "mixed", {}, 5 + 60, 0},
    {"log_house", "log_house", {{"courses", 1}}, 1 + 3 + 2 + 4 + 5, 2 + 4 + 8 + 1 + 2},
    {"log_house_alone", "log_house", {{"courses", 1}, {"ramp", "no"}}, 1 + 4 + 5, 2 + 4 + 8 + 1},
    {"bowl", "bowl", {}, 2, 0},
    {"rattleback", "rattleback", {}, 2, 0},
    {"ball_on_bowl", "ball_on_bowl", {}, 2, 1},
    {"ball_on_ball_on_bowl", "ball_on_ball_on_bowl", {}, 3, 0},
    {"egg", "egg", {}, 2, 0},
    {"ball_off_sphere", "ball_off_sphere", {}, 2, 0},
    {"euler_disc", "euler_disc", {}, 2, 0},
    {"ellipsoids", "ellipsoids", {}, 2, 0},
};

INSTANTIATE_TEST_SUITE_P(Scenes, Gallery, ::testing::ValuesIn(cases), [](const auto& c) { return c.param.label; });

TEST(GalleryGeometry, EveryEntryHasACase) {
  for (const GalleryEntry& entry : gallery()) {
    if (entry.available) continue;  // needs a file from elsewhere
    EXPECT_TRUE(std::any_of(std::begin(cases), std::end(cases), [&](const Case& c) { return c.scene == entry.name; }))
        << entry.name;
  }
}

TEST(GalleryGeometry, OnlyGroundWallsDrumAndSpringersAreFixed) {
  for (const Case& c : cases) {
    for (const BodyDescription& body : build_gallery_scene(c.scene, c.overrides).bodies) {
      const bool smooth =
          (body.name == "table" && c.scene != "walking_table") || body.name == "basin" || body.name == "dome";
      const bool support = is_half_space(body) || body.name.rfind("springer_", 0) == 0 || body.name == "drum" ||
                           body.name.rfind("wall_", 0) == 0 || body.name.rfind("peg_", 0) == 0 ||
                           body.name.rfind("ramp_", 0) == 0 || body.name.rfind("pillar_", 0) == 0 ||
                           body.name.rfind("rail_", 0) == 0 || body.name == "bottom" ||
                           (body.name == "board" && c.scene == "peg_board") || body.motion || smooth;
      EXPECT_EQ(body.fixed, support) << c.label << " " << body.name;
    }
  }
}

TEST(GalleryGeometry, TentStandsOnItsInnerEdgesAndMeetsAtItsInnerTopEdges) {
  const Scene scene = build_gallery_scene("tent", {});
  const double angle = 22 * M_PI / 180, length = 1.6, thickness = 0.03;
  for (const int side : {-1, 1}) {
    const BodyDescription& card = body_named(scene, side < 0 ? "card_left" : "card_right");
    const Vec3 axis(-side * std::sin(angle), 0, std::cos(angle));     // up along the card
    const Vec3 inward(-side * std::cos(angle), 0, -std::sin(angle));  // normal of the inner face
    const Vec3 inner_bottom = card.position - length / 2 * axis + thickness / 2 * inward;
    const Vec3 inner_top = card.position + length / 2 * axis + thickness / 2 * inward;
    const Vec3 outer_top = card.position + length / 2 * axis - thickness / 2 * inward;
    EXPECT_NEAR(inner_bottom.z(), 0, 1e-15);
    EXPECT_NEAR(inner_top.x(), 0, 1e-15);
    double lowest = 1, highest = 0, innermost = -1;
    for (const Vec3& v : world_vertices(card)) {
      lowest = std::min(lowest, v.z());
      highest = std::max(highest, v.z());
      innermost = std::max(innermost, -side * v.x());
    }
    EXPECT_NEAR(lowest, 0, 1e-15);
    EXPECT_NEAR(innermost, -side * inner_top.x(), 1e-15) << "no card crosses the plane of symmetry";
    EXPECT_NEAR(highest, outer_top.z(), 1e-15);
  }
}

TEST(GalleryGeometry, HouseOfTwoLevelsTouchesWhereDescribed) {
  const Touching touching = touching_pairs(build_gallery_scene("card_house", {{"levels", 2}}));
  EXPECT_TRUE(touching.has("floor", "level_1_tent_1_left"));
  EXPECT_TRUE(touching.has("level_1_tent_1_left", "level_1_tent_1_right"));
  EXPECT_TRUE(touching.has("level_1_tent_1_right", "level_1_bridge_1")) << "a bridge rests on the inner two cards";
  EXPECT_TRUE(touching.has("level_1_tent_2_left", "level_1_bridge_1"));
  EXPECT_FALSE(touching.has("level_1_tent_1_left", "level_1_bridge_1"));
  EXPECT_TRUE(touching.has("level_1_bridge_1", "level_2_tent_1_left"));
  EXPECT_TRUE(touching.has("level_1_bridge_1", "level_2_tent_1_right"));
}

TEST(GalleryGeometry, BlocksAboveTheHouseStrikeOneByOne) {
  const Scene scene = build_gallery_scene("card_house", {{"drop_blocks", 3}});
  double top = 0;
  std::vector<double> heights;
  for (const BodyDescription& body : scene.bodies) {
    if (is_half_space(body)) continue;
    if (body.name.rfind("block_", 0) == 0) {
      heights.push_back(body.position.z() - 0.1);
      EXPECT_NEAR(mass_properties(make_shape(body.shape), scene.materials.at(body.material).density).mass, 8, 1e-12);
    } else {
      for (const Vec3& v : world_vertices(body)) top = std::max(top, v.z());
    }
  }
  ASSERT_EQ(heights.size(), 3u);
  EXPECT_NEAR(heights[0], top + 2, 1e-12);
  EXPECT_NEAR(heights[1], top + 3, 1e-12);
  EXPECT_NEAR(heights[2], top + 4, 1e-12);
}

TEST(GalleryGeometry, StonesShareTheirJointCorners) {
  for (const char* kind : {"catenary", "semicircle"}) {
    const Scene scene = build_gallery_scene("arch", {{"kind", kind}, {"stones", 12}});
    // The bodies along the arch, from springer to springer.
    std::vector<std::vector<Vec3>> chain = {world_vertices(body_named(scene, "springer_left"))};
    for (std::size_t i = 3; i < scene.bodies.size(); ++i) chain.push_back(world_vertices(scene.bodies[i]));
    chain.push_back(world_vertices(body_named(scene, "springer_right")));
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      int shared = 0;
      for (const Vec3& a : chain[i]) {
        for (const Vec3& b : chain[i + 1]) shared += (a - b).norm() < 1e-14;
      }
      EXPECT_EQ(shared, 4) << kind << " joint " << i;
    }
  }
}

TEST(GalleryGeometry, SemicircleHasTheStatedRadiusAndThickness) {
  const Scene scene = build_gallery_scene("arch", {{"kind", "semicircle"}, {"stones", 20}, {"thickness_ratio", 0.15}});
  const double spring = 0.5;  // height of the springers
  for (std::size_t i = 3; i < scene.bodies.size(); ++i) {
    for (const Vec3& v : world_vertices(scene.bodies[i])) {
      const double r = std::hypot(v.x(), v.z() - spring);
      EXPECT_NEAR(std::abs(r - 2), 0.15, 1e-14);
    }
  }
}

// Hand check of a catenary: all stones have the same length along the centre line's chords up to the bend within a
// stone, and the centre line has the stated span and rise.
TEST(GalleryGeometry, CatenaryHasTheStatedSpanAndRise) {
  const Scene scene = build_gallery_scene("arch", {{"stones", 200}, {"thickness_ratio", 0.1}});
  const auto joint_middle = [&](const std::string& a, const std::string& b) {
    Vec3 middle = Vec3::Zero();
    for (const Vec3& p : world_vertices(body_named(scene, a))) {
      for (const Vec3& q : world_vertices(body_named(scene, b))) {
        if ((p - q).norm() < 1e-12) middle += p / 4;
      }
    }
    return middle;
  };
  const Vec3 left = joint_middle("springer_left", "stone_001"), right = joint_middle("stone_200", "springer_right");
  const Vec3 crown = joint_middle("stone_100", "stone_101");
  EXPECT_NEAR(left.x(), -2, 1e-12);
  EXPECT_NEAR(right.x(), 2, 1e-12);
  EXPECT_NEAR(crown.x(), 0, 1e-12);
  EXPECT_NEAR(crown.z() - left.z(), 2, 1e-12);
  EXPECT_NEAR(right.z(), left.z(), 1e-12);
  const Vec3 a = joint_middle("stone_010", "stone_011"), b = joint_middle("stone_011", "stone_012");
  const Vec3 c = joint_middle("stone_099", "stone_100");
  EXPECT_NEAR((b - a).norm(), (crown - c).norm(), 1e-6);
  // Slope of a catenary grows in proportion to the arc length from the crown: sinh(x/c) = s/c.
  const double quarter = joint_middle("stone_150", "stone_151").x(), s = 50 * (crown - c).norm();
  const double half = right.x(), total = 100 * (crown - c).norm();
  const auto parameter = [](double x, double length) {  // solves c sinh(x/c) = length
    double low = 0.1, high = 100;
    for (int i = 0; i < 200; ++i) {
      const double middle = (low + high) / 2;
      (middle * std::sinh(x / middle) > length ? low : high) = middle;
    }
    return low;
  };
  EXPECT_NEAR(parameter(quarter, s), parameter(half, total), 1e-3);
}

TEST(GalleryGeometry, InclineTiltsThePlaneAndTheBodyStandsOnIt) {
  const Scene scene = build_gallery_scene("incline", {{"angle", 30}, {"shape", "prism"}, {"sides", 12}});
  const Vec3 normal = std::get<HalfSpaceDescription>(scene.bodies[0].shape).normal;
  EXPECT_NEAR((normal - Vec3(0.5, 0, std::sqrt(0.75))).norm(), 0, 1e-15);
  EXPECT_EQ(scene.gravity, Vec3(0, 0, -9.81));
  int standing = 0;
  for (const Vec3& v : world_vertices(scene.bodies[1])) standing += std::abs(normal.dot(v)) < 1e-15;
  EXPECT_EQ(standing, 12);
}

TEST(GalleryGeometry, PileDependsOnItsSeedAlone) {
  const auto text = [](int seed) { return scene_to_json(build_gallery_scene("pile", {{"seed", seed}})); };
  EXPECT_EQ(text(1), text(1));
  EXPECT_NE(text(1), text(2));
}

}  // namespace
}  // namespace stiction
