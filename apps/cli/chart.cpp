#include "chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction::cli {
namespace {

constexpr double kWidth = 620, kHeight = 340, kLeft = 70, kRight = 170, kTop = 12, kBottom = 44;
constexpr double kInnerWidth = kWidth - kLeft - kRight, kInnerHeight = kHeight - kTop - kBottom;
constexpr int kTicks = 7;
constexpr const char* kPalette[] = {"#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df",
                                    "#bf3989", "#0a7d91", "#57606a", "#bc4c00"};

const char* colour_of(int i) { return kPalette[static_cast<std::size_t>(i) % std::size(kPalette)]; }

}  // namespace

std::string html_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

Chart::Chart(std::string x_label, std::string y_label, bool log_x, bool log_y)
    : x_label_(std::move(x_label)), y_label_(std::move(y_label)), log_x_(log_x), log_y_(log_y) {}

void Chart::add(const std::string& name, const std::vector<std::pair<double, double>>& points, int colour, bool dashed,
                bool dots) {
  Curve curve{name, {}, colour, dashed, dots};
  for (const auto& [x, y] : points) {
    const double px = log_x_ ? std::log10(x) : x, py = log_y_ ? std::log10(y) : y;
    if (std::isfinite(px) && std::isfinite(py)) curve.points.emplace_back(px, py);
  }
  curves_.push_back(std::move(curve));
}

Chart::Range Chart::range(bool x) const {
  Range r{0, 1};
  bool first = true;
  for (const Curve& curve : curves_)
    for (const auto& point : curve.points) {
      const double value = x ? point.first : point.second;
      r = first ? Range{value, value} : Range{std::min(r.low, value), std::max(r.high, value)};
      first = false;
    }
  if (x ? log_x_ : log_y_) r = {std::floor(r.low), std::ceil(r.high)};
  if (!(r.high > r.low)) r.high = r.low + 1;
  return r;
}

std::string Chart::axis(const Range& r, bool x) const {
  const bool logarithmic = x ? log_x_ : log_y_;
  // Whole decades, or a round number of linear steps.
  double step = (r.high - r.low) / kTicks;
  const double power = std::pow(10, std::floor(std::log10(step)));
  step = logarithmic ? std::max(1.0, std::ceil(step)) : power * (step < 2 * power ? 2 : step < 5 * power ? 5 : 10);
  std::string out;
  for (double v = std::ceil(r.low / step) * step; v <= r.high + 1e-9 * step; v += step) {
    const double share = (v - r.low) / (r.high - r.low);
    const double px = kLeft + share * kInnerWidth, py = kTop + (1 - share) * kInnerHeight;
    const std::string label = logarithmic ? fmt::format("1e{:.0f}", v) : fmt::format("{:g}", v);
    if (x)
      out += fmt::format(
          "<path class=g d=\"M{0:.1f} {1}V{2}\"/><text x=\"{0:.1f}\" y=\"{3}\" text-anchor=middle>{4}</text>", px, kTop,
          kTop + kInnerHeight, kTop + kInnerHeight + 16, label);
    else
      out +=
          fmt::format("<path class=g d=\"M{1} {0:.1f}H{2}\"/><text x=\"{3}\" y=\"{4:.1f}\" text-anchor=end>{5}</text>",
                      py, kLeft, kLeft + kInnerWidth, kLeft - 6, py + 4, label);
  }
  return out;
}

std::string Chart::svg() const {
  const Range rx = range(true), ry = range(false);
  std::string out = fmt::format("<svg viewBox=\"0 0 {} {}\" width=\"{}\">", kWidth, kHeight, kWidth) + axis(rx, true) +
                    axis(ry, false);
  out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=middle>{}</text>", kLeft + kInnerWidth / 2, kHeight - 8,
                     html_text(x_label_));
  out += fmt::format("<text transform=\"translate(14 {}) rotate(-90)\" text-anchor=middle>{}</text>",
                     kTop + kInnerHeight / 2, html_text(y_label_));
  double legend = kTop + 10;
  for (const Curve& curve : curves_) {
    std::string path;
    for (const auto& [x, y] : curve.points) {
      const double px = kLeft + (x - rx.low) / (rx.high - rx.low) * kInnerWidth;
      const double py = kTop + (1 - (y - ry.low) / (ry.high - ry.low)) * kInnerHeight;
      if (curve.dots)
        out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=1.5 fill=\"{}\"/>", px, py, colour_of(curve.colour));
      else
        path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px, py);
    }
    if (!path.empty())
      out += fmt::format("<path d=\"{}\" fill=none stroke=\"{}\" stroke-width=1.6{}/>", path, colour_of(curve.colour),
                         curve.dashed ? " stroke-dasharray=\"5 3\"" : "");
    if (curve.dashed) continue;
    out += fmt::format(
        "<rect x=\"{0}\" y=\"{1}\" width=10 height=10 fill=\"{2}\"/><text x=\"{3}\" y=\"{4}\">{5}</text>",
        kWidth - kRight + 12, legend - 9, colour_of(curve.colour), kWidth - kRight + 28, legend, html_text(curve.name));
    legend += 17;
  }
  return out + "</svg>";
}

}  // namespace stiction::cli
