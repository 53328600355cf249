#include "stiction/solvers/staggered_projections/staggered_projections.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/solvers/kernels/active_set.h"
#include "stiction/solvers/kernels/interior_point.h"
#include "stiction/solvers/kernels/proximal_newton.h"
#include "stiction/solvers/staggered_projections/anderson.h"

namespace stiction {

namespace {

/// The final contact projection promises u_n >= b at every exit, whatever the friction's accuracy: this part of the
/// tolerance. Large problems begin with the interior point method, whose cost hardly varies: a step without time left
/// waits for it.
constexpr double kFinalAccuracy = 1e-5, kFinalInterior = 1e-4, kFinalWeight = 1e-6;
/// Impulses with no larger an error than this are only added to: contacts that push although they open may do no harm.
constexpr double kNearby = 3e-2;
/// Rounds without gain after which rounding must be what keeps it from its target.
constexpr int kFinalPatience = 20;

double kinetic_norm2(const WhitenedProblem& problem, const std::vector<Vec3>& impulses) {
  std::vector<Vec6> w(problem.bodies(), Vec6::Zero());
  problem.add_impulses(impulses, w);
  double sum = 0;
  for (const auto& x : w) sum += x.squaredNorm();
  return sum;
}

/// Friction part of the impulses, each contact in units that make its kinetic weight about one, and back.
Eigen::VectorXd pack(const WhitenedProblem& problem, const std::vector<Vec3>& f) {
  Eigen::VectorXd x(3 * problem.size());
  for (int k = 0; k < problem.size(); ++k) x.segment<3>(3 * k) = std::sqrt(problem.contacts[k].d) * f[k];
  return x;
}
void unpack(const WhitenedProblem& problem, const Eigen::VectorXd& x, std::vector<Vec3>& f) {
  for (int k = 0; k < problem.size(); ++k) f[k] = x.segment<3>(3 * k) / std::sqrt(problem.contacts[k].d);
}

class Sequence {
 public:
  Sequence(const WhitenedProblem& problem, const StaggeredOptions& options)
      : problem_(problem),
        options_(options),
        contact_system_(problem, options.form.value_or(choose_form(problem))),
        friction_system_(problem, options.form.value_or(choose_form(problem))) {}

  /// c = P_C(x - f): normal impulses for friction f. `normal` holds the guess.
  void contact_projection(const std::vector<Vec3>& friction, std::vector<Vec3>& normal) {
    project(NormalLaw(problem_), contact_system_, friction, normal);
  }

  /// f = P_F(alpha)(x - c). `friction` holds the guess.
  void friction_projection(const std::vector<Vec3>& normal, std::vector<Vec3>& friction) {
    std::vector<double> radii(normal.size());
    for (std::size_t k = 0; k < radii.size(); ++k) {
      const WhitenedContact& c = problem_.contacts[k];
      radii[k] = std::max(0.0, c.law == RowLaw::rolling ? push_on(c, normal) : c.mu * normal[k].x());
    }
    project(FrictionLaw(problem_, std::move(radii), options_.samples), friction_system_, normal, friction);
  }

  std::function<bool()> out_of_time;  ///< ends projections early, all but the last one

  int factorizations() const { return contact_system_.factorizations() + friction_system_.factorizations(); }

 private:
  void project(const LocalLaw& law, NewtonSystem& system, const std::vector<Vec3>& acting, std::vector<Vec3>& r) {
    std::vector<Vec6> p = problem_.w_free;
    problem_.add_impulses(acting, p);
    ProximalNewtonOptions options;
    options.out_of_time = out_of_time;
    options.target = 1e-3 * options_.target;  // errors of a projection must not stall the sequence
    proximal_newton(problem_, law, p, system, options, r);
  }

