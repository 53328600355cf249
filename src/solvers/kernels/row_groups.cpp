#include "stiction/solvers/kernels/row_groups.h"

#include <algorithm>
#include <map>

namespace stiction {

RowGroups::RowGroups(const WhitenedProblem& problem) {
  std::map<std::vector<int>, std::vector<int>> contacts_of;
  for (int k = 0; k < problem.size(); ++k) {
    const WhitenedContact& c = problem.contacts[std::size_t(k)];
    if (!holds(c)) continue;
    std::vector<int> bodies;
    c.for_each_term([&](int body, const Mat36&) { bodies.push_back(body); });
    std::sort(bodies.begin(), bodies.end());
    contacts_of[bodies].push_back(k);
  }
  for (auto& [bodies, contacts] : contacts_of) {
    Group group{bodies, contacts, {}, {}};
    group.rows.resize(3 * std::ssize(contacts), 6 * std::ssize(bodies));
    for (std::size_t i = 0; i < contacts.size(); ++i)
      problem.contacts[std::size_t(contacts[i])].for_each_term([&](int body, const Mat36& J) {
        const auto place = std::lower_bound(bodies.begin(), bodies.end(), body) - bodies.begin();
        group.rows.block<3, 6>(3 * Eigen::Index(i), 6 * place) = J;
      });
    groups_.push_back(std::move(group));
  }
}

void RowGroups::append_edges(std::vector<std::pair<int, int>>& edges) const {
  for (const Group& group : groups_)
    for (std::size_t i = 0; i < group.bodies.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) edges.emplace_back(group.bodies[j], group.bodies[i]);
}

void RowGroups::find_blocks(const BlockFactor& matrix) {
  for (Group& group : groups_)
    for (std::size_t i = 0; i < group.bodies.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) group.couplings.push_back(matrix.coupling(group.bodies[i], group.bodies[j]));
}

void RowGroups::add_products(const std::vector<Mat3>& weights, BlockFactor& matrix) {
  for (const Group& group : groups_) {
    left_.resize(group.rows.rows(), group.rows.cols());
    right_.resize(group.rows.rows(), group.rows.cols());
    Eigen::Index used = 0;
    for (std::size_t i = 0; i < group.contacts.size(); ++i) {
      const Mat3& C = weights[std::size_t(group.contacts[i])];
      if ((C.array() == 0).all()) continue;
      const auto J = group.rows.middleRows<3>(3 * Eigen::Index(i));
      left_.middleRows<3>(used) = J;
      right_.middleRows<3>(used).noalias() = C * J;
      used += 3;
    }
    if (used == 0) continue;
    product_.noalias() = left_.topRows(used).transpose() * right_.topRows(used);
    auto coupling = group.couplings.begin();
    for (std::size_t i = 0; i < group.bodies.size(); ++i) {
      const Eigen::Index row = 6 * Eigen::Index(i);
      matrix.diagonal(group.bodies[i]) += product_.block<6, 6>(row, row);
      for (std::size_t j = 0; j < i; ++j, ++coupling) {
        const Eigen::Index column = 6 * Eigen::Index(j);
        matrix.block_ab(*coupling) += product_.block<6, 6>(row, column);
        matrix.block_ba(*coupling) += product_.block<6, 6>(column, row);
      }
    }
  }
}

}  // namespace stiction
