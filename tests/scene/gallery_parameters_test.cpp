#include "scene/scene_fixtures.h"
#include "stiction/scene/gallery.h"
#include "support/full_length.h"

namespace stiction {
namespace {

using namespace stiction::testing;

TEST(GalleryParameters, DefaultsLieInTheirRanges) {
  for (const GalleryEntry& entry : gallery()) {
    if (!entry.is_available()) continue;
    EXPECT_FALSE(entry.description.empty());
    EXPECT_EQ(entry.description.find('\n'), std::string::npos);
    EXPECT_EQ(find_gallery_entry(entry.name), &entry);
    std::map<std::string, GalleryValue> defaults;
    for (const GalleryParameter& parameter : entry.parameters) {
      EXPECT_FALSE(parameter.description.empty()) << entry.name << " " << parameter.name;
      EXPECT_TRUE(defaults.emplace(parameter.name, parameter.default_value).second) << parameter.name << " twice";
    }
    // Stating every default must pass the range checks and change nothing.
    EXPECT_EQ(scene_to_json(build_gallery_scene(entry.name, defaults)), scene_to_json(build_gallery_scene(entry.name)));
  }
}

/// One test for each scene: those with meshes take minutes with sanitizers.
class GallerySceneParameters : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    for (const GalleryEntry& candidate : gallery())
      if (candidate.name == GetParam()) entry = &candidate;
    ASSERT_NE(entry, nullptr);
    if (!entry->is_available()) GTEST_SKIP() << entry->name << " is not available";
  }
  /// Scenes whose every change builds the distance field of a large mesh anew are cut short in slow builds.
  bool enough(int parameters_done) const {
    return !testing::kFullLength && entry->name == "bunnies" && parameters_done >= 2;
  }
  const GalleryEntry* entry = nullptr;
};

TEST_P(GallerySceneParameters, EveryNumberChangesTheScene) {
  const std::map<std::string, std::map<std::string, GalleryValue>> needed = {
      {"incline.sides", {{"shape", "prism"}}},  // has no effect on a box
      {"card_house.block_size", {{"drop_blocks", 2.0}}},
      {"card_house.drop_every", {{"drop_blocks", 2.0}}},
      {"arch.speed", {{"hit", 1.0}}},
  };
  int done = 0;
  for (const GalleryParameter& parameter : entry->parameters) {
    if (parameter.free_text) continue;
    if (enough(done++)) break;
    std::map<std::string, GalleryValue> before;
    const auto found = needed.find(entry->name + "." + parameter.name);
    if (found != needed.end()) before = found->second;
    std::map<std::string, GalleryValue> after = before;
    if (parameter.is_number()) {
      const double value = std::get<double>(parameter.default_value);
      const double changed = parameter.integer ? value + 1 : value == 0 ? 0.25 * parameter.max : 0.9 * value;
      after.emplace(parameter.name, changed);
    } else {
      after.emplace(parameter.name, parameter.choices.back());
    }
    EXPECT_NE(scene_to_json(build_gallery_scene(entry->name, before)),
              scene_to_json(build_gallery_scene(entry->name, after)))
        << entry->name << " " << parameter.name;
  }
}

TEST_P(GallerySceneParameters, ExtremesBuildOrGiveAnInputError) {
  int done = 0;
  for (const GalleryParameter& parameter : entry->parameters) {
    if (parameter.free_text) continue;
    if (enough(done++)) break;
    if (!parameter.is_number() || parameter.max > 1e4) continue;  // large counts are slow, not different
    if (parameter.integer && parameter.max > 100) continue;
    for (const double value : {parameter.min, parameter.max}) {
      try {
        build_gallery_scene(entry->name, {{parameter.name, value}});
      } catch (const InputError& error) {
        EXPECT_EQ(error.where().rfind(entry->name + ": ", 0), 0u) << error.what();
      }
    }
  }
}

std::vector<std::string> gallery_names() {
  std::vector<std::string> names;
  for (const GalleryEntry& entry : gallery()) names.push_back(entry.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(All, GallerySceneParameters, ::testing::ValuesIn(gallery_names()),
                         [](const auto& scene) { return scene.param; });

TEST(GalleryParameters, TextIsReadAsANumber) {
  EXPECT_EQ(build_gallery_scene("stack", {{"count", "3"}}).bodies.size(), 4u);
  EXPECT_EQ(build_gallery_scene("stack", {{"mu", "2.5e-1"}}).materials.at("block").mu, 0.25);
}

TEST(GalleryParameters, ErrorsNameWhatWouldBeRight) {
  struct Bad {
    const char* scene;
    std::map<std::string, GalleryValue> overrides;
    const char *where, *remedy;
  };
  const Bad bad[] = {
      {"card_hose", {}, "card_hose", "did you mean \"card_house\""},
      {"zzz", {}, "zzz", "known scenes: card_house, tent"},
      {"stack", {{"cuont", 3}}, "stack: cuont", "did you mean \"count\""},
      {"stack", {{"zzz", 3}}, "stack: zzz", "known parameters: count, size, mu, density"},
      {"stack", {{"count", 0}}, "stack: count", "from 1 to 2000"},
      {"stack", {{"count", 2.5}}, "stack: count", "whole number"},
      {"stack", {{"count", "many"}}, "stack: count", "from 1 to 2000"},
      {"stack", {{"count", ""}}, "stack: count", "from 1 to 2000"},
      {"stack", {{"mu", "nan"}}, "stack: mu", "from 0 to 10"},
      {"stack", {{"mu", "0.5x"}}, "stack: mu", "from 0 to 10"},
      {"stack", {{"size", -1}}, "stack: size", "from 0.001 to 100 m"},
      {"arch", {{"kind", "catenery"}}, "arch: kind", "did you mean \"catenary\""},
      {"arch", {{"kind", 3}}, "arch: kind", "known values: catenary, semicircle"},
      {"arch", {{"rise", 90}}, "arch: rise", "times the span"},
      {"arch", {{"rise", 10}, {"thickness_ratio", 1}}, "arch: thickness_ratio", "thinner"},
  };
  for (const Bad& b : bad) {
    const InputError error = error_of([&] { build_gallery_scene(b.scene, b.overrides); });
    EXPECT_EQ(error.where(), b.where);
    EXPECT_NE(error.remedy().find(b.remedy), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace stiction