  const WhitenedProblem& problem_;
  const StaggeredOptions& options_;
  NewtonSystem contact_system_, friction_system_;
};

double natural_error(const WhitenedProblem& problem, const std::vector<Vec3>& r, double* residual) {
  std::vector<Vec3> u;
  problem.relative_velocities(r, u);
  if (residual) {
    *residual = 0;
    for (int k = 0; k < problem.size(); ++k)
      if (problem.contacts[k].law == RowLaw::coulomb) *residual += std::abs(r[k].x() * u[k].x());
  }
  return problem.errors(r, u).worst();
}

/// What the contact projection finds (normal impulses, joints) and what the friction projection finds.
void split(const WhitenedProblem& problem, const std::vector<Vec3>& r, std::vector<Vec3>& normal,
           std::vector<Vec3>& friction) {
  for (std::size_t k = 0; k < r.size(); ++k) {
    const RowLaw law = problem.contacts[k].law;
    const Vec3 all = r[k];
    normal[k] = law == RowLaw::bounded ? all : Vec3(Vec3::Zero());
    friction[k] = law == RowLaw::rolling ? all : Vec3(Vec3::Zero());
    if (law != RowLaw::coulomb) continue;
    normal[k].x() = std::max(0.0, all.x());
    friction[k].tail<2>() = all.tail<2>();
  }
}

std::vector<Vec3> sum(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  std::vector<Vec3> c(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) c[k] = a[k] + b[k];
  return c;
}

/// Adds to impulses the least that makes them free of penetration. They stay what they are but for that, a better start
/// for the next step than the few rows on which the projection itself would let everything rest.
bool push_apart(const WhitenedProblem& problem, std::vector<Vec3>& r) {
  WhitenedProblem pushed = problem.copy();
  pushed.add_impulses(r, pushed.w_free);
  std::vector<Vec3> more(r.size(), Vec3::Zero());
  if (!project_on_contacts(pushed, more)) return false;
  r = sum(r, more);
  return true;
}

ProximalNewtonOptions final_options(double tolerance) {
  ProximalNewtonOptions options;
  options.target = kFinalAccuracy * tolerance;
  options.start_weight = kFinalWeight;
  options.patience = kFinalPatience;
  return options;
}

/// The same for problems too large for the active set.
bool push_apart_sparsely(const WhitenedProblem& problem, std::vector<Vec3>& r, double tolerance, int* factorizations) {
  WhitenedProblem pushed = problem.copy();
  pushed.add_impulses(r, pushed.w_free);
  for (std::size_t k = 0; k < r.size(); ++k) {
    WhitenedContact& c = pushed.contacts[k];
    c.mu = 0;
    if (c.law == RowLaw::rolling) c.upper.setZero();
    if (c.law != RowLaw::bounded) continue;
    c.lower -= r[k];
    c.upper -= r[k];
  }
  std::vector<Vec3> more(r.size(), Vec3::Zero());
  NewtonSystem system(pushed, choose_form(pushed));
  const ProximalNewtonOptions options = final_options(tolerance);
  const auto result = proximal_newton(pushed, NormalLaw(pushed), pushed.w_free, system, options, more);
  if (factorizations) *factorizations += system.factorizations();
  if (!(result.error <= options.target)) return false;
  r = sum(r, more);
  return true;
}

}  // namespace

double final_contact_projection(const WhitenedProblem& problem, std::vector<Vec3>& r, double tolerance,
                                int* factorizations) {
  const bool small = 6 * problem.bodies() <= kActiveSetSize;
  if (natural_error(problem, r, nullptr) <= kNearby) {
    if (small && push_apart(problem, r)) {
      if (factorizations) ++*factorizations;
      return natural_error(problem, r, nullptr);
    }
    if (!small && push_apart_sparsely(problem, r, tolerance, factorizations)) return natural_error(problem, r, nullptr);
  }
  std::vector<Vec3> normal(r.size(), Vec3::Zero());
  split(problem, r, normal, r);
  WhitenedProblem smooth = problem.copy();
  smooth.add_impulses(r, smooth.w_free);
  for (WhitenedContact& c : smooth.contacts) {
    c.mu = 0;
    if (c.law == RowLaw::rolling) c.upper.setZero();
  }
  if (small && project_on_contacts(smooth, normal)) {
    r = sum(normal, r);
    if (factorizations) ++*factorizations;
    return natural_error(problem, r, nullptr);
  }
  NewtonSystem system(smooth, choose_form(smooth));
  InteriorPointOptions interior;
  interior.target = kFinalInterior;
  std::vector<Vec3> start;
  interior_point(smooth, system, interior, start);
  if (!start.empty()) normal = start;
  proximal_newton(smooth, NormalLaw(smooth), smooth.w_free, system, final_options(tolerance), normal);
  r = sum(normal, r);
  if (factorizations) *factorizations += system.factorizations();
  return natural_error(problem, r, nullptr);
}

StaggeredResult staggered_projections(const WhitenedProblem& problem, std::vector<Vec3>& r,
                                      const StaggeredOptions& options, const std::function<bool()>& out_of_time) {
  StaggeredResult result;
  Sequence sequence(problem, options);
  sequence.out_of_time = out_of_time;
  Anderson anderson(options.anderson_memory);
  std::vector<Vec3> normal(r.size(), Vec3::Zero()), friction = r, best_friction, best_normal;
  split(problem, r, normal, friction);
  double predictor2 = 0;
  for (const auto& w : problem.w_free) predictor2 += w.squaredNorm();

  double best_error = std::numeric_limits<double>::infinity();
  double milestone = best_error, previous_change = best_error;
  int since_milestone = 0;
  std::vector<Vec3> next = friction, change(r.size());
  while (result.iterations < options.max_iterations && best_error > options.target) {
    if (out_of_time && out_of_time()) break;
    sequence.contact_projection(friction, normal);
    next = friction;
    sequence.friction_projection(normal, next);
    ++result.iterations;

    StaggeredIterate iterate;
    for (std::size_t k = 0; k < r.size(); ++k) change[k] = next[k] - friction[k];
    const double change2 = kinetic_norm2(problem, change);
    const double friction2 = kinetic_norm2(problem, friction);
    // Eq 28 divides by the friction's own size; where there is hardly any, by the predictor's kinetic energy.
    iterate.relative_error = change2 / (friction2 > 1e-12 * predictor2 ? friction2 : std::max(predictor2, 1e-300));
    iterate.natural_error = natural_error(problem, sum(normal, next), &iterate.residual);
    result.trace.push_back(iterate);
    // A polygon never reaches the exact error: its sequence is ranked by how little it still changes.
    const double rank = options.samples > 0 ? std::sqrt(iterate.relative_error) : iterate.natural_error;
    if (rank < best_error) {
      best_error = rank;
      best_friction = next;
      best_normal = normal;
    }
    if (best_error < 0.9 * milestone) {
      milestone = best_error;
      since_milestone = 0;
    } else if (++since_milestone >= options.patience) {
      break;
    }
    if (options.anderson_memory > 0) {
      // When the fixed-point residual grows, the history misleads: forget it and take the plain step.
      if (change2 > 4 * previous_change) anderson.reset();
      previous_change = change2;
      unpack(problem, anderson.next(pack(problem, friction), pack(problem, next)), friction);
    } else {
      friction = next;
    }
  }
  if (best_friction.empty()) {
    best_friction = friction;
    best_normal = normal;
  }
  sequence.out_of_time = {};
  sequence.contact_projection(best_friction, best_normal);
  r = sum(best_normal, best_friction);
  result.error = natural_error(problem, r, nullptr);
  result.factorizations = sequence.factorizations();
  return result;
}

}  // namespace stiction
