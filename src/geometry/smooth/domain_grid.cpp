#include "stiction/geometry/smooth/domain_grid.h"

namespace stiction {
namespace {

void add_triangle(DomainGrid& grid, const Vec2& a, const Vec2& b, const Vec2& c, int n) {
  const int base = int(grid.points.size());
  const auto at = [&](int i, int j) { return base + j * (n + 1) - j * (j - 1) / 2 + i; };
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i + j <= n; ++i) grid.points.push_back((double(n - i - j) * a + double(i) * b + double(j) * c) / n);
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i + j < n; ++i) {
      grid.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
      if (i + j + 1 < n) grid.triangles.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
}

void add_square(DomainGrid& grid, const std::vector<Vec2>& c, int n) {
  const auto at = [&](int i, int j) { return i + (n + 1) * j; };
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i <= n; ++i) {
      const double u = double(i) / n, v = double(j) / n;
      grid.points.push_back((1 - u) * (1 - v) * c[0] + u * (1 - v) * c[1] + u * v * c[2] + (1 - u) * v * c[3]);
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      grid.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
      grid.triangles.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
}

}  // namespace

DomainGrid domain_grid(const std::vector<Vec2>& corners, int segments) {
  DomainGrid grid;
  if (corners.size() == 3) {
    add_triangle(grid, corners[0], corners[1], corners[2], segments);
  } else if (corners.size() == 4) {
    add_square(grid, corners, segments);
  } else {
    Vec2 centre = Vec2::Zero();
    for (const Vec2& c : corners) centre += c / double(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
      add_triangle(grid, corners[i], corners[(i + 1) % corners.size()], centre, segments);
    }
  }
  return grid;
}

}  // namespace stiction
