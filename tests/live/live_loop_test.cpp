#include "stiction/live/live_loop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>

#include "stiction/scene/gallery.h"
#include "stiction/scene/scene.h"

namespace stiction {
namespace {

using namespace std::chrono_literals;

World stack() { return build_world(build_gallery_scene("stack", {{"count", 3}})); }

template <typename Condition>
bool comes_true(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (!condition() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(2ms);
  return condition();
}

TEST(LiveLoop, PausesStepsAndResets) {
  LiveLoop loop(stack, {.paused = true});
  EXPECT_EQ(loop.status().state.step, 0);
  loop.step_once();
  loop.step_once();
  ASSERT_TRUE(comes_true([&] { return loop.status().state.step == 2; }));
  loop.pause(false);
  ASSERT_TRUE(comes_true([&] { return loop.status().state.step > 10; }));
  loop.pause(true);
  ASSERT_TRUE(comes_true([&] { return loop.status().paused; }));
  loop.reset();
  EXPECT_TRUE(comes_true([&] { return loop.status().state.step == 0; }));
  EXPECT_GT(loop.status().steps, 10);
}

TEST(LiveLoop, RefusedInputsAreTold) {
  LiveLoop loop(stack, {.paused = true});
  loop.send({.action = LiveAction::grab, .body = 0});
  EXPECT_TRUE(comes_true([&] { return loop.status().notice.find("cannot move") != std::string::npos; }));
  loop.send({.action = LiveAction::friction, .value = {0.3, 0, 0}});
  EXPECT_TRUE(comes_true([&] { return loop.status().notice.empty(); }));
}

/// A run that an observer saw repeats from what it saw: also one that began in the middle of another, with a body in
/// the hand and settings changed.
TEST(LiveLoop, WhatWasSeenRepeats) {
  std::mutex mutex;
  std::optional<WorldState> start, end;
  std::vector<LiveInput> inputs;
  bool watching = false;
  LiveObserver observer;
  observer.began = [&](const LiveWorld& world, std::span<const LiveInput> given) {
    const std::lock_guard lock(mutex);
    if (!watching) return;
    start = world.world().state();
    inputs.assign(given.begin(), given.end());
  };
  observer.stepped = [&](const LiveWorld& world, std::span<const LiveInput> given) {
    const std::lock_guard lock(mutex);
    if (!start) return;
    inputs.insert(inputs.end(), given.begin(), given.end());
    end = world.world().state();
  };
  LiveLoop loop(stack, {.speed = 50}, observer);
  loop.send({.action = LiveAction::friction, .value = {0.3, 0, 0}});
  loop.send({.action = LiveAction::gravity, .value = {0.5, 0, -8}});
  loop.send({.action = LiveAction::grab, .body = 3, .value = {0.01, 0, 0}});
  loop.send({.action = LiveAction::move, .value = {0.5, 0.1, 1}});
  ASSERT_TRUE(comes_true([&] { return loop.status().state.step > 20; }));
  {
    const std::lock_guard lock(mutex);
    watching = true;
  }
  loop.begin_again();
  ASSERT_TRUE(comes_true([&] {
    const std::lock_guard lock(mutex);
    return end && end->step > 30;
  }));
  loop.send({.action = LiveAction::release});
  loop.send({.action = LiveAction::tolerance, .value = {1e-8, 0, 0}});
  ASSERT_TRUE(comes_true([&] {
    const std::lock_guard lock(mutex);
    return end->step > 60;
  }));
  const std::lock_guard lock(mutex);
  EXPECT_EQ(start->step, 0);
  EXPECT_GT(start->bodies.back().velocity.norm(), 0);
  const auto grabs = [](const LiveInput& input) { return input.action == LiveAction::grab && input.body == 3; };
  EXPECT_EQ(std::count_if(inputs.begin(), inputs.end(), grabs), 1) << "the hand keeps what it holds";
  LiveWorld again(World(stack().model(), *start));
  repeat(again, inputs, end->step);
  EXPECT_EQ(hash(again.world().state()), hash(*end));
}

}  // namespace
}  // namespace stiction
