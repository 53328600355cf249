// The comparison as a table and as JSON.
#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "comparison.h"

namespace stiction::peers {
namespace {

const Result* find_stiction(const CaseResult& result) {
  for (const Result& row : result.results) {
    if (row.engine == "stiction" && row.times.count > 0) return &row;
  }
  return nullptr;
}

std::string millimetres(double metres, bool at_least) {
  if (!std::isfinite(metres)) return "-";
  const double value = 1e3 * metres;
  return (at_least ? "> " : "") + (value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value));
}

/// JSON has no infinity: null says that the engine gave up.
nlohmann::json number(double value) { return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(nullptr); }

}  // namespace

std::string to_table(const CaseResult& result) {
  std::string text =
      fmt::format("\n{}: {} (h = {:g} s, {:g} s)\n", result.name, result.description, result.step, result.duration);
  auto out = std::back_inserter(text);
  fmt::format_to(out, "  {:<15} {:>8} {:>8} {:>8} {:>8} {:>7}  {:>6} {:>6}  {:>9} {:>9}  {}\n", "engine", "mean ms",
                 "p50 ms", "p99 ms", "max ms", "timed", "x mean", "x p50", "moved mm", "drift mm", "answer");
  const Result* ours = find_stiction(result);
  for (const Result& row : result.results) {
    const StepTimes& t = row.times;
    fmt::format_to(out, "  {:<15} ", row.engine);
    if (t.count > 0) {
      fmt::format_to(out, "{:>8.4f} {:>8.4f} {:>8.4f} {:>8.4f} {:>7}  ", t.mean, t.p50, t.p99, t.max, t.count);
    } else {
      fmt::format_to(out, "{:>8} {:>8} {:>8} {:>8} {:>7}  ", "-", "-", "-", "-", 0);
    }
    if (ours && ours != &row && t.count > 0) {
      fmt::format_to(out, "{:>6.2f} {:>6.2f}  ", ours->times.mean / t.mean, ours->times.p50 / t.p50);
    } else {
      fmt::format_to(out, "{:>6} {:>6}  ", "", "");
    }
    fmt::format_to(out, "{:>9} {:>9}  {} {}", millimetres(row.moved, row.gone), millimetres(row.drift, row.gone),
                   row.good ? "yes:" : "no: ", row.answer);
    if (row.certificate) fmt::format_to(out, ", worst error {:.1e}", *row.certificate);
    text += '\n';
  }
  return text;
}

std::string to_json(const std::vector<CaseResult>& results) {
  nlohmann::json document = nlohmann::json::array();
  for (const CaseResult& result : results) {
    nlohmann::json rows = nlohmann::json::array();
    const Result* ours = find_stiction(result);
    for (const Result& row : result.results) {
      nlohmann::json entry = {
          {"engine", row.engine},
          {"settings", row.settings},
          {"step_ms",
           {{"mean", row.times.mean}, {"p50", row.times.p50}, {"p99", row.times.p99}, {"max", row.times.max}}},
          {"steps", row.steps},
          {"steps_timed", row.times.count},
          {"moved_m", number(row.moved)},
          {"moved_relative", number(row.moved_relative)},
          {"drift_m", number(row.drift)},
          {"good", row.good},
          {"answer", row.answer}};
      if (row.certificate) entry["certificate_error_max"] = number(*row.certificate);
      if (ours && row.times.count > 0) {
        entry["stiction_over_engine"] = {{"mean", ours->times.mean / row.times.mean},
                                         {"p50", ours->times.p50 / row.times.p50}};
      }
      rows.push_back(std::move(entry));
    }
    document.push_back({{"scene", result.name},
                        {"description", result.description},
                        {"step", result.step},
                        {"duration", result.duration},
                        {"engines", std::move(rows)}});
  }
  return document.dump(2);
}

}  // namespace stiction::peers
