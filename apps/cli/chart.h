// Charts as inline SVG, for pages that need nothing else.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace stiction::cli {

/// Text made safe for HTML.
std::string html_text(const std::string& text);

/// Curves over logarithmic or linear axes. Points that a logarithm cannot show are left out.
class Chart {
 public:
  Chart(std::string x_label, std::string y_label, bool log_x, bool log_y);
  /// `colour` counts through a palette; a dashed curve is not in the legend.
  void add(const std::string& name, const std::vector<std::pair<double, double>>& points, int colour,
           bool dashed = false, bool dots = false);
  std::string svg() const;

 private:
  struct Curve {
    std::string name;
    std::vector<std::pair<double, double>> points;  ///< logarithms taken
    int colour;
    bool dashed, dots;
  };
  struct Range {
    double low, high;
  };
  Range range(bool x) const;
  std::string axis(const Range& range, bool x) const;

  std::string x_label_, y_label_;
  bool log_x_, log_y_;
  std::vector<Curve> curves_;
};

}  // namespace stiction::cli
