// The page of `stiction solve --plot`: convergence as in Figs 3, 4 and 8 of the Fischer-Newton paper, fill patterns and
// spectra as in its Figs 6 and 7, performance profiles where there are several problems.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "chart.h"
#include "solve_results.h"

namespace stiction::cli {
namespace {

constexpr double kPatternWidth = 340;
/// Long curves are thinned out, as their axis is: points closer than this share of what came before show nothing.
constexpr double kSpacing = 0.02;

std::string convergence(const ProblemResults& p) {
  Chart chart("cost, Gauss-Seidel sweeps", "merit, J: normal (solid), friction (dashed)", true, true);
  int colour = 0;
  for (const SolveResult& r : p.results) {
    std::vector<std::pair<double, double>> normal, friction;
    if (r.status == "refused") continue;
    double next = 0;
    for (std::size_t i = 0; i < r.curve.size(); ++i) {
      if (static_cast<double>(i) < next && i + 1 != r.curve.size()) continue;
      next = static_cast<double>(i) * (1 + kSpacing);
      normal.emplace_back(r.curve[i].cost, r.curve[i].normal);
      friction.emplace_back(r.curve[i].cost, r.curve[i].friction);
    }
    chart.add(r.solver, normal, colour);
    chart.add(r.solver, friction, colour++, true);
  }
  return chart.svg();
}

std::string pattern(const LocalProblem& problem) {
  const int n = problem.size();
  std::string path;
  for (int k = 0; k < n; ++k)
    for (int e = problem.W.start[k]; e < problem.W.start[k + 1];) {
      int end = e + 1;
      while (end < problem.W.start[k + 1] && problem.W.column[end] == problem.W.column[end - 1] + 1) ++end;
      path += fmt::format("M{} {}h{}v1h-{}z", problem.W.column[e], k, end - e, end - e);
      e = end;
    }
  return fmt::format("<svg viewBox=\"0 0 {0} {0}\" width=\"{1}\" class=frame><path d=\"{2}\" fill=\"#24292f\"/></svg>",
                     std::max(n, 1), kPatternWidth, path);
}

std::string spectrum(const ProblemResults& p) {
  Chart chart("number", "eigenvalue of W", false, true);
  std::vector<std::pair<double, double>> positive, negative;
  for (std::size_t i = 0; i < p.spectrum.size(); ++i)
    (p.spectrum[i] > 0 ? positive : negative).emplace_back(static_cast<double>(i), std::abs(p.spectrum[i]));
  chart.add("positive", positive, 0, false, true);
  if (!negative.empty()) chart.add("negative, size", negative, 1, false, true);
  return chart.svg();
}

/// Share of the problems that a solver solves within a factor of the fastest one's time.
std::string profiles(const std::vector<ProblemResults>& problems) {
  Chart chart("CPU time, times that of the fastest solver", "share of the problems solved", true, false);
  for (std::size_t s = 0; s < problems.front().results.size(); ++s) {
    std::vector<double> ratios;
    for (const ProblemResults& p : problems) {
      double fastest = std::numeric_limits<double>::infinity();
      for (const SolveResult& r : p.results)
        if (r.status == "solved") fastest = std::min(fastest, r.cpu_s);
      if (p.results[s].status == "solved") ratios.push_back(p.results[s].cpu_s / fastest);
    }
    std::sort(ratios.begin(), ratios.end());
    std::vector<std::pair<double, double>> steps;
    const auto share = [&](std::size_t i) { return static_cast<double>(i) / static_cast<double>(problems.size()); };
    for (std::size_t i = 0; i < ratios.size(); ++i) {
      steps.emplace_back(ratios[i], share(i));
      steps.emplace_back(ratios[i], share(i + 1));
    }
    if (!ratios.empty()) steps.emplace_back(std::max(1000.0, ratios.back()), share(ratios.size()));
    chart.add(problems.front().results[s].solver, steps, static_cast<int>(s));
  }
  return chart.svg();
}

}  // namespace

std::string to_page(const std::vector<ProblemResults>& problems, double tolerance) {
  std::string page =
      "<!doctype html><html lang=en><meta charset=utf-8><title>stiction solve</title><style>"
      "body{font:14px system-ui,sans-serif;margin:2em;color:#24292f;background:#fff}"
      "svg{font:11px system-ui,sans-serif;vertical-align:top;margin:0 1em 1em 0}"
      ".g{stroke:#d8dee4;fill:none}.frame{border:1px solid #d8dee4}pre{overflow:auto;font-size:12px}</style>"
      "<h1>Contact problems</h1>";
  page += "<pre>" + html_text(to_table(problems, tolerance)) + "</pre>";
  if (problems.size() > 1) page += "<h2>Performance profiles</h2>" + profiles(problems);
  for (const ProblemResults& p : problems) {
    page += "<h2>" + html_text(std::filesystem::path(p.path).filename().string()) + "</h2>";
    page += convergence(p) + pattern(p.file.problem) + spectrum(p);
  }
  return page + "</html>\n";
}

}  // namespace stiction::cli
