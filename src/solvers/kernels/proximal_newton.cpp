#include "stiction/solvers/kernels/proximal_newton.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace stiction {

namespace {

/// Newton steps without gain after which the contacts are sought that keep the rest from being solved: so many at most,
/// and no more than this part of all, that hold all but a tenth of the residual's square. Each that holds a tenth of it
/// is firmed up.
constexpr int kStalled = 3, kFewBlock = 10;
constexpr double kSmallPart = 0.1, kAllBut = 0.1, kWorthIt = 0.1;
/// Their weight rises to this many times what it was, up to the most, and to this part with each round that is solved.
constexpr double kFirmer = 8, kFirmest = 1, kRelease = 0.5;
/// Rounds without gain after which what is good enough is left as it is.
constexpr int kContent = 3;
/// Weight that no round goes below, as a multiple of the target and within limits: a smaller one would not bring the
/// target nearer, but is harder to solve with. Beside contacts that are held, the upper limit: the less the others
/// weigh, the more firmly these must be held.
constexpr double kLeastForTarget = 100, kLeast = 1e-8, kMostOfLeast = 1e-4;

/// One inner problem: centre and weight, and the current point with everything derived from it.
class Inner {
 public:
  Inner(const WhitenedProblem& problem, const LocalLaw& law, const std::vector<Vec6>& p, NewtonSystem& system)
      : problem_(problem), law_(law), p_(p), system_(system) {
    const int n = problem.size();
    weights_.resize(n);
    has_weight_.resize(n);
    for (const WhitenedContact& c : problem.contacts)
      if (c.parent >= 0) cross_.assign(n, Mat3::Zero());
    step_.resize(n);
  }

  void start(const std::vector<Vec3>& centre, double alpha) {
    inner_.centre = centre;
    inner_.set_alpha(alpha);
    r = centre;
    velocities(r, u);
    dr_.assign(r.size(), Vec3::Zero());
    du_ = dr_;
    norm = residual(0);
  }

  /// Another centre with the weight unchanged.
  void recentre(const std::vector<Vec3>& centre) {
    inner_.centre = r = centre;
    velocities(r, u);
  }
  void full_step() {
    each([&](int k) { r[k] += dr_[k]; });
  }

  /// Relative velocities of impulses, bias off.
  void velocities(const std::vector<Vec3>& impulses, std::vector<Vec3>& u_out) {
    w_ = p_;
    problem_.add_impulses(impulses, w_);
    problem_.contact_velocities(w_, u_out);
    each([&](int k) { u_out[k] -= problem_.contacts[k].bias; });
  }

  /// Newton direction at the current point; false if the system is singular. `fresh`: factor anew, else reuse factors.
  bool direction(bool fresh = true);
  /// Moves along the direction: halvings against `reference`, else the best trial. Returns the part of it that was
  /// gone.
  double line_search(double reference);

  /// A contact that sticks may need more friction than it has, and once it slips be pushed along its slip. Newton steps
  /// then go round in circles for its sake, while all others are solved. A firmer pull towards the centre, for such
  /// contacts alone, lets them go over to another state by and by. Returns false if the residual is not a matter of
  /// few.
  bool firm_up();
  /// A round is solved: who was firmed up may move more freely.
  void release();
  bool holds_some() const { return !inner_.own_alpha.empty(); }

  bool has_rolling_rows() const { return !cross_.empty(); }
  /// Calls f(k) for all contacts, in any order.
  template <class F>
  void each(F&& f) const {
    parallel_each(problem_.contacts.size(), kContactsPerTask, [&](std::size_t k) { f(static_cast<int>(k)); });
  }

  std::vector<Vec3> r, u;
  double norm = 0;  ///< of r - P(r - rho u~), weighted by the compliances

 private:
  Vec3 moved(int k) const { return u[k] + damping(k) * (r[k] - inner_.centre[k]); }
  double damping(int k) const { return inner_.alpha_of(k) * problem_.contacts[k].d; }
  double rho(int k) const { return inner_.length_of(k) / problem_.contacts[k].d; }
  double residual(double step) const { return std::sqrt(law_.residual2(inner_, {r, u, dr_, du_}, step)); }

