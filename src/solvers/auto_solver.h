// The default solver: whatever it takes, the cheapest first.
#pragma once

#include "stiction/solvers/contact_solver.h"

namespace stiction {

class AutoSolver : public ContactSolver {
 public:
  SolveReport solve(const LocalProblem& problem, std::vector<Vec3>& impulses, const Budget& budget) const override;
  /// Contacts that are open and far from closing are left out at first, and taken in where the bodies turn out to run
  /// into them: most contacts of a collapsing pile never push.
  SolveReport solve(const ContactProblem& problem, std::vector<Vec3>& impulses, const Budget& budget) const override;
  SolveReport solve(const ContactProblem& whole, const Decomposition& decomposition, std::size_t block,
                    std::vector<Vec3>& impulses, const Budget& budget) const override;
  bool solves_in_place(const ContactProblem& whole, const ProblemBlock& block) const override;
};

/// Where no bodies are known: the proximal Newton method on contacts. It aims at both errors of the certificate, but
/// the unit-consistent one decides.
SolveReport solve_in_contact_space(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget);

}  // namespace stiction
