// Loops over many small things.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstddef>

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

}  // namespace stiction
