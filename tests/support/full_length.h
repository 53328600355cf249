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

}  // namespace stiction::testing
