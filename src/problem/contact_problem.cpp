#include "stiction/problem/contact_problem.h"

namespace stiction {

std::vector<Vec6> velocities(const ContactProblem& problem, const std::vector<Vec3>& impulses) {
  std::vector<Vec6> momentum(problem.bodies(), Vec6::Zero());
  for (int k = 0; k < problem.size(); ++k) {
    if (impulses[k] == Vec3::Zero()) continue;
    problem.contacts[k].for_each_term(
        [&](int body, const Mat36& G) { momentum[body].noalias() += G.transpose() * impulses[k]; });
  }
  std::vector<Vec6> v = problem.v_free;
  for (int i = 0; i < problem.bodies(); ++i) v[i].noalias() += problem.inverse_mass[i] * momentum[i];
  return v;
}

}  // namespace stiction
