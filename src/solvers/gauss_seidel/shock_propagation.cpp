#include "stiction/solvers/gauss_seidel/shock_propagation.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "stiction/common/error.h"
#include "stiction/problem/certificate.h"
#include "stiction/solvers/gauss_seidel/relax_contact.h"

namespace stiction {

namespace {

/// Layer of every body: contacts between it and the nearest body that is not free. Bodies that lean on nothing fixed
/// share the layer 0.
std::vector<int> body_layers(const ContactProblem& problem) {
  constexpr int kUnknown = std::numeric_limits<int>::max();
  std::vector<int> layer(problem.bodies(), kUnknown);
  for (const ProblemContact& c : problem.contacts) {
    if (c.body_b < 0 && c.body_a >= 0) layer[c.body_a] = 1;
    if (c.body_a < 0 && c.body_b >= 0) layer[c.body_b] = 1;
  }
  bool found = true;
  for (int distance = 1; found; ++distance) {
    found = false;
    for (const ProblemContact& c : problem.contacts) {
      if (c.body_a < 0 || c.body_b < 0) continue;
      for (const auto& [from, to] : {std::pair{c.body_a, c.body_b}, std::pair{c.body_b, c.body_a}}) {
        if (layer[from] != distance || layer[to] != kUnknown) continue;
        layer[to] = distance + 1;
        found = true;
      }
    }
  }
  for (int& l : layer)
    if (l == kUnknown) l = 0;
  return layer;
}

}  // namespace

ShockLevels shock_levels(const ContactProblem& problem) {
  for (const ProblemContact& c : problem.contacts)
    if (!c.more.empty())
      throw InputError("shock propagation", "knows no deformable bodies",
                       "set shock_propagation to false, or take auto");
  ShockLevels shock;
  const std::vector<int> layer = body_layers(problem);
  // The rows of a contact with its lower body left out meet those of all others through the upper body alone.
  const LocalProblem whole = condense(problem);
  shock.upper = whole;
  for (int k = 0; k < problem.size(); ++k) {
    ProblemContact c = problem.contacts[k];
    const int a = c.body_a >= 0 ? layer[c.body_a] : -1, b = c.body_b >= 0 ? layer[c.body_b] : -1;
    shock.level.push_back(std::max(a, b));
    if (a < b) c.body_a = -1;
    if (b < a) c.body_b = -1;
    shock.upper.q[k] = contact_velocity(c, problem.v_free) - Vec3(c.bias, 0, 0);
    for (int e = whole.W.start[k]; e < whole.W.start[k + 1]; ++e) {
      const ProblemContact& other = problem.contacts[whole.W.column[e]];
      Mat3& W = shock.upper.W.block[e];
      W.setZero();
      const auto add = [&](int body, const Mat36& G) {
        if (body < 0) return;
        if (body == other.body_a) W.noalias() += G * problem.inverse_mass[body] * other.G_a.transpose();
        if (body == other.body_b) W.noalias() += G * problem.inverse_mass[body] * other.G_b.transpose();
      };
      add(c.body_a, c.G_a);
      add(c.body_b, c.G_b);
    }
  }
  return shock;
}

void propagate_shocks(const ShockLevels& shock, const FrictionSet& set, int sweeps, std::vector<Vec3>& r) {
  std::map<int, std::vector<int>, std::greater<>> levels;
  for (int k = 0; k < shock.upper.size(); ++k) levels[shock.level[k]].push_back(k);
  const std::vector<Vec3> steps = relaxation_steps(shock.upper, set, 1);
  for (const auto& [level, contacts] : levels)
    for (int sweep = 0; sweep < sweeps; ++sweep)
      for (const int k : contacts)
        r[k] = relax_contact(shock.upper.contacts[k], shock.upper.W.diagonal(k), steps[k], set,
                             relative_velocity(shock.upper, r, k), r[k], push_on(shock.upper.contacts[k], r));
}

}  // namespace stiction
