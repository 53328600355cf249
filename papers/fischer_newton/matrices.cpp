// Figures 6 and 7: fill patterns and eigenvalues of the contact matrices.
#include <fmt/format.h>

#include <cmath>

#include "fischer_newton/exhibits.h"
#include "stiction/problem/spectrum.h"

namespace stiction::papers {
namespace {

void play(Stage& stage) {
  Table table{"Contact matrices W",
              {"case", "contacts", "variables", "blocks filled, %", "zero eigenvalues, %", "asymmetry"}};
  double last_fill = 2;
  for (const TestCase& c : test_cases()) {
    stage.breathe();
    const BlockRows& W = c.problem.W;
    const int n = W.size();
    Plot fill{fmt::format("Figure 6: {}, blocks of W", c.name),
              "column",
              "row, from below",
              false,
              false,
              {{"filled", {}, false, true}}};
    double asymmetry = 0, largest = 0;
    for (int k = 0; k < n; ++k)
      for (int e = W.start[std::size_t(k)]; e < W.start[std::size_t(k) + 1]; ++e) {
        const int j = W.column[std::size_t(e)];
        fill.curves[0].points.emplace_back(j, n - 1 - k);
        largest = std::max(largest, W.block[std::size_t(e)].cwiseAbs().maxCoeff());
        for (int m = W.start[std::size_t(j)]; m < W.start[std::size_t(j) + 1]; ++m)
          if (W.column[std::size_t(m)] == k)
            asymmetry = std::max(asymmetry,
                                 (W.block[std::size_t(e)] - W.block[std::size_t(m)].transpose()).cwiseAbs().maxCoeff());
      }
    const std::vector<double> spectrum = eigenvalues(c.problem);
    Plot values{fmt::format("Figure 7: {}, eigenvalues of W", c.name),
                "number",
                "eigenvalue, 1/kg",
                false,
                true,
                {{"above 0", {}, false, true}}};
    int zero = 0;
    for (std::size_t i = 0; i < spectrum.size(); ++i) {
      if (std::abs(spectrum[i]) < 1e-10 * spectrum.back())
        ++zero;
      else
        values.curves[0].points.emplace_back(double(i), spectrum[i]);
    }
    const double filled = double(W.column.size()) / (double(n) * n),
                 zeros = spectrum.empty() ? NAN : double(zero) / double(spectrum.size());
    table.rows.push_back({c.name, fmt::format("{}", n), fmt::format("{}", 3 * n), fmt::format("{:.1f}", 100 * filled),
                          fmt::format("{:.0f}", 100 * zeros), fmt::format("{:.0e}", asymmetry / largest)});
    stage.check(fmt::format("{}: W is symmetric", c.name), asymmetry <= 1e-12 * largest,
                fmt::format("to {:.0e} of its largest entry", asymmetry / largest));
    stage.check(fmt::format("{}: over-determined, many eigenvalues are zero", c.name), zeros > 0.3,
                fmt::format("{:.0f} % (paper: roughly 60 %)", 100 * zeros));
    stage.check(fmt::format("{}: sparser than the smaller case before", c.name), filled < last_fill,
                fmt::format("{:.1f} % of the blocks", 100 * filled));
    last_fill = filled;
    stage.add(std::move(fill));
    stage.add(std::move(values));
  }
  stage.add(std::move(table));
}

}  // namespace

Exhibit matrices() {
  return {"matrices", "Fill patterns and spectra (Figures 6 and 7)",
          "The matrices are symmetric and sparser the larger the case; roughly 60 % of their eigenvalues are zero.",
          play};
}

}  // namespace stiction::papers
