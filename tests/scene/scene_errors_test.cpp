// Every bad scene gives one message with file, field and remedy.
#include <cmath>
#include <limits>

#include "scene/scene_fixtures.h"
#include "stiction/scene/limits.h"

namespace stiction {
namespace {

using namespace stiction::testing;

struct BadScene {
  const char* name;
  std::string text;
  std::string place;   ///< must be in where()
  std::string reason;  ///< must be in the message
};

std::string with(const std::string& top) { return scene_text(top); }
std::string box(const std::string& fields) { return scene_text("", fields); }
std::string shaped(const std::string& shape) { return scene_text("", "", shape); }
std::string material(const std::string& fields) {
  return R"({"stiction": 1, "materials": {"m": {)" + fields +
         R"(}}, "bodies": [{"name": "b", "shape": {"sphere": {"radius": 1}}}]})";
}
std::string pairs(const std::string& entries) { return scene_text("\"contact_pairs\": [" + entries + "],"); }
std::string deep() { return std::string(100000, '[') + std::string(100000, ']'); }
std::string many_points() {
  std::string list;
  for (std::size_t i = 0; i <= limits::max_hull_points; ++i) list += (i ? ",[0,0,0]" : "[0,0,0]");
  return list;
}

std::vector<BadScene> bad_scenes() {
  return {
      {"empty", "", "line 1", "empty"},
      {"blank", " \n\t ", "line 1", "empty"},
      {"binary", std::string("\x89HDF\r\n\x1a\n\0\0\xff\xfe", 12), "line", "not a text file"},
      {"not_utf8", "{\"stiction\": 1, \"name\": \"\xff\xfe\"}", "line 1, column 26", "UTF-8"},
      {"broken_json", "{\"stiction\": 1,\n  \"step\": 0.01\n  \"duration\": 1}", "line 3, column", "correct the JSON"},
      {"cut_off", "{\"stiction\": 1, \"bodies\": [", "line 1", "too early"},
      {"trailing_text", scene_text() + " x", "line 6", "correct the JSON"},
      {"trailing_comma", "{\"stiction\": 1,}", "line 1, column 16", "correct the JSON"},
      {"nan_literal", with("\"step\": NaN,"), "line 1", "no NaN"},
      {"infinity_literal", with("\"step\": Infinity,"), "line 1", "no NaN or Infinity"},
      {"minus_infinity", with("\"step\": -inf,"), "line 1", "no NaN or Infinity"},
      {"nan_in_array", with("\"gravity\": [0, 0, nan],"), "line 1, column", "no NaN or Infinity"},
      {"open_quote", "{\"name\": \"" + std::string(5000, 'b'), "line 1", "closing quote"},
      {"open_comment", with("/* " + std::string(5000, 'b')), "line", "comment"},
      {"single_quotes", with("\"name\": 'a',"), "line 1", "double quotes"},
      {"overflow", with("\"step\": 1e999,"), "line 1", "too large"},
      {"deep", deep(), "[0][0]", "nests deeper"},
      {"array", "[1, 2]", "top level", "object"},
      {"number", "1", "top level", "object"},
      {"twice", with("\"step\": 0.01, \"step\": 0.02,"), "top level", "\"step\" twice"},
      {"twice_in_body", box("\"mass\": 1, \"mass\": 2,"), "bodies[1]", "\"mass\" twice"},
      {"no_version", "{\"bodies\": []}", "top level", "\"stiction\": 1"},
      {"future_version", "{\"stiction\": 2, \"bodies\": []}", "stiction", "version 1"},
      {"version_text", "{\"stiction\": \"1\", \"bodies\": []}", "stiction", "give a number"},
      {"no_bodies", "{\"stiction\": 1}", "top level", "add \"bodies\""},
      {"empty_bodies", "{\"stiction\": 1, \"bodies\": []}", "bodies", "at least one body"},
      {"unknown_field", with("\"gravitty\": [0, 0, -9.81],"), "gravitty", "did you mean \"gravity\""},
      {"unknown_far", with("\"qqqqqq\": 1,"), "qqqqqq", "known fields: stiction, name"},
      {"null_name", with("\"name\": null,"), "name", "text in double quotes"},
      {"empty_name", with("\"name\": \"\","), "name", "give a name"},
      {"control_name", with("\"name\": \"a\\u0007b\","), "name", "control characters"},
      {"gravity_short", with("\"gravity\": [0, -9.81],"), "gravity", "three numbers"},
      {"gravity_text", with("\"gravity\": [0, 0, \"g\"],"), "gravity[2]", "give a number"},
      {"gravity_huge", with("\"gravity\": [0, 0, -1e7],"), "gravity[2]", "m/s²"},
      {"step_zero", with("\"step\": 0,"), "step", "give a value from"},
      {"step_negative", with("\"step\": -0.01,"), "step", "give a value from"},
      {"step_long", with("\"step\": 5,"), "step", "to 1 s"},
      {"duration_negative", with("\"duration\": -1,"), "duration", "from 0 to"},
      {"many_steps", with("\"step\": 0.001, \"duration\": 1e6,"), "duration", "1e+09 steps"},
      {"threshold", with("\"restitution_threshold\": -1,"), "restitution_threshold", "from 0"},
      {"solver_type", with("\"solver\": {\"type\": \"staggered\"},"), "solver.type", "staggered_projections"},
      {"solver_form", with("\"solver\": {\"form\": \"primel\"},"), "solver.form", "did you mean \"primal\""},
      {"solver_tolerance", with("\"solver\": {\"tolerance\": 0},"), "solver.tolerance", "1e-14"},
      {"solver_iterations", with("\"solver\": {\"max_iterations\": 0},"), "solver.max_iterations", "from 1"},
      {"solver_fraction", with("\"solver\": {\"max_iterations\": 1.5},"), "solver.max_iterations", "whole number"},
      {"solver_time", with("\"solver\": {\"time_limit_ms\": 0},"), "solver.time_limit_ms", "above 0 ms"},
      {"solver_work", with("\"solver\": {\"max_factorizations\": 0},"), "solver.max_factorizations", "from 1"},
      {"solver_warm", with("\"solver\": {\"warm_start\": 1},"), "solver.warm_start", "true or false"},
      {"solver_samples", with("\"solver\": {\"friction_samples\": 2},"), "solver.friction_samples", "from 3"},
      {"solver_friction", with("\"solver\": {\"friction\": \"disk\"},"), "solver.friction", "pyramid"},
      {"solver_relaxation", with("\"solver\": {\"relaxation\": 2},"), "solver.relaxation", "1.999"},
      {"solver_direction", with("\"solver\": {\"direction\": \"newton\"},"), "solver.direction", "fletcher_reeves"},
      {"solver_subsystem", with("\"solver\": {\"subsystem\": \"exakt\"},"), "solver.subsystem", "exact"},
      {"solver_alignments", with("\"solver\": {\"alignments\": -1},"), "solver.alignments", "from 0"},
      {"solver_field", with("\"solver\": {\"tolerence\": 1},"), "solver.tolerence", "\"tolerance\""},
      {"mu_negative", material("\"mu\": -0.1"), "materials.m.mu", "from 0"},
      {"restitution_high", material("\"restitution\": 1.01"), "materials.m.restitution", "from 0 to 1"},
      {"restitution_low", material("\"restitution\": -0.01"), "materials.m.restitution", "from 0 to 1"},
      {"density_zero", material("\"density\": 0"), "materials.m.density", "kg/m³"},
      {"mu_static", material("\"mu\": 0.6, \"mu_static\": 0.5"), "materials.m.mu_static", "from 0.6"},
      {"rolling_low", material("\"rolling\": -1e-9"), "materials.m.rolling", "from 0 to"},
      {"spin_high", material("\"spin\": 1e7"), "materials.m.spin", "from 0 to"},
      {"damping", material("\"damping\": 0.5"), "materials.m.damping", "not supported by this version"},
      {"material_field", material("\"densty\": 1"), "materials.m.densty", "did you mean \"density\""},
      {"pair_unknown", pairs(R"({"materials": ["wood", "wod"], "mu": 1})"), "contact_pairs[0].materials[1]",
       "did you mean \"wood\""},
      {"pair_one", pairs(R"({"materials": ["wood"], "mu": 1})"), "contact_pairs[0].materials", "two materials"},
      {"pair_nothing", pairs(R"({"materials": ["wood", "wood"]})"), "contact_pairs[0]", "add \"mu\""},
      {"pair_mu", pairs(R"({"materials": ["wood", "wood"], "mu": -1})"), "contact_pairs[0].mu", "from 0"},
      {"pair_twice",
       pairs(R"({"materials": ["wood", "default"], "mu": 1}, {"materials": ["default", "wood"], "mu": 2})"),
       "contact_pairs[1].materials", "keep one entry"},
      {"body_number", "{\"stiction\": 1, \"bodies\": [3]}", "bodies[0]", "give an object"},
      {"body_nameless", "{\"stiction\": 1, \"bodies\": [{\"shape\": {\"half_space\": {}}}]}", "bodies[0]",
       "add \"name\""},
      {"body_shapeless", "{\"stiction\": 1, \"bodies\": [{\"name\": \"a\"}]}", "bodies[0]", "add \"shape\""},
      {"body_field", box("\"colour\": 1,"), "bodies[1].colour", "known fields"},
      {"body_typo", box("\"possition\": [0, 0, 0],"), "bodies[1].possition", "did you mean \"position\""},
      {"body_model", box("\"model\": \"stvc\","), "bodies[1].model", "is unknown"},
      {"elastic_of_rigid", box("\"elastic\": {},"), "bodies[1].elastic", "rigid body"},
      {"elastic_poisson", box("\"model\": \"modal\", \"elastic\": {\"poisson_ratio\": 0.5},"), "bodies[1].elastic",
       "poisson"},
      {"body_model_odd", box("\"model\": \"jelly\","), "bodies[1].model", "rigid, modal, stvk, tetrahedral"},
      {"body_fixed", box("\"fixed\": 1,"), "bodies[1].fixed", "true or false"},
      {"mass_zero", box("\"mass\": 0,"), "bodies[1].mass (body \"box\")", "kg"},
      {"mass_negative", box("\"mass\": -1,"), "bodies[1].mass", "kg"},
      {"mass_text", box("\"mass\": \"1 kg\","), "bodies[1].mass", "give a number"},
      {"inertia_count", box("\"inertia\": [1, 1],"), "bodies[1].inertia", "3 principal values"},
      {"inertia_negative", box("\"inertia\": [1, 1, -1],"), "bodies[1].inertia", "positive definite"},
      {"inertia_off_diagonal", box("\"inertia\": [1, 1, 1, 2, 0, 0],"), "bodies[1].inertia", "positive definite"},
      {"inertia_triangle", box("\"inertia\": [1, 1, 2.1],"), "bodies[1].inertia", "sum of the other two"},
      {"centre_outside", box("\"centre_of_mass\": [0.6, 0, 0],"), "bodies[1].centre_of_mass", "inside"},
      {"position_far", box("\"position\": [0, 0, 2e9],"), "bodies[1].position[2]", "m"},
      {"rotation_zero", box("\"rotation\": [0, 0, 0, 0],"), "bodies[1].rotation", "unit quaternion"},
      {"rotation_long", box("\"rotation\": [1, 1, 0, 0],"), "bodies[1].rotation", "has length 1.41421"},
      {"rotation_count", box("\"rotation\": [0, 0, 0],"), "bodies[1].rotation", "[w, x, y, z]"},
      {"velocity_huge", box("\"velocity\": [2e6, 0, 0],"), "bodies[1].velocity[0]", "m/s"},
      {"spin_huge", box("\"angular_velocity\": [0, 2e6, 0],"), "bodies[1].angular_velocity[1]", "rad/s"},
      {"fixed_moves", box("\"fixed\": true, \"velocity\": [1, 0, 0],"), "bodies[1].velocity", "fixed"},
      {"fixed_turns", box("\"fixed\": true, \"angular_velocity\": [1, 0, 0],"), "bodies[1].angular_velocity", "fixed"},
      {"shape_none", shaped("{}"), "bodies[1].shape", "exactly one"},
      {"shape_two", shaped(R"({"box": {"size": [1, 1, 1]}, "sphere": {"radius": 1}})"), "bodies[1].shape",
       "exactly one"},
      {"mesh_bare", shaped(R"({"mesh": {}})"), "bodies[1].shape.mesh", "vertices"},
      {"mesh_missing", shaped(R"({"mesh": {"file": "nowhere.obj"}})"), "bodies[1].shape.mesh.file", "check the path"},
      {"mesh_open", shaped(R"({"mesh": {"vertices": [[0,0,0],[1,0,0],[0,1,0]], "triangles": [[0,1,2]]}})"),
       "bodies[1].shape.mesh", "terrain"},
      {"mesh_inside_out",
       shaped(
           R"({"mesh": {"vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "triangles": [[0,1,2],[0,3,1],[1,3,2],[2,3,0]]}})"),
       "bodies[1].shape.mesh", "flip"},
      {"mesh_index", shaped(R"({"mesh": {"vertices": [[0,0,0],[1,0,0],[0,1,0]], "triangles": [[0,1,3]]}})"),
       "bodies[1].shape.mesh.triangles[0][2]", "numbered from 0"},
      {"terrain_free", shaped(R"({"terrain": {"vertices": [[0,0,0],[1,0,0],[0,1,0]], "triangles": [[0,1,2]]}})"),
       "bodies[1].fixed", "fixed"},
      {"capsule_bare", shaped(R"({"capsule": {"radius": 1}})"), "bodies[1].shape.capsule", "length"},
      {"cylinder_flat", shaped(R"({"cylinder": {"radius": 1, "length": 0}})"), "bodies[1].shape.cylinder.length",
       "1e-06"},
      {"cone_length", shaped(R"({"cone": {"radius": 1, "length": 1}})"), "bodies[1].shape.cone.length", "height"},
      {"compound_empty", shaped(R"({"compound": []})"), "bodies[1].shape.compound", "from 1 to 1024"},
      {"compound_plane", shaped(R"({"compound": [{"shape": {"half_space": {}}}]})"),
       "bodies[1].shape.compound[0].shape", "fixed body of its own"},
      {"compound_part", shaped(R"({"compound": [{"shape": {"sphere": {"radius": 0}}}]})"),
       "bodies[1].shape.compound[0].shape.sphere.radius", "1e-06"},
      {"shape_unknown", shaped(R"({"spere": {"radius": 1}})"), "bodies[1].shape.spere", "did you mean \"sphere\""},
      {"box_zero", shaped(R"({"box": {"size": [1, 0, 1]}})"), "bodies[1].shape.box.size[1]", "from 1e-06"},
      {"box_negative", shaped(R"({"box": {"size": [1, 1, -1]}})"), "bodies[1].shape.box.size[2]", "from 1e-06"},
      {"box_huge", shaped(R"({"box": {"size": [1, 1, 2e6]}})"), "bodies[1].shape.box.size[2]", "to 1000000 m"},
      {"box_sizeless", shaped(R"({"box": {}})"), "bodies[1].shape.box", "add \"size\""},
      {"box_field", shaped(R"({"box": {"sizes": [1, 1, 1]}})"), "bodies[1].shape.box.sizes", "did you mean \"size\""},
      {"sphere_zero", shaped(R"({"sphere": {"radius": 0}})"), "bodies[1].shape.sphere.radius", "from 1e-06"},
      {"half_space_free", shaped(R"({"half_space": {}})"), "bodies[1].fixed", "add \"fixed\": true"},
      {"half_space_zero", shaped(R"({"half_space": {"normal": [0, 0, 0]}})"), "bodies[1].shape.half_space.normal",
       "unit"},
      {"half_space_long", shaped(R"({"half_space": {"normal": [0, 1, 1]}})"), "bodies[1].shape.half_space.normal",
       "unit"},
      {"hull_flat", shaped(R"({"convex": {"points": [[0,0,0],[1,0,0],[0,1,0],[1,1,0],[0.5,0.5,0]]}})"),
       "bodies[1].shape.convex.points", "in one plane"},
      {"hull_few", shaped(R"({"convex": {"points": [[0,0,0],[1,0,0],[0,1,0]]}})"), "bodies[1].shape.convex.points",
       "from 4"},
      {"hull_thin", shaped(R"({"convex": {"points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1e-7]]}})"),
       "bodies[1].shape.convex.points", "thick"},
      {"hull_pair", shaped(R"({"convex": {"points": [[0,0]]}})"), "bodies[1].shape.convex.points[0]", "three numbers"},
      {"hull_far", shaped(R"({"convex": {"points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1e7]]}})"),
       "bodies[1].shape.convex.points[3][2]", "1000000"},
      {"hull_huge", shaped("{\"convex\": {\"points\": [" + many_points() + "]}}"), "bodies[1].shape.convex.points",
       "at most 100000"},
      {"hull_nothing", shaped(R"({"convex": {}})"), "bodies[1].shape.convex", "either"},
      {"hull_both", shaped(R"({"convex": {"points": [], "file": "a.obj"}})"), "bodies[1].shape.convex", "either"},
      {"hull_missing_file", shaped(R"({"convex": {"file": "no_such.obj"}})"), "bodies[1].shape.convex.file",
       "no such file"},
      {"material_unknown",
       R"({"stiction": 1, "materials": {"wood": {}}, "bodies": [{"name": "b", "shape": {"sphere": {"radius": 1}}, "material": "wod"}]})",
       "bodies[0].material", "did you mean \"wood\""},
      {"names_twice",
       R"({"stiction": 1, "bodies": [{"name": "b", "shape": {"sphere": {"radius": 1}}}, {"name": "b", "shape": {"sphere": {"radius": 1}}}]})",
       "bodies[1].name", "bodies[0] too"},
  };
}