  const WhitenedProblem& problem_;
  const LocalLaw& law_;
  const std::vector<Vec6>& p_;
  NewtonSystem& system_;
  InnerProblem inner_;
  std::vector<Vec3> step_, dr_, du_;
  std::vector<Mat3> weights_;
  std::vector<char> has_weight_;
  std::vector<Mat3> cross_;  ///< of rolling rows with their contacts; empty where there are none
  std::vector<Vec6> w_, dw_;
};

bool Inner::direction(bool fresh) {
  const auto linearize = [&](int k) {
    const WhitenedContact& c = problem_.contacts[k];
    const Linearization l = law_.linearize(k, r[k], moved(k), rho(k), damping(k), push_on(c, r));
    weights_[k] = l.weight;
    has_weight_[k] = !(l.weight.array() == 0).all();
    step_[k] = l.step;
    if (c.parent < 0) return;
    // What the contact's own normal impulse will do to the bounds; contacts come before their rolling rows.
    step_[k] += step_[c.parent].x() * l.coupling;
    cross_[k].noalias() = l.coupling * weights_[c.parent].row(0);
  };
  if (has_rolling_rows())
    for (int k = 0; k < problem_.size(); ++k) linearize(k);
  else
    each(linearize);
  if (fresh && !system_.factor(weights_, cross_)) return false;
  dw_.assign(problem_.bodies(), Vec6::Zero());
  problem_.add_impulses(step_, dw_);
  system_.solve(dw_);
  problem_.contact_velocities(dw_, du_, [&](int k) { return has_weight_[k] != 0; });
  each([&](int k) {
    dr_[k] = step_[k];
    if (has_weight_[k]) dr_[k].noalias() -= weights_[k] * du_[k];
    const int parent = problem_.contacts[k].parent;
    if (parent >= 0) dr_[k].noalias() -= cross_[k] * du_[parent];
  });
  // The velocity that the impulses really cause, not the one the linear solve promised.
  dw_.assign(problem_.bodies(), Vec6::Zero());
  problem_.add_impulses(dr_, dw_);
  problem_.contact_velocities(dw_, du_);
  return true;
}

double Inner::line_search(double reference) {
  double best_norm = std::numeric_limits<double>::infinity(), best_step = 1, step = 1;
  for (int halving = 0; halving <= 8; ++halving, step *= 0.5) {
    const double trial = residual(step);
    if (trial < best_norm) {
      best_norm = trial;
      best_step = step;
    }
    if (trial <= (1 - 1e-4 * step) * reference) break;
  }
  // What rounding adds to the velocities is gone when the next round starts.
  each([&](int k) {
    r[k] += best_step * dr_[k];
    u[k] += best_step * du_[k];
  });
  norm = best_norm;
  return best_step;
}

bool Inner::firm_up() {
  const std::size_t few = std::min<std::size_t>(kFewBlock, std::size_t(kSmallPart * double(r.size())));
  std::vector<std::pair<double, int>> shares(r.size());
  each([&](int k) { shares[k] = {law_.residual2_of(k, inner_, {r, u, dr_, du_}, 0), k}; });
  std::partial_sort(shares.begin(), shares.begin() + std::ptrdiff_t(few), shares.end(), std::greater<>());
  const double all = norm * norm;
  double held = 0;
  for (std::size_t i = 0; i < few; ++i) held += shares[i].first;
  if (few == 0 || !(held >= (1 - kAllBut) * all)) return false;
  if (inner_.own_alpha.empty()) inner_.own_alpha.assign(r.size(), 0.0);
  for (std::size_t i = 0; i < few && shares[i].first >= kWorthIt * all; ++i) {
    double& own = inner_.own_alpha[shares[i].second];
    own = std::min(kFirmest, kFirmer * std::max(own, inner_.alpha));
  }
  norm = residual(0);
  return true;
}

void Inner::release() {
  if (inner_.own_alpha.empty()) return;
  bool any = false;
  for (double& own : inner_.own_alpha) {
    own *= kRelease;
    if (own <= inner_.alpha) own = 0;
    any = any || own > 0;
  }
  if (!any) inner_.own_alpha.clear();
}

/// The best admissible iterate so far.
struct Best {
  std::vector<Vec3> r;
  double error = std::numeric_limits<double>::infinity();
};

/// Steps with the factors at hand while they gain: nearly free digits that let a resting solution carry over many
/// steps.
void polish(Inner& inner, const std::function<void(const std::vector<Vec3>&)>& judge, Best& best, double enough) {
  for (int i = 0; i < 12 && best.error > enough; ++i) {
    const double before = best.error;
    inner.recentre(best.r);
    inner.direction(false);
    inner.full_step();
    judge(inner.r);
    if (best.error > 0.7 * before) break;
  }
}

}  // namespace

