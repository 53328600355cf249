#include "stiction/problem/contact_problem.h"

namespace stiction {

std::vector<Vec6> velocities(const ContactProblem& problem, const std::vector<Vec3>& impulses) {
  std::vector<Vec6> momentum(problem.bodies(), Vec6::Zero());
  for (int k = 0; k < problem.size(); ++k) {
    const auto& c = problem.contacts[k];
    if (c.body_a >= 0) momentum[c.body_a].noalias() += c.G_a.transpose() * impulses[k];
    if (c.body_b >= 0) momentum[c.body_b].noalias() += c.G_b.transpose() * impulses[k];
  }
  std::vector<Vec6> v = problem.v_free;
  for (int i = 0; i < problem.bodies(); ++i) v[i].noalias() += problem.inverse_mass[i] * momentum[i];
  return v;
}

}  // namespace stiction
