// Deformable bodies are shown where SoftBody::positions says that they are.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "stiction/common/error.h"
#include "stiction/export/moment.h"
#include "stiction/export/replay.h"
#include "stiction/export/shot.h"
#include "stiction/session/world_recorder.h"
#include "support/temporary_folder.h"

namespace stiction {
namespace {

constexpr int kSteps = 24;
constexpr double kStep = 0.005;  // s

/// A soft block that falls on the floor, turning; beside it a rigid ball and a second block, which lands on a corner
/// (flat on the floor, the lowest vibration modes have nothing to do).
std::string scene_of(const std::string& model) {
  const std::string block = R"("model": ")" + model + R"(", "shape": {"box": {"size": [0.2, 0.1, 0.1]}},
      "elastic": {"youngs_modulus": 3e4, "poisson_ratio": 0.3, "stiffness_damping": 0.002, "cells": [3, 2, 2]})";
  return R"({"stiction": 1, "name": "soft", "step": 0.005, "duration": 1, "bodies": [
      {"name": "floor", "fixed": true, "shape": {"half_space": {}}},
      {"name": "block", "position": [0, 0, 0.07], "velocity": [0.3, 0, -1], "angular_velocity": [0, 0, 2], )" +
         block + R"(}, {"name": "ball", "shape": {"sphere": {"radius": 0.05}}, "position": [0.4, 0, 0.2]},
      {"name": "other", "position": [-0.5, 0, 0.13], "rotation": [0.9, 0.3, 0.31622776601683794, 0],
       "velocity": [0, 0, -1.5], )" +
         block + "}]}";
}

class SoftShown : public ::testing::TestWithParam<const char*> {
 protected:
  SoftShown() {
    const Scene scene = scene_from_json(scene_of(GetParam()), "test");
    World world = build_world(scene);
    bodies = world.model().bodies;
    WorldRecorder recorder(path(), scene, world, {.frames_per_second = 1 / kStep});
    note(world);
    for (int k = 0; k < kSteps; ++k) {
      world.step();
      recorder.add_step(world);
      note(world);
    }
    recorder.close(world);
    recording.emplace(path());
  }

  /// World positions of the vertices of both blocks, by the engine's own state.
  void note(const World& world) {
    std::vector<std::vector<Vec3>> now(2);
    for (const std::size_t k : {0U, 1U}) {
      const std::size_t body = kBlocks[k];
      bodies[body].soft->positions(world.state().bodies[body], world.state().deformations[k], now[k]);
    }
    truth.push_back(now);
  }

  ShownWorld shown() const {
    ShownWorld world;
    for (const RigidBody& body : bodies)
      world.bodies.push_back({body.name, body.shape, body.fixed && !body.soft, false, body.soft});
    return world;
  }

  std::string path() const { return folder.file("soft.h5"); }

  static constexpr std::size_t kBlocks[] = {1, 3};
  testing::TemporaryFolder folder;
  std::vector<RigidBody> bodies;
  std::vector<std::vector<std::vector<Vec3>>> truth;  // by frame and block
  std::optional<Recording> recording;
};

TEST_P(SoftShown, BlocksDoDeform) {
  const std::vector<Vec3>& first = truth.front()[1];
  double stretched = 0;
  for (const auto& frame : truth) {
    const std::vector<Vec3>& now = frame[1];
    for (std::size_t i = 0; i < first.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j)
        stretched = std::max(stretched, std::abs((first[i] - first[j]).norm() - (now[i] - now[j]).norm()));
    }
  }
  EXPECT_GT(stretched, 1e-3);  // a thousand times what positions may be off
}

TEST_P(SoftShown, ReplayHoldsTheVerticesOfEveryFrame) {
  ReplayScene scene;
  scene.bodies = bodies;
  scene.materials.assign(bodies.size(), "default");
  const Replay replay(*recording, scene);
  const std::string bytes = replay.read(0, replay.size());
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 12, 4);
  const auto header = nlohmann::json::parse(bytes.substr(16, length));
  const std::size_t moving = header["moving"], vertices = truth[0][0].size();
  EXPECT_EQ(moving, 3U);  // all but the floor
  EXPECT_EQ(header["soft_vertices"], 2 * vertices);
  EXPECT_EQ(header["bodies"][1]["fixed"], false);
  EXPECT_NEAR(header["bodies"][1]["mass"].get<double>(), bodies[1].soft->mass(), 1e-12);
  EXPECT_FALSE(header["bodies"][2].contains("soft"));
  const auto& shape = header["shapes"][header["bodies"][3]["parts"][0]["shape"].get<std::size_t>()];
  EXPECT_EQ(shape["type"], "soft");
  EXPECT_EQ(shape["triangle_count"], bodies[3].soft->surface().triangles().size());

  const auto& section = header["sections"]["poses"];
  std::vector<float> rows(section["bytes"].get<std::size_t>() / 4);
  std::memcpy(rows.data(), bytes.data() + 16 + length + section["offset"].get<std::size_t>(), 4 * rows.size());
  const std::size_t row = 7 * moving + 6 * vertices;
  ASSERT_EQ(rows.size(), truth.size() * row);
  double worst = 0;
  for (std::size_t f = 0; f < truth.size(); ++f) {
    for (const std::size_t k : {0U, 1U}) {
      const auto& body = header["bodies"][kBlocks[k]];
      const float* pose = &rows[f * row + 7 * body["pose"].get<std::size_t>()];
      const Quat turn(pose[6], pose[3], pose[4], pose[5]);
      const float* first = &rows[f * row + 7 * moving + 3 * body["soft"].get<std::size_t>()];
      for (std::size_t i = 0; i < vertices; ++i) {
        const Vec3 x = turn * Vec3(first[3 * i], first[3 * i + 1], first[3 * i + 2]) + Vec3(pose[0], pose[1], pose[2]);
        worst = std::max(worst, (x - truth[f][k][i]).norm());
      }
    }
  }
  EXPECT_LT(worst, 2e-7);
  for (const std::size_t length_of_piece : {61U, 1000U}) {
    std::string joined;
    while (joined.size() < bytes.size()) joined += replay.read(joined.size(), length_of_piece);
    EXPECT_EQ(joined, bytes);
  }
}

