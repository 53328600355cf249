// Surfaces of several patches: a grid, and sectors around an extraordinary vertex.
#pragma once

#include <cmath>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

#include "evolution/test_surfaces.h"

namespace stiction::test {

using Height = std::function<Taylor(const Taylor&, const Taylor&)>;

/// z(x, y), outward up, in n × n cells from (-n/2, -n/2) times `cell`, the parameters of each turned by quarter turns.
class Grid : public SmoothSurface {
 public:
  Grid(Height height, int n, double cell)
      : height_(std::move(height)), n_(n), cell_(cell), domain_(rectangle(0, 1, 0, 1)) {}
  int patches() const override { return n_ * n_; }
  const std::vector<Vec2>& domain(int) const override { return domain_; }
  SurfaceJet jet(const SurfacePoint& at) const override {
    const auto [s, t] = variables(at.st);
    const Taylor one(1);
    const int k = turns(at.patch);
    const Taylor a = k == 0 ? s : k == 1 ? one - t : k == 2 ? one - s : t;
    const Taylor b = k == 0 ? t : k == 1 ? s : k == 2 ? one - t : one - s;
    const Taylor x = Taylor(cell_) * (Taylor(at.patch % n_ - 0.5 * n_) + a);
    const Taylor y = Taylor(cell_) * (Taylor(at.patch / n_ - 0.5 * n_) + b);
    return to_jet({x, y, height_(x, y)});
  }
  /// The place over (x, y).
  SurfacePoint place(const Vec2& xy) const {
    const Vec2 g = xy / cell_ + Vec2::Constant(0.5 * n_);
    return in_cell(static_cast<int>(std::floor(g.x())), static_cast<int>(std::floor(g.y())), g);
  }
  std::optional<SurfacePoint> across(const SurfacePoint& at, int edge) const override {
    const int i = at.patch % n_, j = at.patch / n_;
    const Vec2 middle = 0.5 * (domain_[edge] + domain_[(edge + 1) % 4]), out = grid({at.patch, middle});
    const int ni = i + static_cast<int>(std::lround(2 * (out.x() - i - 0.5)));
    const int nj = j + static_cast<int>(std::lround(2 * (out.y() - j - 0.5)));
    if (ni < 0 || nj < 0 || ni >= n_ || nj >= n_) return std::nullopt;
    return in_cell(ni, nj, grid(at));
  }
  std::vector<SurfacePoint> around(int patch, int corner) const override {
    const Vec2 at = grid({patch, domain_[corner]});
    const int x = static_cast<int>(std::lround(at.x())), y = static_cast<int>(std::lround(at.y()));
    const int cells[4][2] = {{x, y}, {x - 1, y}, {x - 1, y - 1}, {x, y - 1}};
    int own = 0;
    while (cells[own][0] != patch % n_ || cells[own][1] != patch / n_) ++own;
    std::vector<SurfacePoint> all;
    for (int k = 0; k < 4; ++k) {
      const auto& [i, j] = cells[(own + k) % 4];
      if (i < 0 || j < 0 || i >= n_ || j >= n_) break;
      all.push_back(in_cell(i, j, at));
    }
    return all;
  }
  bool extraordinary(int, int) const override { return false; }

 private:
  int turns(int patch) const { return (patch % n_ + 2 * (patch / n_)) % 4; }
  Vec2 grid(const SurfacePoint& at) const {
    const double s = at.st.x(), t = at.st.y();
    const Vec2 local[4] = {{s, t}, {1 - t, s}, {1 - s, 1 - t}, {t, 1 - s}};
    return Vec2(at.patch % n_, at.patch / n_) + local[turns(at.patch)];
  }
  SurfacePoint in_cell(int i, int j, const Vec2& g) const {
    const double a = g.x() - i, b = g.y() - j;
    const Vec2 st[4] = {{a, b}, {b, 1 - a}, {1 - a, 1 - b}, {1 - b, a}};
    const int patch = j * n_ + i;
    return {patch, st[turns(patch)]};
  }
  Height height_;
  int n_;
  double cell_;
  std::vector<Vec2> domain_;
};

/// z(r) around the z axis in n triangular sectors that meet there; distances grow like a power of the parameters, so
/// that these are singular at the axis. `up`: outward up.
class Sectors : public SmoothSurface {
 public:
  Sectors(std::function<Taylor(const Taylor&)> height, int n, double size, double power, bool up)
      : height_(std::move(height)), n_(n), size_(size), power_(power), up_(up), domain_{{0, 0}, {1, 0}, {0, 1}} {}
  int patches() const override { return n_; }
  const std::vector<Vec2>& domain(int) const override { return domain_; }
  SurfaceJet jet(const SurfacePoint& at) const override {
    const auto [a, b] = variables(at.st);
    const Taylor sum = a + b;
    if (!(sum.c[0] > 0)) return to_jet({});
    const Taylor inverse = inverse_root(sum), share = b * inverse * inverse;
    const Taylor r = Taylor(size_) * pow(sum, power_);
    const Taylor angle = Taylor(2 * std::numbers::pi / n_) * (Taylor(at.patch) + share);
    const Taylor x = r * cos(angle), y = r * sin(angle);
    return to_jet({up_ ? x : y, up_ ? y : x, height_(r)});
  }
  SurfacePoint place(const Vec2& xy) const {
    const Vec2 p = up_ ? xy : Vec2(xy.y(), xy.x());
    double angle = std::atan2(p.y(), p.x()) * n_ / (2 * std::numbers::pi);
    if (angle < 0) angle += n_;
    const int patch = std::min(static_cast<int>(angle), n_ - 1);
    const double sum = std::pow(p.norm() / size_, 1 / power_), share = angle - patch;
    return {patch, sum * Vec2(1 - share, share)};
  }
  std::optional<SurfacePoint> across(const SurfacePoint& at, int edge) const override {
    if (edge == 1) return std::nullopt;
    const double sum = at.st.sum(), share = at.st.y() / sum + (edge == 0 ? 1 : -1);
    return SurfacePoint{(at.patch + (edge == 0 ? n_ - 1 : 1)) % n_, sum * Vec2(1 - share, share)};
  }
  std::vector<SurfacePoint> around(int patch, int corner) const override {
    std::vector<SurfacePoint> all{{patch, domain_[corner]}};
    for (int k = 1; corner == 0 && k < n_; ++k) all.push_back({(patch + k) % n_, Vec2::Zero()});
    return all;
  }
  bool extraordinary(int, int corner) const override { return corner == 0; }

 private:
  std::function<Taylor(const Taylor&)> height_;
  int n_;
  double size_, power_;
  bool up_;
  std::vector<Vec2> domain_;
};

}  // namespace stiction::test