void PrintTo(const BadScene& bad, std::ostream* out) { *out << bad.name; }

class BadScenes : public ::testing::TestWithParam<BadScene> {};

TEST_P(BadScenes, GiveFileFieldAndRemedy) {
  const InputError error = read_error(GetParam().text);
  EXPECT_EQ(error.where().rfind("test.json: ", 0), 0u) << error.what();
  EXPECT_NE(error.where().find(GetParam().place), std::string::npos) << error.what();
  EXPECT_NE(std::string(error.what()).find(GetParam().reason), std::string::npos) << error.what();
  EXPECT_FALSE(error.problem().empty());
  EXPECT_GE(error.remedy().size(), 8u) << error.what();
  EXPECT_LT(std::string(error.what()).size(), 500u) << error.what();
  EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << "one line: " << error.what();
}

INSTANTIATE_TEST_SUITE_P(Scene, BadScenes, ::testing::ValuesIn(bad_scenes()),
                         [](const auto& c) { return std::string(c.param.name); });

// Scenes built in code can hold what JSON cannot.
TEST(Validate, RefusesWhatIsNotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  const Scene good = scene_from_json(scene_text(), "t.json");
  for (const double bad : {nan, infinite, -infinite}) {
    const auto refuses = [&](auto&& change) {
      Scene scene = good;
      change(scene);
      EXPECT_THROW(validate(scene), InputError);
      EXPECT_THROW(build_world(scene), InputError);
    };
    refuses([&](Scene& s) { s.step = bad; });
    refuses([&](Scene& s) { s.duration = bad; });
    refuses([&](Scene& s) { s.gravity.z() = bad; });
    refuses([&](Scene& s) { s.solver.tolerance = bad; });
    refuses([&](Scene& s) { s.restitution_threshold = bad; });
    refuses([&](Scene& s) { s.materials["wood"].mu = bad; });
    refuses([&](Scene& s) { s.materials["wood"].restitution = bad; });
    refuses([&](Scene& s) { s.materials["wood"].density = bad; });
    refuses([&](Scene& s) { s.materials["wood"].rolling = bad; });
    refuses([&](Scene& s) { s.materials["wood"].spin = bad; });
    refuses([&](Scene& s) { s.contact_pairs = {{"wood", "wood", {}, {}, {}, {}, bad}}; });
    refuses([&](Scene& s) { s.contact_pairs = {{"wood", "wood", bad, {}}}; });
    refuses([&](Scene& s) { s.bodies[0].shape = HalfSpaceDescription{Vec3(0, 0, 1), bad}; });
    refuses([&](Scene& s) { s.bodies[0].shape = HalfSpaceDescription{Vec3(0, 0, bad), 0}; });
    refuses([&](Scene& s) { s.bodies[1].shape = BoxDescription{Vec3(1, bad, 1)}; });
    refuses([&](Scene& s) { s.bodies[1].shape = SphereDescription{bad}; });
    refuses([&](Scene& s) {
      s.bodies[1].shape = ConvexDescription{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, bad}}, ""};
    });
    refuses([&](Scene& s) { s.bodies[1].mass = bad; });
    refuses([&](Scene& s) { s.bodies[1].inertia = Mat3::Identity() * bad; });
    refuses([&](Scene& s) { s.bodies[1].centre_of_mass = Vec3(bad, 0, 0); });
    refuses([&](Scene& s) { s.bodies[1].position.x() = bad; });
    refuses([&](Scene& s) { s.bodies[1].rotation.w() = bad; });
    refuses([&](Scene& s) { s.bodies[1].velocity.y() = bad; });
    refuses([&](Scene& s) { s.bodies[1].angular_velocity.z() = bad; });
  }
}

TEST(Validate, RefusesAMillionAndOneBodies) {
  Scene scene = scene_from_json(scene_text(), "t.json");
  scene.bodies.assign(limits::max_bodies + 1, scene.bodies[2]);
  EXPECT_EQ(error_of([&] { validate(scene); }).where(), "bodies");
}

// Cut at any byte, a scene gives an InputError and nothing else.
TEST(ReadScene, SurvivesTruncationAndNoise) {
  const std::string text = scene_text("\"gravity\": [0, 0, -9.81],", "\"mass\": 2,");
  for (std::size_t length = 0; length < text.size(); ++length) {
    EXPECT_THROW(scene_from_json(text.substr(0, length), "cut.json"), InputError) << length;
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char noise : {'\0', '\xff', '"', '{', ']', '9', '-', '\n'}) {
      std::string noisy = text;
      noisy[i] = noise;
      try {
        scene_from_json(noisy, "noisy.json");  // some changes leave a valid scene
      } catch (const InputError& error) {
        EXPECT_FALSE(error.remedy().empty());
      }
    }
  }
}

}  // namespace
}  // namespace stiction
