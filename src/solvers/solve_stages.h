// The stages that solvers with knowledge of the bodies are made of. A solver calls them in its own order until one of
// them is content.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "stiction/solvers/contact_solver.h"
#include "stiction/solvers/kernels/newton_system.h"
#include "stiction/solvers/kernels/whitened_problem.h"
#include "stiction/solvers/staggered_projections/staggered_projections.h"

namespace stiction {

class SolveStages {
 public:
  static constexpr int kNoLimit = std::numeric_limits<int>::max();
  /// Weight of the proximal loop where nothing is known of the start.
  static constexpr double kFirmWeight = 0.1;
  /// Else so many times the error of the start, within limits.
  static constexpr double kWeightForError = 10;
  /// A step is solved when its error is this far below the tolerance: standing structures must not creep at the speed
  /// of the tolerance.
  static constexpr double kMargin = 0.1;

  /// `r` holds the start, and the best impulses from then on. All arguments must outlive the stages.
  /// `margin`: see target().
  SolveStages(const WhitenedProblem& problem, std::vector<Vec3>& r, const Budget& budget, double margin = kMargin);

  /// Problems that are solved one after the other often have the same graph: the order of elimination is found once.
  void share_order(std::shared_ptr<BlockFactor>& factor) { factor_ = &factor; }
  /// Whether the start can stand, at most after a few sweeps over the contacts.
  bool carried();
  /// Finds the error of the start.
  void judge();
  /// Gauss-Seidel sweeps over the contacts for as long as they pay; true if they reached target().
  bool sweep();
  /// The proximal loop from the impulses at hand; true if it reached `aim`.
  bool newton(double aim, double weight, int max_rounds, int max_factorizations, SolvePath path);
  /// A start for the proximal loop from the middle of the cones, wherever the impulses at hand lead; or, if their error
  /// is told, on a path that begins near them.
  void interior(double start_error = std::numeric_limits<double>::infinity());
  /// The proximal loop from the impulses at hand to target(), with a weight that suits their error.
  bool proximal();
  /// interior() and proximal() from there, even if that is worse than what is at hand; true if it reached target().
  /// Keeps the better impulses.
  bool from_the_middle();
  /// Solves only what is wrong and what lies around it, each place by `solve_part`, over and over; true if that reached
  /// target(). Ends where too much is wrong. Work on a place counts by its share of the contacts.
  bool mend(const std::function<void(SolveStages&)>& solve_part);
  bool staggered(StaggeredOptions options);
  /// Another way to the solution, where the one from the carried impulses got stuck.
  void restart(double weight);
  /// On from the best impulses found, for as long as the budget lasts: what a change of start does not cure, time may.
  void insist();
  /// Nothing reached the aim: good enough if within tolerance, else unconverged.
  void settle();
  /// The same, and an unconverged answer is made free of penetration.
  void finish();

  bool within_tolerance() const;
  /// Whether more work would be wasted: target() is reached, or, in motion, nearly so, and no more comes.
  bool content() const;
  /// Of the impulses at hand.
  double error() const { return error_; }
  int size() const { return problem_.size(); }
  int iterations_left() const;
  int factorizations_left() const;
  /// A step is solved when its error is this low: the margin times the tolerance.
  double target() const;
  /// What carried impulses, and Newton steps from them, aim at: lower still.
  double rest_aim() const;

  SolveReport report;

 private:
  bool relaxed(double aim);
  /// From elsewhere: what solve() makes of it stays if it is better than what is at hand.
  template <class Solve>
  void attempt(Solve&& solve);
  bool accept(std::vector<Vec3>& r, double error, SolvePath path);
  /// Aims below rounding would only burn time.
  double above_rounding(double aim) const;
  /// In motion: what may be left as it is.
  double good_enough() const;
  /// Made when first needed: a step at rest needs none.
  NewtonSystem& system();

  const WhitenedProblem& problem_;
  std::vector<Vec3>& r_;
  const Budget& budget_;
  std::shared_ptr<BlockFactor>* factor_ = nullptr;
  std::optional<NewtonSystem> system_;
  double deadline_;  ///< wall clock
  std::function<bool()> out_of_time_;
  double margin_;
  double error_ = 0;
  bool stalled_ = false;  ///< within what is good enough, and no better for it
  int patience_;
  SolvePath best_path_ = SolvePath::carried;
};

}  // namespace stiction
