// What every contact solver offers: a problem, a warm start and a budget in; impulses and a report out.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "stiction/problem/contact_problem.h"
#include "stiction/problem/decomposition.h"
#include "stiction/problem/local_problem.h"
#include "stiction/solvers/trace.h"
#include "stiction/state/step_report.h"

namespace stiction {

class BlockFactor;

/// When to stop. Whichever is reached first ends the solve.
struct Budget {
  double tolerance = 1e-6;                                        ///< on Certificate::error
  int max_iterations = 2000;                                      ///< outer iterations for each independent block
  double time_limit_s = std::numeric_limits<double>::infinity();  ///< wall time; not reproducible, so off by default
  /// Matrix factorizations for each independent block: a limit on the work that, unlike time, is reproducible. The
  /// projection that makes an unconverged answer free of penetration comes on top.
  int max_factorizations = std::numeric_limits<int>::max();
  bool start_is_solved = false;  ///< the start was solved in this very step: unless the problem changed, it stands
  /// A rough answer will do where an exact one is dear: this is solved again once it is known which contacts there are.
  bool draft = false;
  bool in_motion = false;  ///< an earlier solve of this step said so (SolveReport::in_motion)
  /// Where a factor may be kept from one solve of a block to the next: its order of elimination serves again if the
  /// same bodies push each other. Never more than a saving of time. Not to be shared between threads.
  std::shared_ptr<BlockFactor>* factor = nullptr;
  Trace trace = {};  ///< empty: nobody watches. Only for problems in contact space

  /// Tells from now on whether the time is up; empty without a limit.
  std::function<bool()> clock() const;
};

/// What the user may choose. `type` names the solver.
struct SolverSettings {
  std::string type = "auto";  ///< one of solver_names()
  double tolerance = 1e-6;
  int max_iterations = 2000;
  double time_limit_s = std::numeric_limits<double>::infinity();
  int max_factorizations = std::numeric_limits<int>::max();  ///< in a step; auto, proximal_newton
  bool warm_start = true;
  /// Staggered projections: 0 = exact disk, n >= 3 = polygon with n tangent samples. Lemke: directions, 0 = 4.
  int friction_samples = 0;
  std::string form = "auto";                  ///< staggered projections: auto | primal | dual
  std::string friction = "pyramid";           ///< gauss_seidel, conjugate_gradient, pcg_gauss_seidel: pyramid | cone
  double relaxation = 1;                      ///< gauss_seidel, pcg_gauss_seidel: above 0, below 2
  bool shock_propagation = false;             ///< gauss_seidel
  std::string direction = "fletcher_reeves";  ///< conjugate_gradient, pcg_gauss_seidel: or polak_ribiere
  std::string subsystem = "exact";            ///< fischer_newton: exact | quasi_ncg
  bool proximal = true;                       ///< fischer_newton: off = the paper's method alone
  int alignments = 0;                         ///< fischer_newton: times that tangents are turned along the slip
};

struct SolveReport {
  SolvePath path = SolvePath::none;
  int iterations = 0;
  int factorizations = 0;
  bool draft = false;      ///< no more than a draft, as the budget allowed
  bool in_motion = false;  ///< a large problem whose impulses change much: solved no better than the tolerance asks
  /// Error for the solver's own friction set, on the scale of Certificate::error; not a number where that is the cone.
  double model_error = std::numeric_limits<double>::quiet_NaN();
};

class ContactSolver {
 public:
  virtual ~ContactSolver() = default;
  /// `impulses` holds the warm start on entry (zeros for a cold one), the solution on exit, in contact frames.
  /// Must be a pure function of its arguments (time limit aside) and safe to call from several threads.
  /// Solvers that know contacts only inherit this: the problem is condensed to them first.
  virtual SolveReport solve(const ContactProblem& problem, std::vector<Vec3>& impulses, const Budget& budget) const;
  /// The same for one block of a problem, with the impulses of its contacts, by those who need no copy of it: asked
  /// only where solves_in_place says so.
  virtual SolveReport solve(const ContactProblem& whole, const Decomposition& decomposition, std::size_t block,
                            std::vector<Vec3>& impulses, const Budget& budget) const {
    return solve(part_of(whole, decomposition, block), impulses, budget);
  }
  virtual bool solves_in_place(const ContactProblem&, const ProblemBlock&) const { return false; }
  /// The same for a problem in contact space, such as one from a file.
  virtual SolveReport solve(const LocalProblem& problem, std::vector<Vec3>& impulses, const Budget& budget) const = 0;
};

/// Every type there is, `auto` first.
const std::vector<std::string>& solver_names();

/// Throws InputError for an unknown type or an option out of range.
std::unique_ptr<ContactSolver> make_solver(const SolverSettings& settings);

}  // namespace stiction
