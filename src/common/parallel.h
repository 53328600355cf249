// Loops over many small things.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace stiction {

/// Calls f(i) for all i below `count`, in any order and in parallel, but not where there is not enough to do for two
/// tasks of `per_task` calls. What f does must not depend on the order.
template <class F>
void parallel_each(std::size_t count, std::size_t per_task, F&& f) {
  if (count <= per_task) {
    for (std::size_t i = 0; i < count; ++i) f(i);
    return;
  }
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, per_task), [&](const auto& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i) f(i);
  });
}

/// Sum of f(i) over all i below `count`, in parallel, in parts of `per_task`: the same to the last bit for any number
/// of threads.
template <class Sum, class F>
Sum parallel_sum(std::size_t count, std::size_t per_task, const Sum& zero, F&& f) {
  const auto part = [&](std::size_t from, std::size_t to) {
    Sum sum = zero;
    for (std::size_t i = from; i < to; ++i) sum += f(i);
    return sum;
  };
  if (count <= per_task) return part(0, count);
  std::vector<Sum> parts((count + per_task - 1) / per_task, zero);
  parallel_each(parts.size(), 1,
                [&](std::size_t p) { parts[p] = part(p * per_task, std::min(count, (p + 1) * per_task)); });
  Sum sum = zero;
  for (const Sum& of_part : parts) sum += of_part;
  return sum;
}

}  // namespace stiction
