// Tables that gather what several exhibits found.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers_report.h"

namespace stiction::cli {
namespace {

std::string figure(double x) { return std::isnan(x) ? "-" : fmt::format("{:.4g}", x); }

std::string ratio(double paper, double ours) {
  return std::isnan(paper) || !(ours > 0) ? "-" : fmt::format("{:.3g}", paper / ours);
}

}  // namespace

std::vector<papers::Table> comparison_tables(const std::vector<PlayedExhibit>& exhibits) {
  std::vector<papers::Table> tables;
  for (const PlayedExhibit& played : exhibits)
    for (const papers::Comparison& c : played.findings.comparisons) {
      auto table = std::find_if(tables.begin(), tables.end(), [&](const auto& t) { return t.title == c.table; });
      if (table == tables.end()) {
        tables.push_back({c.table, {"", "", "paper", "ours", "paper / ours"}});
        table = tables.end() - 1;
      }
      table->rows.push_back({c.row, c.column, figure(c.paper), figure(c.ours), ratio(c.paper, c.ours)});
    }
  return tables;
}

papers::Table exhibit_table(const std::vector<PlayedExhibit>& exhibits) {
  papers::Table table{"Every exhibit", {"exhibit", "seen", "checks", "CPU, s", "by the clock, s"}};
  for (const PlayedExhibit& played : exhibits) {
    const papers::Findings& f = played.findings;
    const auto seen = std::count_if(f.checks.begin(), f.checks.end(), [](const papers::Check& c) { return c.seen; });
    table.rows.push_back({played.exhibit->name, f.all_seen() ? "yes" : "**no**",
                          fmt::format("{} of {}", seen, f.checks.size()), fmt::format("{:.0f}", f.cpu_s),
                          fmt::format("{:.0f}", f.wall_s)});
  }
  return table;
}

papers::Table health_table(const std::vector<PlayedExhibit>& exhibits) {
  papers::Table table{
      "Every film: share of the steps converged, worst certificate, deepest overlap",
      {"film", "simulated, s", "steps", "at 1e-4, %", "at 1e-6, %", "worst certificate", "deepest overlap, mm"}};
  for (const PlayedExhibit& played : exhibits)
    for (const papers::Health& h : played.findings.health)
      table.rows.push_back({h.film, fmt::format("{:g}", h.simulated_s), fmt::format("{}", h.steps),
                            fmt::format("{:.3f}", 100 * h.share_4), fmt::format("{:.3f}", 100 * h.share_6),
                            fmt::format("{:.1e}", h.worst_error), fmt::format("{:.2g}", 1e3 * h.worst_penetration)});
  return table;
}

}  // namespace stiction::cli
