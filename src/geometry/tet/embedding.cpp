#include "stiction/geometry/tet/embedding.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "stiction/common/error.h"

namespace stiction {

namespace {

/// Points this far outside by weight count as inside: faces between tetrahedra must leave no gap.
constexpr double kSlack = 1e-12;

Eigen::AlignedBox3d box_of(const TetMesh& mesh, std::size_t tet) {
  Eigen::AlignedBox3d box;
  for (int i = 0; i < 4; ++i) box.extend(mesh.corner(tet, i));
  return box;
}

}  // namespace

Eigen::Vector4d barycentric(const TetMesh& mesh, int tet, const Vec3& x) {
  const std::size_t t = std::size_t(tet);
  const Vec3 o = mesh.corner(t, 0);
  const Vec3 a = mesh.corner(t, 1) - o, b = mesh.corner(t, 2) - o, c = mesh.corner(t, 3) - o, d = x - o;
  const double scale = 1 / a.dot(b.cross(c));
  const double wa = scale * d.dot(b.cross(c)), wb = scale * a.dot(d.cross(c)), wc = scale * a.dot(b.cross(d));
  return {1 - wa - wb - wc, wa, wb, wc};
}

TetLocator::TetLocator(const TetMesh& mesh) : mesh_(&mesh), surface_(tet_surface(mesh)), tree_(surface_.mesh) {
  Vec3 mean = Vec3::Zero();
  std::vector<Eigen::AlignedBox3d> boxes;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    boxes.push_back(box_of(mesh, t));
    // A hair larger, so that rounding in the grid's coordinates loses nothing.
    const Vec3 hair = 1e-9 * boxes.back().sizes();
    boxes.back().extend(Vec3(boxes.back().max() + hair)).extend(Vec3(boxes.back().min() - hair));
    box_.extend(boxes.back());
    mean += boxes.back().sizes() / double(mesh.tets.size());
  }
  // Cells about as large as a tetrahedron, and no more of them than a few for each.
  double shrink = 1;
  const Vec3 wanted = box_.sizes().cwiseQuotient(mean);
  const double most = 4.0 * double(mesh.tets.size()) + 64;
  if (wanted.prod() > most) shrink = std::cbrt(most / wanted.prod());
  for (std::size_t i = 0; i < 3; ++i) cells_[i] = std::max(1, int(shrink * wanted(Eigen::Index(i))));
  inverse_cell_ = Vec3(cells_[0], cells_[1], cells_[2]).cwiseQuotient(box_.sizes());

  const auto visit_cells = [&](std::size_t t, auto&& visit) {
    std::array<int, 3> low, high;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto axis = Eigen::Index(i);
      const auto index = [&](double at) {
        return std::clamp(int((at - box_.min()(axis)) * inverse_cell_(axis)), 0, cells_[i] - 1);
      };
      low[i] = index(boxes[t].min()(axis));
      high[i] = index(boxes[t].max()(axis));
    }
    for (int k = low[2]; k <= high[2]; ++k) {
      for (int j = low[1]; j <= high[1]; ++j) {
        for (int i = low[0]; i <= high[0]; ++i) visit(std::size_t(i + cells_[0] * (j + cells_[1] * k)));
      }
    }
  };
  first_.assign(std::size_t(cells_[0]) * std::size_t(cells_[1]) * std::size_t(cells_[2]) + 1, 0);
  for (std::size_t t = 0; t < boxes.size(); ++t) visit_cells(t, [&](std::size_t c) { ++first_[c + 1]; });
  for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
  tets_.resize(std::size_t(first_.back()));
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for (std::size_t t = 0; t < boxes.size(); ++t) {
    visit_cells(t, [&](std::size_t c) { tets_[std::size_t(next[c]++)] = int(t); });
  }
}

std::size_t TetLocator::cell(const Vec3& x) const {
  std::array<int, 3> at;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = Eigen::Index(i);
    at[i] = std::clamp(int((x(axis) - box_.min()(axis)) * inverse_cell_(axis)), 0, cells_[i] - 1);
  }
  return std::size_t(at[0] + cells_[0] * (at[1] + cells_[1] * at[2]));
}

Embedding TetLocator::at(const Vec3& x) const {
  if (!x.allFinite()) throw InputError("point", "is not finite", "give three finite coordinates");
  Embedding best;
  if (box_.contains(x)) {
    const std::size_t c = cell(x);
    double deepest = -kSlack;
    for (int k = first_[c]; k < first_[c + 1]; ++k) {
      const int tet = tets_[std::size_t(k)];
      const Eigen::Vector4d weights = barycentric(*mesh_, tet, x);
      if (weights.minCoeff() > deepest) {
        deepest = weights.minCoeff();
        best.tet = tet;
        best.weights = weights;
      }
    }
    if (best.tet >= 0) return best;
  }
  const TriangleTree::Nearest nearest = tree_.nearest(x);
  best.tet = surface_.tets[std::size_t(nearest.triangle)];
  best.weights = barycentric(*mesh_, best.tet, x);
  best.outside = std::sqrt(nearest.squared);
  return best;
}

std::vector<Embedding> TetLocator::at(const std::vector<Vec3>& points) const {
  std::vector<Embedding> out(points.size());
  tbb::parallel_for(std::size_t(0), points.size(), [&](std::size_t i) { out[i] = at(points[i]); });
  return out;
}

}  // namespace stiction
