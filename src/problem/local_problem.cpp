#include "stiction/problem/local_problem.h"

#include <algorithm>

#include "stiction/problem/certificate.h"

namespace stiction {

const Mat3& BlockRows::diagonal(int k) const {
  const auto first = column.begin() + start[k], last = column.begin() + start[k + 1];
  return block[std::lower_bound(first, last, k) - column.begin()];
}

LocalProblem condense(const ContactProblem& problem) {
  LocalProblem local;
  const int n = problem.size();
  std::vector<std::vector<int>> touching(problem.bodies());
  for (int k = 0; k < n; ++k)
    problem.contacts[k].for_each_term([&](int body, const Mat36&) { touching[body].push_back(k); });
  const std::vector<double> compliances = contact_compliances(problem);
  local.W.start.push_back(0);
  for (int k = 0; k < n; ++k) {
    const ProblemContact& c = problem.contacts[k];
    local.contacts.push_back(
        {c.law, c.mu, c.rows, c.lower, c.upper, rounding_allowance(problem, c, compliances[k]), c.parent});
    local.q.push_back(contact_velocity(c, problem.v_free) - Vec3(c.bias, 0, 0));
    std::vector<int> columns{k};
    c.for_each_term(
        [&](int body, const Mat36&) { columns.insert(columns.end(), touching[body].begin(), touching[body].end()); });
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const int j : columns) {
      const ProblemContact& other = problem.contacts[j];
      Mat3 W = Mat3::Zero();
      c.for_each_term([&](int body, const Mat36& G) {
        other.for_each_term([&](int other_body, const Mat36& other_G) {
          if (body == other_body) W.noalias() += G * problem.inverse_mass[body] * other_G.transpose();
        });
      });
      local.W.column.push_back(j);
      local.W.block.push_back(W);
    }
    local.W.start.push_back(static_cast<int>(local.W.column.size()));
  }
  return local;
}

std::vector<Vec3> relative_velocities(const LocalProblem& problem, const std::vector<Vec3>& r) {
  std::vector<Vec3> u = problem.q;
  for (int k = 0; k < problem.size(); ++k)
    for (int e = problem.W.start[k]; e < problem.W.start[k + 1]; ++e)
      u[k].noalias() += problem.W.block[e] * r[problem.W.column[e]];
  return u;
}

}  // namespace stiction
