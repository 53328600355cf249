// Times of very many steps in little memory: how long all but a few of them took.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace stiction {

class TimeHistogram {
 public:
  void add(double seconds) {
    const double place = kPerDecade * (std::log10(std::max(seconds, kLeast)) - std::log10(kLeast));
    ++counts_[std::min(static_cast<std::size_t>(place), counts_.size() - 1)];
    ++count_;
  }
  std::int64_t count() const { return count_; }

  /// The time, s, that this part of the steps (from 0 to 1) did not exceed, at most 2.4 % too long; 0 without steps.
  double quantile(double part) const {
    const double wanted = part * static_cast<double>(count_);
    double seen = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      seen += static_cast<double>(counts_[i]);
      if (counts_[i] > 0 && seen >= wanted) return kLeast * std::pow(10, static_cast<double>(i + 1) / kPerDecade);
    }
    return 0;
  }

 private:
  static constexpr double kLeast = 1e-7;  ///< s
  static constexpr int kPerDecade = 100;
  std::array<std::int64_t, 9 * kPerDecade> counts_{};
  std::int64_t count_ = 0;
};

}  // namespace stiction
