// A replay's bytes against the recording they came from, read the slow and obvious way.
#include "stiction/export/replay.h"

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "stiction/common/error.h"
#include "stiction/export/replay_rows.h"
#include "stiction/recording/recorder.h"
#include "support/temporary_folder.h"

namespace stiction {
namespace {

using Json = nlohmann::json;

constexpr int kFrames = 11, kBodies = 4;

/// Frame k has k % 4 contacts; body i is at (i, k, i + k / 10).
Frame sample_frame(std::int64_t k) {
  Frame frame;
  frame.step = 2 * k;
  frame.time = 0.02 * static_cast<double>(k);
  for (int i = 0; i < kBodies; ++i) {
    FrameBody body;
    body.position = Vec3(i, static_cast<double>(k), i + static_cast<double>(k) / 10);
    body.rotation = Quat(0.5, -0.5, 0.5, 0.5);
    frame.bodies.push_back(body);
  }
  for (int i = 0; i < k % 4; ++i) {
    ContactState contact;
    contact.body_a = i;
    contact.body_b = 3;
    contact.position = Vec3(static_cast<double>(k), i, 7);
    contact.normal = Vec3(0, 1, 0);
    contact.gap = -0.25;
    contact.mu = 0.5;
    contact.impulse_normal = 8;
    contact.impulse_tangent = Vec3(1, 0, -2);
    contact.slip = Vec3(0.125, 0, 0.5);
    frame.contacts.push_back(contact);
  }
  return frame;
}

StepRecord sample_step(std::int64_t step) {
  StepRecord record;
  record.step = step;
  record.report.certificate.error = step == 13 ? 0.5 : 1e-9 * static_cast<double>(step);
  record.report.iterations = static_cast<int>(3 * step);
  record.report.kinetic_energy = 2.5;
  record.report.potential_energy = static_cast<double>(step);
  record.report.contacts = 4;
  record.report.cpu_s = 0.001;
  record.report.path = SolvePath::newton;
  return record;
}

ReplayScene sample_scene() {
  ReplayScene scene;
  scene.name = "sample";
  scene.summary = "It stood";
  scene.step = 0.01;
  scene.tolerance = 1e-6;
  const auto box = ConvexPolyhedron::box(Vec3(1, 2, 3));
  const auto wedge = ConvexPolyhedron::hull({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)});
  const Compound pair = make_compound({{Sphere{0.5, Vec3(1, 0, 0)}, {}}, {Capsule{0.25, 2, {}}, {}}});
  const std::vector<Shape> shapes = {HalfSpace{Vec3(0, 1, 0), 2}, Polyhedron{box}, Polyhedron{wedge}, pair};
  for (int i = 0; i < kBodies; ++i) {
    RigidBody body;
    body.name = "body" + std::to_string(i);
    body.shape = shapes[static_cast<std::size_t>(i)];
    body.fixed = i == 0;
    body.mass = 2;
    scene.bodies.push_back(body);
    scene.materials.emplace_back("wood");
  }
  scene.joints = {{1, -1}};
  return scene;
}

class ReplayTest : public ::testing::Test {
 protected:
  ReplayTest() {
    RecordingHeader header;
    header.scene_json = "{\"name\": \"sample\"}";
    for (const RigidBody& body : sample_scene().bodies) header.body_names.push_back(body.name);
    WorldState state;
    state.bodies.resize(kBodies);
    Recorder recorder = Recorder::create(path(), header, state, sample_frame(0));
    for (std::int64_t step = 1; step < 2 * kFrames - 1; ++step) {
      if (step % 2 == 0) recorder.add(sample_frame(step / 2));
      recorder.add(sample_step(step));
    }
    recorder.close();
    recording.emplace(path());
  }

  std::string path() const { return folder.file("run.h5"); }

  testing::TemporaryFolder folder;
  std::optional<Recording> recording;
};

/// A replay's bytes, taken apart by the description in docs/viewer.md.
struct Decoded {
  Json header;
  std::string data;

