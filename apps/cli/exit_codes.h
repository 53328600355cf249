// What the program's exit code says. Scripts depend on these numbers.
#pragma once

namespace stiction::cli {

inline constexpr int kGood = 0;
inline constexpr int kInternalFailure = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kNotConverged = 3;  ///< only under --strict
inline constexpr int kDifferent = 4;     ///< of `stiction repeat`: the run did not come out the same
inline constexpr int kNotSeen = 5;       ///< of `stiction papers`: something that must be seen was not
inline constexpr int kStopped = 130;     ///< Ctrl-C or a polite kill; the recording is complete up to there

}  // namespace stiction::cli
