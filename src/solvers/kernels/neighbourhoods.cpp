#include "stiction/solvers/kernels/neighbourhoods.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace stiction {

Neighbourhoods::Neighbourhoods(const WhitenedProblem& problem) : problem_(problem), first_(problem.bodies() + 1, 0) {
  const auto for_each_pair = [&](auto&& f) {
    for (int k = 0; k < problem.size(); ++k)
      problem.contacts[k].for_each_term([&](int body, const Mat36&) { f(body, k); });
  };
  for_each_pair([&](int body, int) { ++first_[body + 1]; });
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  contacts_.resize(first_.back());
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for_each_pair([&](int body, int k) { contacts_[next[body]++] = k; });
}

std::vector<std::vector<int>> Neighbourhoods::around(const std::vector<double>& shares, double rest, int rings) const {
  std::vector<int> order(shares.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int i, int j) { return shares[i] != shares[j] ? shares[i] < shares[j] : i < j; });
  std::vector<int> front;
  double left = 0;
  for (const int k : order) {
    left += shares[k];
    if (!(left <= rest * rest)) front.push_back(k);
  }

  std::vector<char> taken(shares.size(), 0), reached(problem_.bodies(), 0);
  for (const int k : front) taken[k] = 1;
  for (int ring = 0; ring < rings; ++ring) {
    std::vector<int> next;
    for (const int k : front)
      problem_.contacts[k].for_each_term([&](int body, const Mat36&) {
        if (std::exchange(reached[body], 1)) return;
        for (int i = first_[body]; i < first_[body + 1]; ++i)
          if (!std::exchange(taken[contacts_[i]], 1)) next.push_back(contacts_[i]);
      });
    front = std::move(next);
  }

  // Groups of taken contacts that share bodies. Rows that need others come with them: they have the same bodies.
  std::vector<std::vector<int>> groups;
  std::vector<char> grouped(shares.size(), 0), visited(problem_.bodies(), 0);
  for (int k = 0; k < problem_.size(); ++k) {
    if (!taken[k] || grouped[k]) continue;
    std::vector<int> group{k};
    grouped[k] = 1;
    for (std::size_t i = 0; i < group.size(); ++i)
      problem_.contacts[group[i]].for_each_term([&](int body, const Mat36&) {
        if (std::exchange(visited[body], 1)) return;
        for (int j = first_[body]; j < first_[body + 1]; ++j) {
          const int other = contacts_[j];
          if (taken[other] && !std::exchange(grouped[other], 1)) group.push_back(other);
        }
      });
    std::sort(group.begin(), group.end());
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace stiction
