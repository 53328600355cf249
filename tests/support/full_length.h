// How long tests may run in this build.
#pragma once

namespace stiction::testing {

/// Builds with assertions or sanitizers are 20 to 100 times slower: there long runs are cut short.
#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
inline constexpr bool kFullLength = true;
#else
inline constexpr bool kFullLength = false;
#endif

/// Rounds of a random test: all of them in a release build, else a fiftieth.
constexpr int round_count(int all) { return kFullLength ? all : all / 50; }

/// Of how many rounds more must be of a kind that a random test is about: of one in `part`. Of a fiftieth of the rounds
/// shares say little, and any will do.
constexpr int share_of(int rounds, int part) { return kFullLength ? rounds / part : 0; }

}  // namespace stiction::testing
