// The state hash: every field reaches it, padding does not, and its value is pinned.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <set>

#include "stiction/state/step_report.h"
#include "stiction/state/world_state.h"

namespace stiction {
namespace {

WorldState sample_state() {
  WorldState state;
  state.step = 7;
  state.time = 0.07;
  state.bodies.resize(2);
  state.bodies[1].position = Vec3(1, 2, 3);
  state.bodies[1].velocity = Vec3(-0.5, 0.25, 0);
  state.contacts.resize(1);
  state.contacts[0].body_a = 1;
  state.contacts[0].body_b = 0;
  state.contacts[0].feature = 0x123456789abcdef0ULL;
  return state;
}

TEST(StateHash, EmptyStateIsFnv1aOfItsFourZeroWords) {
  // 32 zero bytes: offset basis times prime^32, modulo 2^64, by hand.
  std::uint64_t expected = 0xcbf29ce484222325ULL;
  for (int i = 0; i < 32; ++i) expected *= 0x100000001b3ULL;
  EXPECT_EQ(hash(WorldState{}), expected);
}

TEST(StateHash, EveryFieldChangesIt) {
  using Change = std::function<void(WorldState&)>;
  std::vector<Change> changes = {
      [](WorldState& s) { s.step += 1; },
      [](WorldState& s) { s.time += 1e-12; },
      [](WorldState& s) { s.bodies.emplace_back(); },
      [](WorldState& s) { s.contacts.emplace_back(); },
      [](WorldState& s) { s.contacts[0].body_a = 0; },
      [](WorldState& s) { s.contacts[0].body_b = 1; },
      [](WorldState& s) { s.contacts[0].feature ^= 1ULL << 63; },
      [](WorldState& s) { s.contacts[0].gap = 1e-300; },
      [](WorldState& s) { s.contacts[0].mu = 0.5; },
      [](WorldState& s) { s.contacts[0].impulse_normal = 2; },
      [](WorldState& s) { std::swap(s.bodies[0], s.bodies[1]); },
  };
  for (int i = 0; i < 3; ++i) {
    changes.push_back([i](WorldState& s) { s.bodies[1].position[i] += 1e-9; });
    changes.push_back([i](WorldState& s) { s.bodies[1].velocity[i] += 1e-9; });
    changes.push_back([i](WorldState& s) { s.bodies[1].angular_momentum[i] += 1e-9; });
    changes.push_back([i](WorldState& s) { s.contacts[0].position[i] += 1e-9; });
    changes.push_back([i](WorldState& s) { s.contacts[0].normal[i] += 1e-9; });
    changes.push_back([i](WorldState& s) { s.contacts[0].impulse_tangent[i] += 1e-9; });
    changes.push_back([i](WorldState& s) { s.contacts[0].slip[i] += 1e-9; });
    changes.push_back([i](WorldState& s) { s.contacts[0].torque[i] += 1e-9; });
  }
  for (int i = 0; i < 4; ++i) changes.push_back([i](WorldState& s) { s.bodies[1].rotation.coeffs()[i] += 1e-9; });

  std::set<std::uint64_t> seen = {hash(sample_state())};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    WorldState state = sample_state();
    changes[i](state);
    EXPECT_TRUE(seen.insert(hash(state)).second) << "change " << i << " left the hash as another one";
  }
}

TEST(StateHash, SeesTheSignOfZeroAndTheLastBit) {
  WorldState a = sample_state(), b = sample_state();
  b.bodies[0].velocity.x() = -0.0;
  EXPECT_NE(hash(a), hash(b));
  b = sample_state();
  b.bodies[1].position.x() = std::nextafter(1.0, 2.0);
  EXPECT_NE(hash(a), hash(b));
}

TEST(StateHash, IgnoresPadding) {
  // The same state over memory filled with different bytes.
  std::uint64_t results[2];
  for (int fill : {0x00, 0xff}) {
    alignas(WorldState) unsigned char memory[sizeof(WorldState)];
    std::memset(memory, fill, sizeof memory);
    auto* state = new (memory) WorldState;
    state->bodies.resize(3);
    state->contacts.resize(2);
    results[fill == 0] = hash(*state);
    state->~WorldState();
  }
  EXPECT_EQ(results[0], results[1]);
}

TEST(SolvePath, EveryPathHasItsOwnName) {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(SolvePath::unconverged); ++i)
    names.insert(to_string(static_cast<SolvePath>(i)));
  EXPECT_EQ(names.size(), 7U);
  EXPECT_EQ(names.count("unknown"), 0U);
}

}  // namespace
}  // namespace stiction
