#include "stiction/geometry/bd_tree.h"

#include <algorithm>

#include "stiction/common/error.h"

namespace stiction {

namespace {

/// So that rounding of sums over modes cannot push a vertex out.
constexpr double kSlack = 1 + 1e-12;

}  // namespace

BdTree::BdTree(const ReducedSurface& surface) : tree_(surface.rest, surface.triangles) {
  if (surface.basis.size() != surface.rest.size())
    throw InputError("reduced surface",
                     "has " + std::to_string(surface.rest.size()) + " vertices and basis rows of " +
                         std::to_string(surface.basis.size()),
                     "give three rows for every vertex");
  modes_ = surface.basis.empty() ? 0 : int(surface.basis.front().cols());
  std::vector<int> vertices;
  for (const SurfaceTree::Node& node : tree_.nodes()) {
    vertices.clear();
    for (int k = node.first; k < node.last; ++k) {
      for (const int v : surface.triangles[tree_.order()[k]]) vertices.push_back(v);
    }
    std::ranges::sort(vertices);
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    Node bound{Vec3::Zero(), ReducedSurface::Rows::Zero(3, modes_), 0, Eigen::VectorXd::Zero(modes_)};
    const double share = 1 / double(vertices.size());
    for (const int v : vertices) {
      bound.centre += share * surface.rest[v];
      bound.moves += share * surface.basis[v];
    }
    for (const int v : vertices) {
      // |x_v - c| <= |rest_v - c0| + sum over j of |q_j| |basis_vj - C_j|.
      bound.radius = std::max(bound.radius, (surface.rest[v] - bound.centre).norm());
      for (int j = 0; j < modes_; ++j) {
        bound.grows[j] = std::max(bound.grows[j], (surface.basis[v].col(j) - bound.moves.col(j)).norm());
      }
    }
    nodes_.push_back(std::move(bound));
  }
}

BdTree::Sphere BdTree::sphere(int node, const Eigen::VectorXd& q) const {
  const Node& n = nodes_[node];
  Vec3 centre = n.centre;
  for (int j = 0; j < modes_; ++j) centre += q[j] * Vec3(n.moves.col(j));
  return {centre, kSlack * (n.radius + n.grows.dot(q.cwiseAbs()))};
}

std::vector<std::pair<int, int>> near_triangles(const BdTree& a, const Eigen::VectorXd& q_a, const BdTree& b,
                                                const Eigen::VectorXd& q_b, const Mat3& turn, const Vec3& shift,
                                                double reach) {
  std::vector<std::pair<int, int>> result, stack;
  if (a.tree().nodes().empty() || b.tree().nodes().empty()) return result;
  stack.emplace_back(0, 0);
  while (!stack.empty()) {
    const auto [i, j] = stack.back();
    stack.pop_back();
    const BdTree::Sphere s = a.sphere(i, q_a), t = b.sphere(j, q_b);
    const double most = s.radius + t.radius + reach;
    if ((turn * s.centre + shift - t.centre).squaredNorm() > most * most) continue;
    const SurfaceTree::Node &m = a.tree().nodes()[i], &n = b.tree().nodes()[j];
    if (m.right >= 0 && (n.right < 0 || s.radius >= t.radius)) {
      stack.emplace_back(i + 1, j);
      stack.emplace_back(m.right, j);
    } else if (n.right >= 0) {
      stack.emplace_back(i, j + 1);
      stack.emplace_back(i, n.right);
    } else {
      for (int k = m.first; k < m.last; ++k) {
        for (int l = n.first; l < n.last; ++l) result.emplace_back(a.tree().order()[k], b.tree().order()[l]);
      }
    }
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace stiction
