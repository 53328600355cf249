// Problems out of a source, and each of them through the default solver from nothing, judged from outside.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sources.h"
#include "stiction/problem/contact_problem.h"

namespace stiction::bench {

/// The largest independent block of one step.
struct OwnProblem {
  std::string kind, name;  ///< name: source and step, such as "pile/3 step 48"
  std::string parameters;  ///< of the source
  ContactProblem problem;
  std::vector<Vec3> solution;  ///< that the simulation found
};

/// Steps the source's world and calls back with each problem taken; steps without contacts give none.
void for_each_problem(const Source& source, const std::function<void(const OwnProblem&)>& use);

struct Verdict {
  double error = 0;    ///< Certificate::error
  double error_q = 0;  ///< FCLib's
  double seconds = 0;  ///< CPU
};

struct Trial {
  std::string kind, name, parameters;
  int contacts = 0, joints = 0, rolling = 0;  ///< triples of rows, by their law
  double lightest = 0, heaviest = 0;          ///< body, kg
  double mu_min = 0, mu_max = 0;
  Verdict bodies;                        ///< solved with masses and Jacobians, as in a simulation
  std::optional<Verdict> contacts_only;  ///< solved as (W, q), as a problem from a file is
};

struct TrialOptions {
  double tolerance = 1e-8;
  int max_iterations = 2000;     ///< as in simulations
  int largest_condensed = 1000;  ///< triples up to which (W, q) is solved, too
};

Trial solve_cold(const OwnProblem& problem, const TrialOptions& options);

/// Makes the folder if there is none; throws InputError where that cannot be.
void make_folder(const std::string& folder);
/// Writes the problem as `folder`/<name>.hdf5. False for rolling friction, which the format cannot say.
bool keep(const OwnProblem& problem, const std::string& folder);

}  // namespace stiction::bench
