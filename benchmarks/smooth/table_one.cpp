#include <fmt/core.h>

#include <cmath>
#include <cstdio>

#include "contact_evolution/surface_costs.h"
#include "tables.h"

namespace stiction::smooth_bench {
namespace {

constexpr int kCalls = 20;

/// What a kind of surface may cost, ns; 0: no bound.
double allowed_ns(const std::string& surface) {
  if (surface.starts_with("Loop on Loop")) return 2000;
  if (surface == "Loop, regular") return 250;
  if (surface.starts_with("Loop")) return 500;
  return surface.starts_with("bicubic") ? 100 : 0;
}

void print(const std::vector<papers::SurfaceCost>& costs) {
  for (const papers::SurfaceCost& cost : costs) {
    const double allowed = allowed_ns(cost.surface);
    const bool known = !std::isnan(cost.paper_s);
    fmt::print("{:<36} {:>8.0f} {:>8.0f} {:>8} {:>12} {:>8}\n", cost.surface, 1e9 * cost.least_s, 1e9 * cost.median_s,
               allowed > 0 ? fmt::format("{:.0f}", allowed) : "-",
               known ? fmt::format("{:.0f}", 1e9 * cost.paper_s) : "-",
               known ? fmt::format("{:.0f}", cost.paper_s / cost.median_s) : "-");
  }
  std::fflush(stdout);
}

}  // namespace

void table_one() {
  fmt::print("Ten partial derivatives, ns (CPU, least and median of five rounds), beside Table I\n\n");
  fmt::print("{:<36} {:>8} {:>8} {:>8} {:>12} {:>8}\n", "surface", "least", "median", "wanted", "paper", "times");
  print(papers::surface_costs(kCalls));
  fmt::print("\nWhole acceleration, both bodies free and rolling on each other, ns\n\n");
  print(papers::acceleration_costs(kCalls));
}

}  // namespace stiction::smooth_bench