  explicit Decoded(const std::string& bytes) {
    EXPECT_EQ(bytes.substr(0, 8), "STICTRPL");
    std::uint32_t version = 0, length = 0;
    std::memcpy(&version, bytes.data() + 8, 4);
    std::memcpy(&length, bytes.data() + 12, 4);
    EXPECT_EQ(version, 1U);
    header = Json::parse(bytes.substr(16, length));
    data = bytes.substr(16 + length);
  }
  template <typename T>
  std::vector<T> numbers(const std::string& section) const {
    const Json& s = header["sections"][section];
    std::vector<T> result(s["bytes"].get<std::size_t>() / sizeof(T));
    if (result.empty()) return result;  // without data to copy to
    std::memcpy(result.data(), data.data() + s["offset"].get<std::size_t>(), result.size() * sizeof(T));
    return result;
  }
};

TEST_F(ReplayTest, HoldsEveryFrame) {
  const Replay replay(*recording, sample_scene());
  const Decoded decoded(replay.read(0, replay.size()));
  EXPECT_EQ(decoded.header["frames"], kFrames);
  EXPECT_EQ(decoded.header["moving"], 3);
  const auto times = decoded.numbers<double>("frames.time");
  const auto ends = decoded.numbers<std::uint32_t>("frames.contact_end");
  const auto poses = decoded.numbers<float>("poses");
  const auto contacts = decoded.numbers<float>("contacts");
  const auto bodies = decoded.numbers<std::int32_t>("contacts");
  ASSERT_EQ(poses.size(), 7U * 3 * kFrames);
  std::size_t row = 0;
  for (std::size_t k = 0; k < kFrames; ++k) {
    const Frame frame = sample_frame(static_cast<std::int64_t>(k));
    EXPECT_EQ(times[k], frame.time);
    for (std::size_t i = 1; i < kBodies; ++i) {  // body 0 is fixed
      const float* pose = &poses[7 * (3 * k + i - 1)];
      for (int a = 0; a < 3; ++a) EXPECT_EQ(pose[a], static_cast<float>(frame.bodies[i].position[a]));
      EXPECT_EQ(pose[3], -0.5F);
      EXPECT_EQ(pose[6], 0.5F);
    }
    for (std::size_t c = 0; c < frame.contacts.size(); ++c, ++row) {
      const float* words = &contacts[16 * row];
      EXPECT_EQ(bodies[16 * row], static_cast<int>(c));
      EXPECT_EQ(bodies[16 * row + 1], 3);
      const float expected[] = {
          static_cast<float>(k), static_cast<float>(c), 7, 0, 1, 0, -0.25F, 0.5F, 1, 8, -2, 0.125F, 0, 0.5F};
      for (int a = 0; a < 14; ++a) EXPECT_EQ(words[2 + a], expected[a]) << a;
    }
    EXPECT_EQ(ends[k], row);
  }
}

TEST_F(ReplayTest, HoldsEveryStep) {
  const Replay replay(*recording, sample_scene());
  const Decoded decoded(replay.read(0, replay.size()));
  const auto step = decoded.numbers<std::uint32_t>("steps.step");
  const auto error = decoded.numbers<float>("steps.error");
  const auto iterations = decoded.numbers<float>("steps.iterations");
  const auto potential = decoded.numbers<float>("steps.potential_energy");
  const auto way = decoded.numbers<float>("steps.path");
  ASSERT_EQ(step.size(), 20U);
  for (std::size_t i = 0; i < step.size(); ++i) {
    EXPECT_EQ(step[i], i + 1);
    EXPECT_EQ(error[i], static_cast<float>(sample_step(static_cast<std::int64_t>(i) + 1).report.certificate.error));
    EXPECT_EQ(iterations[i], 3.0F * static_cast<float>(i + 1));
    EXPECT_EQ(potential[i], static_cast<float>(i + 1));
    EXPECT_EQ(decoded.header["paths"][static_cast<std::size_t>(way[i])], "newton");
  }
}

TEST_F(ReplayTest, AnyPieceIsThatPieceOfTheWhole) {
  const Replay replay(*recording, sample_scene());
  const std::string all = replay.read(0, replay.size());
  ASSERT_EQ(all.size(), replay.size());
  for (std::size_t length : {1U, 7U, 64U, 333U}) {
    std::string joined;
    while (joined.size() < all.size()) {
      const std::string piece = replay.read(joined.size(), length);
      ASSERT_FALSE(piece.empty());
      joined += piece;
    }
    EXPECT_EQ(joined, all) << length;
  }
  EXPECT_EQ(replay.read(all.size() - 3, 100).size(), 3U);
  EXPECT_EQ(replay.read(all.size() - 3, ~std::uint64_t{0}).size(), 3U);
  EXPECT_TRUE(replay.read(all.size(), 10).empty());
  EXPECT_TRUE(replay.read(~std::uint64_t{0}, 10).empty());
}

TEST_F(ReplayTest, ThinnedReplaysFitAndKeepBothEnds) {
  const Replay whole(*recording, sample_scene());
  ReplayLimits limits;
  limits.frame_bytes = 900;
  limits.steps = 5;
  const Replay replay(*recording, sample_scene(), limits);
  const Decoded decoded(replay.read(0, replay.size()));
  EXPECT_LT(replay.frame_count(), whole.frame_count());
  EXPECT_EQ(decoded.header["recorded_frames"], kFrames);
  const auto times = decoded.numbers<double>("frames.time");
  EXPECT_EQ(times.front(), 0);
  EXPECT_EQ(times.back(), sample_frame(kFrames - 1).time);
  const auto poses = decoded.numbers<float>("poses");
  const auto steps = decoded.numbers<std::uint32_t>("frames.step");
  for (std::size_t k = 0; k < steps.size(); ++k) EXPECT_EQ(poses[7 * 3 * k + 1], static_cast<float>(steps[k]) / 2);
  // The worst step is among those that stay.
  const auto kept = decoded.numbers<std::uint32_t>("steps.step");
  EXPECT_LE(kept.size(), 5U);
  EXPECT_NE(std::find(kept.begin(), kept.end(), 13U), kept.end());
}

TEST_F(ReplayTest, DescribesShapes) {
  const Replay replay(*recording, sample_scene());
  const Decoded decoded(replay.read(0, replay.size()));
  const Json& bodies = decoded.header["bodies"];
  const auto shape = [&](int body, std::size_t part) {
    return decoded.header["shapes"][bodies[static_cast<std::size_t>(body)]["parts"][part]["shape"].get<std::size_t>()];
  };
  EXPECT_EQ(bodies[0]["pose"], -1);
  EXPECT_EQ(shape(0, 0)["type"], "half_space");
  EXPECT_EQ(bodies[0]["parts"][0]["position"], Json({0.0, 2.0, 0.0}));
  EXPECT_EQ(bodies[1]["pose"], 0);
  EXPECT_EQ(bodies[1]["mass"], 2.0);
  EXPECT_EQ(shape(1, 0)["type"], "box");
  EXPECT_EQ(shape(1, 0)["size"], Json({2.0, 4.0, 6.0}));
  EXPECT_EQ(shape(2, 0)["type"], "hull");
  EXPECT_EQ(shape(2, 0)["triangle_count"], 4);
  EXPECT_EQ(decoded.numbers<float>("vertices").size(), 12U);
  EXPECT_EQ(shape(3, 0)["type"], "sphere");
  EXPECT_EQ(bodies[3]["parts"][0]["position"], Json({1.0, 0.0, 0.0}));
  EXPECT_EQ(shape(3, 1)["type"], "capsule");
  EXPECT_EQ(shape(3, 1)["length"], 4.0);
}

TEST_F(ReplayTest, NothingNeedMove) {
  ReplayScene scene = sample_scene();
  for (RigidBody& body : scene.bodies) body.fixed = true;
  const Replay replay(*recording, scene);
  const Decoded decoded(replay.read(0, replay.size()));
  EXPECT_EQ(decoded.header["moving"], 0);
  EXPECT_TRUE(decoded.numbers<float>("poses").empty());
  EXPECT_EQ(decoded.header["bodies"][1]["position"], Json({1.0, 0.0, 1.0}));
  EXPECT_EQ(decoded.numbers<std::int32_t>("contacts").size(),
            16U * decoded.numbers<std::uint32_t>("frames.contact_end").back());
}

TEST_F(ReplayTest, RefusesAnotherScene) {
  ReplayScene scene = sample_scene();
  scene.bodies.pop_back();
  EXPECT_THROW(Replay(*recording, scene), InputError);
}

}  // namespace
}  // namespace stiction
