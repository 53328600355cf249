// stiction bench: starts a benchmark program.
#pragma once

#include <string>
#include <vector>

namespace stiction::cli {

/// Replaces this program by the benchmark `name` with the given arguments. Throws InputError where it was not built:
/// benchmarks need libraries that stiction itself is never linked with.
int bench_command(const std::string& name, const std::vector<std::string>& arguments);

}  // namespace stiction::cli
