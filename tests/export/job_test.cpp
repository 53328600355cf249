#include <gtest/gtest.h>

#include <fstream>

#include "recording/sample_run.h"
#include "stiction/common/error.h"
#include "stiction/export/display.h"
#include "stiction/export/export_job.h"
#include "stiction/export/moment.h"

namespace stiction {
namespace {

using testing::TemporaryFolder;

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(NewFiles, AppearTogetherOrNotAtAll) {
  const TemporaryFolder folder;
  {
    NewFiles files;
    files.add_folder(folder.file("frames"));
    files.add(folder.file("frames/a"), "one");
    files.add(folder.file("b"), "two");
  }
  EXPECT_TRUE(files_in(folder.path()).empty());
  NewFiles files;
  files.add_folder(folder.file("frames"));
  files.add(folder.file("frames/a"), "one");
  EXPECT_FALSE(std::filesystem::exists(folder.file("frames/a")));
  files.publish();
  EXPECT_EQ(files_in(folder.path()), (std::vector<std::string>{"a", "frames"}));
  EXPECT_THROW(NewFiles().add(folder.file("nowhere/a"), "x"), InputError);
  EXPECT_THROW(NewFiles().add_folder(folder.file("frames/a")), InputError);
}

TEST(NewFiles, FolderThatWasThereStays) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("frames"));
  { NewFiles().add_folder(folder.file("frames")); }
  EXPECT_TRUE(std::filesystem::exists(folder.file("frames")));
}

/// Frames at steps 0, 2 ... 40 of 0.01 s.
Recording sample(const TemporaryFolder& folder) {
  Recorder recorder = testing::begin_sample(folder.file("run.h5"));
  testing::record_steps(recorder, 1, 40);
  recorder.close();
  return Recording(folder.file("run.h5"));
}

TEST(FrameChoice, TakesTimesAndRates) {
  const TemporaryFolder folder;
  const Recording recording = sample(folder);
  const auto chosen = [&](double from, double to, double rate) {
    FrameChoice choice;
    choice.from = from;
    choice.to = to;
    choice.frames_per_second = rate;
    return chosen_frames(recording, choice);
  };
  EXPECT_EQ(chosen_frames(recording, {}).size(), 21u);
  EXPECT_EQ(chosen(0.1, 0.2, 1e9), (std::vector<std::int64_t>{5, 6, 7, 8, 9, 10}));
  EXPECT_EQ(chosen(0, 0.4, 10), (std::vector<std::int64_t>{0, 5, 10, 15, 20}));
  EXPECT_EQ(chosen(0, 0.4, 50).size(), 21u);
  EXPECT_THROW(chosen(1, 2, 10), InputError);
  EXPECT_THROW(chosen(0, 1, 0), InputError);
  EXPECT_THROW(chosen(0, 1, std::nan("")), InputError);
  EXPECT_THROW(chosen(std::nan(""), 1, 10), InputError);
  EXPECT_THROW(chosen(0, std::nan(""), 10), InputError);
}

TEST(Moment, IsTheFrameAtAFrameAndBetweenTwoInBetween) {
  const TemporaryFolder folder;
  const Recording recording = sample(folder);
  const Frame a = recording.frame(3), b = recording.frame(4);
  const Moment at = moment_at(recording, a.time), between = moment_at(recording, 0.75 * a.time + 0.25 * b.time);
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    EXPECT_EQ(at.bodies[i].position, a.bodies[i].position);
    EXPECT_EQ(at.bodies[i].rotation.coeffs(), a.bodies[i].rotation.coeffs());
    const Vec3 expected = 0.75 * a.bodies[i].position + 0.25 * b.bodies[i].position;
    EXPECT_LT((between.bodies[i].position - expected).norm(), 1e-9 * (1 + expected.norm()));
  }
  EXPECT_EQ(at.contacts.size(), a.contacts.size());
  EXPECT_EQ(moment_at(recording, 0.4).bodies[1].position, recording.frame(20).bodies[1].position);
  for (const double time : {-0.01, 0.41, std::nan("")}) EXPECT_THROW(moment_at(recording, time), InputError);
}

TEST(Display, SharesEqualMeshesAndColoursNeighboursDifferently) {
  ShownWorld world;
  const auto box = [](double x) { return Polyhedron{ConvexPolyhedron::box(Vec3(x, 1, 1))}; };
  world.bodies = {{"floor", HalfSpace{}, true, false},
                  {"wall", HalfSpace{Vec3::UnitX(), -3}, true, false},
                  {"a", box(1), false, false},
                  {"b", box(1), false, false},
                  {"c", box(2), false, false}};
  std::vector<FrameBody> poses(5);
  const Display display = make_display(world, poses, extent_of(world, poses), 16);
  EXPECT_EQ(display.items[2].mesh, display.items[3].mesh);
  EXPECT_NE(display.items[2].mesh, display.items[4].mesh);
  EXPECT_EQ(display.meshes.size(), 4u);
  EXPECT_EQ(display.items[0].colour, fixed_colour());
  for (int i = 0; i < 40; ++i) {
    EXPECT_GT((body_colour(i) - body_colour(i + 1)).norm(), 0.1f) << i;
    EXPECT_GE(body_colour(i).minCoeff(), 0);
    EXPECT_LE(body_colour(i).maxCoeff(), 1);
  }
  // The wall stands on the floor and ends a little above the bodies.
  float low = 1e9f, high = -1e9f;
  for (const Vec3f& x : display.meshes[std::size_t(display.items[1].mesh)].positions) {
    low = std::min(low, x.z());
    high = std::max(high, x.z());
  }
  EXPECT_NEAR(low, 0, 1e-6);
  EXPECT_NEAR(high, extent_of(world, poses).max().z() * 1.2, 1e-5);
}

}  // namespace
}  // namespace stiction