ProximalNewtonResult proximal_newton(const WhitenedProblem& problem, const LocalLaw& law, const std::vector<Vec6>& p,
                                     NewtonSystem& system, const ProximalNewtonOptions& options, std::vector<Vec3>& r) {
  Inner inner(problem, law, p, system);
  system.begin();
  Best best;
  std::vector<Vec3> candidate(r.size()), u(r.size());
  const auto judge = [&](const std::vector<Vec3>& impulses) {
    const auto admit = [&](int k) {
      candidate[k] = law.admissible(k, impulses[k], push_on(problem.contacts[k], candidate));
    };
    // Contacts come before their rolling rows.
    if (inner.has_rolling_rows())
      for (int k = 0; k < problem.size(); ++k) admit(k);
    else
      inner.each(admit);
    inner.velocities(candidate, u);
    const double error = law.error(candidate, u);
    if (error < best.error) best = {candidate, error};
  };
  judge(r);
  if (best.r.empty()) judge(std::vector<Vec3>(r.size(), Vec3::Zero()));  // the start was not a number

  ProximalNewtonResult result;
  const int factored_before = system.factorizations();
  const auto reached = [&] {
    const bool may_stop = !options.at_least_one_step || system.factorizations() > factored_before;
    return best.error <= options.target && may_stop;
  };
  const auto exhausted = [&] {
    return system.factorizations() - factored_before >= options.max_factorizations ||
           (options.out_of_time && options.out_of_time());
  };
  std::vector<Vec3> centre = best.r.empty() ? r : best.r;
  const double least = std::clamp(kLeastForTarget * options.target, kLeast, kMostOfLeast);
  double alpha = options.start_weight, accuracy = 1;
  int rounds_since_failure = 1000, rounds_since_gain = 0;
  double milestone = best.error;
  for (; result.rounds < options.max_rounds && !reached() && !exhausted(); ++result.rounds) {
    if (best.error < 0.9 * milestone) {
      milestone = best.error;
      rounds_since_gain = 0;
    } else {
      ++rounds_since_gain;
      result.content = best.error <= options.good_enough && rounds_since_gain > kContent;
      if (result.content || rounds_since_gain > options.patience) break;
    }
    inner.start(centre, alpha);
    const double goal = 0.05 * accuracy * inner.norm;
    std::vector<double> history{inner.norm};
    double best_norm = inner.norm;
    int newton = 0, without_gain = 0, firmings = 0;
    bool solved = false;
    while (!solved && newton < options.max_newton && without_gain < 6 && !reached() && !exhausted()) {
      if (!inner.direction()) break;
      ++newton;
      // Against the worst of the last five: a little growth is the price of passing kinks.
      const auto recent = history.end() - std::min<std::ptrdiff_t>(5, std::ssize(history));
      const double gone = inner.line_search(*std::max_element(recent, history.end()));
      if (!std::isfinite(inner.norm)) break;
      history.push_back(inner.norm);
      solved = inner.norm <= goal;
      // A step cut short leads to a point between two states, which is hardly ever the best one.
      if (solved || gone == 1 || exhausted()) judge(inner.r);
      without_gain = inner.norm < 0.9 * best_norm ? 0 : without_gain + 1;
      best_norm = std::min(best_norm, inner.norm);
      if (solved || without_gain < kStalled || firmings == options.max_firmings || !inner.firm_up()) continue;
      ++firmings;
      without_gain = 0;
      history.assign(1, inner.norm);
      best_norm = inner.norm;
    }
    if (solved) {
      centre = inner.r;
      double factor = newton <= 4 ? 0.2 : newton <= 10 ? 0.7 : 1.0;
      if (rounds_since_failure < 3) factor = std::max(factor, 0.7);
      ++rounds_since_failure;
      inner.release();
      alpha = std::max(alpha * factor, std::min(alpha, inner.holds_some() ? kMostOfLeast : least));
    } else {
      // Back to the centre exactly, with a firmer pull towards it.
      rounds_since_failure = 0;
      alpha = std::min(4 * alpha, 10.0);
      accuracy = std::max(accuracy / 2, 0.02);
    }
  }
  if (best.error <= options.target && system.factorizations() > factored_before)
    polish(inner, judge, best, options.polish * options.target);
  if (!best.r.empty()) r = best.r;
  result.error = best.error;
  result.factorizations = system.factorizations() - factored_before;
  return result;
}

}  // namespace stiction