TEST_P(SoftShown, MeshesFollowAndKeepTheirSharpEdges) {
  const ShownWorld world = shown();
  const Frame start = recording->frame(0);
  const Display display = make_display(world, start.bodies, extent_of(world, *recording), 24);
  const std::int64_t last = recording->frame_count() - 1;
  const Frame frame = recording->frame(last);
  for (const std::size_t k : {0U, 1U}) {
    const std::size_t body = kBlocks[k];
    SurfaceMesh room;
    const SurfaceMesh& mesh = mesh_at(display, body, frame.bodies[body], frame.deformations, room);
    const SurfaceMesh& rest = display.meshes[std::size_t(display.items[body].mesh)];
    EXPECT_EQ(mesh.triangles, rest.triangles);
    ASSERT_EQ(mesh.positions.size(), rest.positions.size());
    const auto& triangles = bodies[body].soft->surface().triangles();
    const Pose pose = pose_of(frame.bodies[body]);
    std::vector<int> copies(truth[0][0].size(), 0);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const auto corner = [&](std::size_t i) { return pose * mesh.positions[mesh.triangles[t][i]].cast<double>(); };
      const Vec3 across = (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized();
      for (std::size_t i = 0; i < 3; ++i) {
        const auto v = std::size_t(triangles[t][i]);
        EXPECT_LT((corner(i) - truth.back()[k][v]).norm(), 1e-6);
        const Vec3 normal = pose.R * mesh.normals[mesh.triangles[t][i]].cast<double>();
        EXPECT_NEAR(normal.norm(), 1, 1e-6);
        EXPECT_GT(normal.dot(across), 0.8);  // as flat as the face of a block that is a little bent
      }
    }
    // Eight corners with three normals each, and edges with two.
    EXPECT_GE(mesh.positions.size(), truth[0][0].size() + 16);
  }
  EXPECT_THROW(display.items[1].skin->at(frame.bodies[1], {1, 2}), InputError);
}

TEST_P(SoftShown, PictureShowsTheBlockWhereItIs) {
  ShownWorld world = shown();
  ShotSettings settings;
  settings.width = 240;
  settings.height = 160;
  settings.camera.eye = Vec3(0, -2, 0.06);
  settings.camera.target = Vec3(0, 0, 0.06);
  settings.camera.field_of_view = 8;  // shows the first block alone
  const Moment moment = moment_at(*recording, 12 * kStep);
  const Image image = Photographer(world, settings, {moment}).take(moment, [] { return true; });
  Eigen::AlignedBox2d seen, expected;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const auto [r, g, b] = image.pixels[std::size_t(y * image.width + x)];
      if (std::max({r, g, b}) - std::min({r, g, b}) > 45) seen.extend(Eigen::Vector2d(x + 0.5, y + 0.5));
    }
  }
  const double scale = 80 / std::tan(4 * EIGEN_PI / 180);  // pixels for a slope of 1
  for (const Vec3& x : truth[12][0])
    expected.extend(Eigen::Vector2d(120 + scale * x.x() / (x.y() + 2), 80 - scale * (x.z() - 0.06) / (x.y() + 2)));
  ASSERT_FALSE(seen.isEmpty());
  EXPECT_LT((seen.min() - expected.min()).cwiseAbs().maxCoeff(), 2);
  EXPECT_LT((seen.max() - expected.max()).cwiseAbs().maxCoeff(), 2);
}

TEST_P(SoftShown, DeformsEvenlyBetweenFrames) {
  const Moment between = moment_at(*recording, 7.25 * kStep);
  const auto a = recording->frame_deformations(7)[1], b = recording->frame_deformations(8)[1];
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(between.deformations[1][i], 0.75 * a[i] + 0.25 * b[i], 1e-6 * (1e-3 + std::abs(a[i] - b[i])));
}

INSTANTIATE_TEST_SUITE_P(Models, SoftShown, ::testing::Values("modal", "stvk", "tetrahedral"));

}  // namespace
}  // namespace stiction
