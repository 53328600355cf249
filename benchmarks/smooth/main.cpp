// Smooth surfaces beside the tables of the paper that they come from, on one thread.
#include <tbb/global_control.h>

#include <algorithm>
#include <vector>

#include "stiction/common/timer.h"
#include "tables.h"

namespace stiction::smooth_bench {

Cost cost_of(int calls, const std::function<void()>& work) {
  std::vector<double> rounds;
  for (int round = 0; round < 5; ++round) {
    const double start = cpu_seconds();
    for (int i = 0; i < calls; ++i) work();
    rounds.push_back((cpu_seconds() - start) / calls);
  }
  std::sort(rounds.begin(), rounds.end());
  return {rounds[0], rounds[2]};
}

}  // namespace stiction::smooth_bench

int main() {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  stiction::smooth_bench::table_one();
  stiction::smooth_bench::table_two();
}
