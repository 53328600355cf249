#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace stiction::bench {

namespace {

/// What no problem may miss, at the default tolerance.
constexpr double kCoarse = 1e-6;
constexpr const char* kForms[] = {"with bodies", "as (W, q)"};

/// The verdict on one form of a problem, or none: 0 with bodies, 1 in contact space.
const Verdict* verdict(const Trial& trial, int form) {
  if (form == 0) return &trial.bodies;
  return trial.contacts_only ? &*trial.contacts_only : nullptr;
}

bool within(const Trial& trial, int form, double error) {
  const Verdict* v = verdict(trial, form);
  return !v || v->error <= error;
}

std::vector<std::string> kinds(const std::vector<Trial>& trials) {
  std::vector<std::string> names;
  for (const Trial& t : trials)
    if (std::find(names.begin(), names.end(), t.kind) == names.end()) names.push_back(t.kind);
  return names;
}

/// One line of a table: the trials of a kind, or all of them if `kind` is empty.
std::string row(const std::vector<Trial>& trials, const std::string& kind, int form, double tolerance) {
  std::vector<int> sizes;
  int fine = 0, coarse = 0, fclib = 0;
  double seconds = 0, slowest = 0, mu_min = std::numeric_limits<double>::infinity(), mu_max = 0, ratio = 1;
  for (const Trial& t : trials) {
    const Verdict* v = verdict(t, form);
    if (!v || (!kind.empty() && t.kind != kind)) continue;
    sizes.push_back(t.contacts + t.joints + t.rolling);
    fine += within(t, form, tolerance);
    coarse += within(t, form, kCoarse);
    fclib += v->error_q <= tolerance;
    seconds += v->seconds;
    slowest = std::max(slowest, v->seconds);
    mu_min = std::min(mu_min, t.mu_min);
    mu_max = std::max(mu_max, t.mu_max);
    ratio = std::max(ratio, t.heaviest / t.lightest);
  }
  if (sizes.empty()) return "";
  std::sort(sizes.begin(), sizes.end());
  const double n = static_cast<double>(sizes.size());
  const std::string mu = mu_max > 0 ? fmt::format("{:.2g}..{:.2g}", mu_min, mu_max) : "-";
  return fmt::format("{:<12} {:>9} {:>19} {:>11} {:>10.1e} {:>10.2f} % {:>9.2f} % {:>9.2f} % {:>9.2f} {:>10.1f}\n",
                     kind.empty() ? "all" : kind, sizes.size(),
                     fmt::format("{}/{}/{}", sizes.front(), sizes[sizes.size() / 2], sizes.back()), mu, ratio,
                     100 * fine / n, 100 * coarse / n, 100 * fclib / n, 1e3 * seconds / n, 1e3 * slowest);
}

}  // namespace

bool misses(const Trial& trial, double error) { return !within(trial, 0, error) || !within(trial, 1, error); }

std::string list_missed(const std::vector<Trial>& trials, double tolerance) {
  std::string text;
  for (const Trial& t : trials)
    for (const int form : {0, 1}) {
      if (within(t, form, tolerance)) continue;
      const Verdict& v = *verdict(t, form);
      text += fmt::format(
          "missed {}: {} ({}), {} contacts, {} joint and {} rolling triples, mu {:.3g}, masses to {:.1e}: error "
          "{:.1e}, "
          "err_q {:.1e}, {:.0f} ms\n",
          kForms[form], t.name, t.parameters, t.contacts, t.joints, t.rolling, t.mu_max, t.heaviest / t.lightest,
          v.error, v.error_q, 1e3 * v.seconds);
    }
  return text;
}

std::string to_table(const std::vector<Trial>& trials, double tolerance) {
  std::string text;
  for (const int form : {0, 1}) {
    text += fmt::format("\n{}\n{:<12} {:>9} {:>19} {:>11} {:>10} {:>12} {:>11} {:>11} {:>9} {:>10}\n", kForms[form],
                        "kind", "problems", "triples min/med/max", "mu", "masses to", fmt::format("at {:g}", tolerance),
                        fmt::format("at {:g}", kCoarse), "err_q too", "mean ms", "slowest ms");
    for (const std::string& kind : kinds(trials)) text += row(trials, kind, form, tolerance);
    text += row(trials, "", form, tolerance);
    const Trial* slowest = nullptr;
    for (const Trial& t : trials)
      if (verdict(t, form) && (!slowest || verdict(t, form)->seconds > verdict(*slowest, form)->seconds)) slowest = &t;
    if (slowest)
      text += fmt::format("slowest: {} ({}, mu {:.3g})\n", slowest->name, slowest->parameters, slowest->mu_max);
  }
  return text;
}

}  // namespace stiction::bench
