// Joints and prescribed motion in scene files: reading, refusing, writing.
#include <cmath>
#include <limits>
#include <numbers>

#include "scene/scene_fixtures.h"

namespace stiction {
namespace {

using namespace stiction::testing;

std::string joined(const std::string& joints) { return scene_text("\"joints\": [" + joints + "],"); }
/// One joint of "box" and "ball", of a type, with more fields.
std::string joint(const std::string& type, const std::string& fields) {
  return joined(R"({"name": "j", "type": ")" + type + R"(", "bodies": ["box", "ball"], "anchor": [1, 2, 3])" +
                (fields.empty() ? "" : ", ") + fields + "}");
}
std::string bodies(const std::string& names) {
  return joined(R"({"name": "j", "type": "ball", "anchor": [0, 0, 0], "bodies": )" + names + "}");
}
const std::string hinge_axis = R"("axis": [0, 0, 2])";
std::string hinge(const std::string& fields) { return joint("hinge", hinge_axis + ", " + fields); }
std::string rod(const std::string& fields) {
  return joint("distance", R"("anchor_b": [1, 2, 5])" + (fields.empty() ? "" : ", " + fields));
}
std::string moving(const std::string& motion) { return scene_text("", R"("fixed": true, "motion": )" + motion + ","); }

TEST(ReadJoint, EveryFieldOfEveryType) {
  const Scene scene = scene_from_json(joined(R"(
    {"name": "w", "type": "weld", "bodies": ["box", "ball"], "anchor": [1, 2, 3]},
    {"name": "b", "type": "ball", "bodies": ["box"], "anchor": [1, 2, 3], "friction": 0.5},
    {"name": "h", "type": "hinge", "bodies": ["box", "floor"], "anchor": [0, 0, 0], "axis": [0, 2, 0],
     "limits": [-1, 0.5], "motor": {"type": "position", "target": 0.3, "max_force": 7, "time_constant": 0.2}},
    {"name": "s", "type": "slider", "bodies": ["ball"], "anchor": [0, 0, 0], "axis": [1, 0, 0], "limits": [null, 2],
     "motor": {"type": "force", "target": -3}, "collide": true},
    {"name": "d", "type": "distance", "bodies": ["ball"], "anchor": [0, 0, 0], "anchor_b": [0, 3, 4], "length": 5},
    {"name": "r", "type": "distance", "bodies": ["ball"], "anchor": [0, 0, 0], "anchor_b": [0, 3, 4],
     "limits": [0, 5], "motor": {"type": "velocity", "target": -0.1}})"),
                                      "t.json");
  ASSERT_EQ(scene.joints.size(), 6u);
  const auto& j = scene.joints;
  EXPECT_EQ(j[0].type, JointType::weld);
  EXPECT_EQ(j[0].body_a, "box");
  EXPECT_EQ(j[0].body_b, "ball");
  EXPECT_EQ(j[0].anchor, Vec3(1, 2, 3));
  EXPECT_EQ(j[1].body_b, "");
  EXPECT_EQ(j[1].friction, 0.5);
  EXPECT_EQ(j[2].axis, Vec3(0, 2, 0));
  EXPECT_EQ(j[2].lower, -1);
  EXPECT_EQ(j[2].upper, 0.5);
  EXPECT_EQ(j[2].motor.type, Motor::Type::position);
  EXPECT_EQ(j[2].motor.target, 0.3);
  EXPECT_EQ(j[2].motor.max_force, 7);
  EXPECT_EQ(j[2].motor.time_constant, 0.2);
  EXPECT_FALSE(j[2].collide);
  EXPECT_FALSE(j[3].lower);
  EXPECT_EQ(j[3].upper, 2);
  EXPECT_EQ(j[3].motor.type, Motor::Type::force);
  EXPECT_TRUE(j[3].collide);
  EXPECT_EQ(*j[4].anchor_b, Vec3(0, 3, 4));
  EXPECT_EQ(j[4].length, 5);
  EXPECT_EQ(j[5].motor.type, Motor::Type::velocity);
  EXPECT_EQ(j[5].motor.max_force, std::numeric_limits<double>::infinity());
  EXPECT_EQ(build_world(scene).model().joints.size(), 6u);
}

struct BadScene {
  const char* name;
  std::string text;
  std::string place, reason;
};
void PrintTo(const BadScene& bad, std::ostream* out) { *out << bad.name; }

std::vector<BadScene> bad_scenes() {
  return {
      {"joints_object", scene_text("\"joints\": {},"), "joints", "array"},
      {"nameless", joined(R"({"type": "ball", "bodies": ["box"], "anchor": [0, 0, 0]})"), "joints[0]", "add \"name\""},
      {"typeless", joined(R"({"name": "j", "bodies": ["box"], "anchor": [0, 0, 0]})"), "joints[0]", "add \"type\""},
      {"bodiless", joined(R"({"name": "j", "type": "ball", "anchor": [0, 0, 0]})"), "joints[0]", "add \"bodies\""},
      {"anchorless", joined(R"({"name": "j", "type": "ball", "bodies": ["box"]})"), "joints[0]", "add \"anchor\""},
      {"empty_name", joined(R"({"name": "", "type": "ball", "bodies": ["box"], "anchor": [0, 0, 0]})"),
       "joints[0].name", "give a name"},
      {"unknown_type", joint("hing", ""), "joints[0].type", "did you mean \"hinge\""},
      {"unknown_field", joint("ball", "\"freeplay\": 1"), "joints[0].freeplay", "known fields"},
      {"unknown_body", bodies(R"(["bax", "ball"])"), "joints[0].bodies[0] (joint \"j\")", "did you mean \"box\""},
      {"unknown_second", bodies(R"(["box", "bal"])"), "joints[0].bodies[1]", "did you mean \"ball\""},
      {"same_twice", bodies(R"(["box", "box"])"), "joints[0].bodies", "two different"},
      {"fixed_to_world", bodies(R"(["floor"])"), "joints[0].bodies[0]", "free to move"},
      {"no_bodies", bodies("[]"), "joints[0].bodies", "one to join it to the world"},
      {"three_bodies", bodies(R"(["box", "ball", "floor"])"), "joints[0].bodies", "has 3 entries"},
      {"empty_body", bodies(R"(["box", ""])"), "joints[0].bodies[1]", "leave it out"},
      {"both_fixed",
       scene_text(R"("joints": [{"name": "j", "type": "weld", "bodies": ["box", "floor"], "anchor": [0, 0, 0]}],)",
                  "\"fixed\": true,"),
       "joints[0].bodies", "both fixed"},
      {"axis_missing", joint("hinge", ""), "joints[0]", "add \"axis\""},
      {"axis_zero", joint("slider", "\"axis\": [0, 0, 0]"), "joints[0].axis", "direction"},
      {"axis_on_ball", joint("ball", hinge_axis), "joints[0].axis", "does not fit a ball joint"},
      {"motor_on_ball", joint("ball", R"("motor": {"type": "force", "target": 1})"), "joints[0].motor",
       "does not fit a ball joint"},
      {"friction_on_weld", joint("weld", "\"friction\": 1"), "joints[0].friction", "does not fit a weld joint"},
      {"limits_on_weld", joint("weld", "\"limits\": [0, 1]"), "joints[0].limits", "does not fit a weld joint"},
      {"length_on_hinge", hinge("\"length\": 1"), "joints[0].length", "does not fit a hinge joint"},
      {"anchor_b_on_slider", joint("slider", hinge_axis + ", \"anchor_b\": [0, 0, 0]"), "joints[0].anchor_b",
       "does not fit a slider joint"},
      {"limits_order", hinge("\"limits\": [1, -1]"), "joints[0].limits", "lower one first"},
      {"limits_above", hinge("\"limits\": [0.1, 1]"), "joints[0].limits", "0 between them"},
      {"limits_below", hinge("\"limits\": [null, -0.1]"), "joints[0].limits", "0 between them"},
      {"limits_count", hinge("\"limits\": [1]"), "joints[0].limits", "null where there is no limit"},
      {"limits_text", hinge("\"limits\": [\"low\", 1]"), "joints[0].limits[0]", "give a number"},
      {"limits_huge", hinge("\"limits\": [-1e10, 1]"), "joints[0].limits[0]", "rad"},
      {"friction_negative", hinge("\"friction\": -1"), "joints[0].friction", "N·m"},
      {"motor_typeless", hinge(R"("motor": {"target": 1})"), "joints[0].motor", "add \"type\""},
      {"motor_targetless", hinge(R"("motor": {"type": "force"})"), "joints[0].motor", "add \"target\""},
      {"motor_unknown", hinge(R"("motor": {"type": "torque", "target": 1})"), "joints[0].motor.type",
       "velocity, position, force"},
      {"motor_field", hinge(R"("motor": {"type": "force", "target": 1, "gain": 2})"), "joints[0].motor.gain",
       "known fields"},
      {"motor_weak", hinge(R"("motor": {"type": "velocity", "target": 1, "max_force": -2})"),
       "joints[0].motor.max_force", "0 or more"},
      {"motor_force_limit", hinge(R"("motor": {"type": "force", "target": 1, "max_force": 2})"),
       "joints[0].motor.max_force", "does not fit a force motor"},
      {"motor_hasty", hinge(R"("motor": {"type": "position", "target": 1, "time_constant": -1})"),
       "joints[0].motor.time_constant", "s"},
      {"motor_patient", hinge(R"("motor": {"type": "velocity", "target": 1, "time_constant": 1})"),
       "joints[0].motor.time_constant", "position motors only"},
      {"distance_point", joint("distance", ""), "joints[0]", "add \"anchor_b\""},
      {"distance_zero", joint("distance", "\"anchor_b\": [1, 2, 3]"), "joints[0].anchor_b", "ball joint"},
      {"distance_length", rod("\"length\": 1"), "joints[0].length", "2 m apart"},
      {"distance_both", rod("\"length\": 2, \"limits\": [0, 3]"), "joints[0].length", "beside limits"},
      {"distance_limits", rod("\"limits\": [0, 1.5]"), "joints[0].limits", "initial distance"},
      {"distance_motor", rod(R"("motor": {"type": "force", "target": 1})"), "joints[0].motor", "without limits"},
      {"distance_friction", rod("\"friction\": 1"), "joints[0].friction", "without limits"},
      {"anchor_far", joined(R"({"name": "j", "type": "ball", "bodies": ["box"], "anchor": [0, 1e10, 0]})"),
       "joints[0].anchor[1]", "m"},
      {"collide_number", joint("ball", "\"collide\": 1"), "joints[0].collide", "true or false"},
      {"name_twice", joined(R"({"name": "j", "type": "ball", "bodies": ["box"], "anchor": [0, 0, 0]},
                 {"name": "j", "type": "ball", "bodies": ["ball"], "anchor": [0, 0, 0]})"),
       "joints[1].name", "joints[0] too"},
      {"motion_number", moving("1"), "bodies[1].motion", "give an object"},
      {"motion_free", scene_text("", R"("motion": {"position": ["t", "0", "0"]},)"), "bodies[1].motion",
       "add \"fixed\": true"},
      {"motion_half_space",
       scene_text("", R"("fixed": true, "motion": {"position": ["t", "0", "0"]},)", R"({"half_space": {}})"),
       "bodies[1].motion", "half-space"},
      {"motion_empty", moving("{}"), "bodies[1].motion", "says nothing"},
      {"motion_both", moving(R"({"keyframes": [{"time": 0}], "position": ["t", "0", "0"]})"), "bodies[1].motion",
       "both keyframes and formulas"},
      {"motion_field", moving(R"({"keyframe": []})"), "bodies[1].motion.keyframe", "did you mean \"keyframes\""},
      {"motion_no_keys", moving(R"({"keyframes": []})"), "bodies[1].motion.keyframes", "at least one"},
      {"motion_timeless", moving(R"({"keyframes": [{}]})"), "bodies[1].motion.keyframes[0]", "add \"time\""},
      {"motion_order", moving(R"({"keyframes": [{"time": 1}, {"time": 1}]})"), "bodies[1].motion.keyframes[1].time",
       "order of time"},
      {"motion_rotation", moving(R"({"keyframes": [{"time": 1, "rotation": [1, 1, 0, 0]}]})"),
       "bodies[1].motion.keyframes[0].rotation", "unit quaternion"},
      {"motion_interpolation", moving(R"({"keyframes": [{"time": 1}], "interpolation": "smoth"})"),
       "bodies[1].motion.interpolation", "did you mean \"smooth\""},
      {"motion_stray_repeat", moving(R"({"repeat": true, "position": ["t", "0", "0"]})"), "bodies[1].motion.repeat",
       "without keyframes"},
      {"motion_two", moving(R"({"position": ["t", "0"]})"), "bodies[1].motion.position", "three formulas"},
      {"motion_not_text", moving(R"({"position": [1, "0", "0"]})"), "bodies[1].motion.position[0]", "double quotes"},
      {"motion_broken", moving(R"~({"position": ["0", "sin(t", "0"]})~"), "bodies[1].motion.position[1]", "lacks ')'"},
      {"motion_broken_turn", moving(R"({"rotation_vector": ["0", "0", "2x"]})"), "bodies[1].motion.rotation_vector[2]",
       "left over"},
      {"motion_pole", moving(R"({"position": ["1/t", "0", "0"]})"), "bodies[1].motion", "at t = 0 s"},
      {"motion_before", moving(R"~({"position": ["sqrt(t)", "0", "0"]})~"), "bodies[1].motion", "sqrt(max(t, 0))"},
      {"motion_later", moving(R"~({"position": ["0", "sqrt(1-t)", "0"]})~"), "bodies[1].motion", "not a finite number"},
      {"motion_far", moving(R"({"position": ["0", "0", "1e9*t"]})"), "bodies[1].motion", "m away"},
  };
}

class BadJointScenes : public ::testing::TestWithParam<BadScene> {};

TEST_P(BadJointScenes, GiveFileFieldAndRemedy) {
  const InputError error = read_error(GetParam().text);
  EXPECT_EQ(error.where().rfind("test.json: ", 0), 0u) << error.what();
  EXPECT_NE(error.where().find(GetParam().place), std::string::npos) << error.what();
  EXPECT_NE(std::string(error.what()).find(GetParam().reason), std::string::npos) << error.what();
  EXPECT_GE(error.remedy().size(), 8u) << error.what();
  EXPECT_LT(std::string(error.what()).size(), 500u) << error.what();
  EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << "one line: " << error.what();
}

INSTANTIATE_TEST_SUITE_P(Scene, BadJointScenes, ::testing::ValuesIn(bad_scenes()),
                         [](const auto& c) { return std::string(c.param.name); });

TEST(ValidateJoint, RefusesWhatOnlyCodeCanWrite) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Scene good = scene_from_json(hinge("\"limits\": [-1, 1]"), "t.json");
  const auto refuses = [&](auto&& change) {
    Scene scene = good;
    change(scene.joints[0]);
    EXPECT_THROW(validate(scene), InputError);
  };
  for (const double bad : {nan, std::numeric_limits<double>::infinity()}) {
    refuses([&](JointDescription& j) { j.anchor.x() = bad; });
    refuses([&](JointDescription& j) { j.axis.y() = bad; });
    refuses([&](JointDescription& j) { j.lower = bad; });
    refuses([&](JointDescription& j) { j.friction = bad; });
    refuses([&](JointDescription& j) { j.motor = {Motor::Type::velocity, bad}; });
    refuses([&](JointDescription& j) { j.motor = {Motor::Type::position, 0, 1, bad}; });
  }
  refuses([&](JointDescription& j) { j.motor = {Motor::Type::velocity, 1, nan}; });
  refuses([&](JointDescription& j) { j.type = JointType::weld; });
  refuses([&](JointDescription& j) { j.type = JointType::distance; });
  refuses([&](JointDescription& j) { j.length = 1; });
}

TEST(RoundTripJoint, EveryFieldKeepsItsBits) {
  Scene scene = scene_from_json(joined(R"(
    {"name": "a", "type": "hinge", "bodies": ["box", "floor"], "anchor": [0.1, 0.2, 0.3], "axis": [0, 0.7, 0.1],
     "limits": [null, 0.3], "friction": 0.1,
     "motor": {"type": "position", "target": 0.1, "max_force": 0.7, "time_constant": 0.3}, "collide": true},
    {"name": "b", "type": "distance", "bodies": ["ball"], "anchor": [0, 0, 0], "anchor_b": [0, 3, 4], "length": 5},
    {"name": "c", "type": "slider", "bodies": ["ball"], "anchor": [0, 0, 0], "axis": [1, 0, 0],
     "motor": {"type": "velocity", "target": -3}},
    {"name": "d", "type": "weld", "bodies": ["box", "ball"], "anchor": [0, 0, 0]})"),
                                "t.json");
  scene.bodies[2].fixed = false;
  BodyDescription table = scene.bodies[1];
  table.name = "table";
  table.fixed = true;
  table.motion = MotionDescription{{}, "linear", false, {"0.1*sin(t)", "0", "0"}, {"0", "0", "t"}, nullptr};
  scene.bodies.push_back(table);
  table.name = "lift";
  table.motion =
      MotionDescription{{{0, Vec3(0.1, 0, 0), Quat::Identity()}, {1.0 / 3, Vec3(0, 1, 0), Quat(0.6, 0, 0.8, 0)}},
                        "smooth",
                        true,
                        {},
                        {},
                        nullptr};
  scene.bodies.push_back(table);
  const std::string text = scene_to_json(scene);
  const Scene back = scene_from_json(text, "t.json");
  EXPECT_EQ(scene_to_json(back), text);
  ASSERT_EQ(back.joints.size(), scene.joints.size());
  for (std::size_t i = 0; i < back.joints.size(); ++i) {
    const JointDescription &a = scene.joints[i], &b = back.joints[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.type, b.type);
    EXPECT_EQ(a.body_a, b.body_a);
    EXPECT_EQ(a.body_b, b.body_b);
    EXPECT_EQ(a.anchor, b.anchor);
    EXPECT_EQ(a.anchor_b, b.anchor_b);
    EXPECT_EQ(a.axis, b.axis);
    EXPECT_EQ(a.length, b.length);
    EXPECT_EQ(a.lower, b.lower);
    EXPECT_EQ(a.upper, b.upper);
    EXPECT_EQ(a.friction, b.friction);
    EXPECT_EQ(a.motor.type, b.motor.type);
    EXPECT_EQ(a.motor.target, b.motor.target);
    EXPECT_EQ(a.motor.max_force, b.motor.max_force);
    EXPECT_EQ(a.motor.time_constant, b.motor.time_constant);
    EXPECT_EQ(a.collide, b.collide);
  }
  const MotionDescription &formulas = *back.bodies[3].motion, &keys = *back.bodies[4].motion;
  EXPECT_EQ(formulas.position, scene.bodies[3].motion->position);
  EXPECT_EQ(formulas.rotation_vector, scene.bodies[3].motion->rotation_vector);
  ASSERT_EQ(keys.keyframes.size(), 2u);
  EXPECT_EQ(keys.keyframes[1].time, 1.0 / 3);
  EXPECT_EQ(keys.keyframes[1].position, Vec3(0, 1, 0));
  EXPECT_EQ(keys.keyframes[1].rotation.coeffs(), Quat(0.6, 0, 0.8, 0).coeffs());
  EXPECT_EQ(keys.interpolation, "smooth");
  EXPECT_TRUE(keys.repeat);
}

TEST(RoundTripMotion, CodeCannotBeWritten) {
  struct Still final : PrescribedMotion {
    Placement at(double) const override { return {}; }
  };
  Scene scene = scene_from_json(scene_text("", "\"fixed\": true,"), "t.json");
  scene.bodies[1].motion.emplace().code = std::make_shared<Still>();
  EXPECT_NO_THROW(build_world(scene));
  EXPECT_NE(error_of([&] { scene_to_json(scene); }).problem().find("code"), std::string::npos);
}

/// Where the box of a moving scene is after `steps` steps of 0.01 s.
BodyState after(const std::string& motion, int steps) {
  World world = build_world(scene_from_json(moving(motion), "t.json"));
  for (int i = 0; i < steps; ++i) world.step();
  return world.state().bodies[1];
}

TEST(Motion, FormulasDisplaceAndTurn) {
  const BodyState state = after(R"({"position": ["t^2", "-t", "1"], "rotation_vector": ["0", "0", "pi*t"]})", 50);
  EXPECT_NEAR(state.position.x(), 0.25, 1e-12);
  EXPECT_NEAR(state.position.y(), -0.5, 1e-12);
  EXPECT_NEAR(state.position.z(), 1, 1e-12);
  EXPECT_NEAR(state.velocity.y(), -1, 1e-12);
  // Half a turn a second: a quarter turn about z after half a second.
  EXPECT_NEAR(state.rotation.w(), std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(state.rotation.z(), std::sqrt(0.5), 1e-12);
}

TEST(Motion, KeyframesLinearSmoothAndRepeated) {
  const std::string keys =
      R"("keyframes": [{"time": 0, "position": [1, 0, 0]}, {"time": 1, "position": [3, 0, 0], "rotation": [0, 0, 0, 1]}])";
  EXPECT_NEAR(after("{" + keys + "}", 25).position.x(), 1.5, 1e-12);
  // A quarter of half a turn: 45 degrees.
  EXPECT_NEAR(after("{" + keys + "}", 25).rotation.w(), std::cos(std::numbers::pi / 8), 1e-9);
  // Smooth: 10 s^3 - 15 s^4 + 6 s^5 at s = 1/4, by hand 106/1024.
  EXPECT_NEAR(after("{" + keys + ", \"interpolation\": \"smooth\"}", 25).position.x(), 1 + 2 * 106.0 / 1024, 1e-12);
  EXPECT_NEAR(after("{" + keys + "}", 125).position.x(), 3, 1e-12);
  EXPECT_NEAR(after("{" + keys + ", \"repeat\": true}", 125).position.x(), 1.5, 1e-9);
}

}  // namespace
}  // namespace stiction
