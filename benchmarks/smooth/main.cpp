// Smooth surfaces beside the tables of the paper that they come from, on one thread.
#include <tbb/global_control.h>

#include "tables.h"

int main() {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  stiction::smooth_bench::table_one();
  stiction::smooth_bench::table_two();
}
