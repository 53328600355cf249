#include "stiction/solvers/kernels/active_set.h"

#include <Eigen/Jacobi>
#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

namespace {

/// A row this near to the space of the rows held already adds nothing to it.
constexpr double kDependent = 1e-9;
/// The same for rows that are only guessed: what comes in later is worth a second look.
constexpr double kDependentGuess = 1e-4;
/// Violation that rounding leaves, relative to the speeds of the problem.
constexpr double kFulfilled = 1e-12;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// One condition n·w >= b, or n·w = b, with |n| = 1.
struct Row {
  int contact, axis;
  double scale;  ///< impulse of the contact's row for one unit of ours; negative: turned round
  double b;
  bool equal;
  int first, last;  ///< its terms
};

class Rows {
 public:
  explicit Rows(const WhitenedProblem& problem) : bodies(problem.bodies()) {
    for (int k = 0; k < problem.size(); ++k) {
      const WhitenedContact& c = problem.contacts[k];
      if (c.law == RowLaw::coulomb) add(c, k, 0, 1, false);
      if (c.law != RowLaw::bounded) continue;
      for (int axis = 0; axis < 3; ++axis) {
        const double lower = c.lower[axis], upper = c.upper[axis];
        if (lower == 0 && upper == 0) continue;
        const bool pushes = lower == 0 && upper == kInfinity, pulls = lower == -kInfinity && upper == 0,
                   holds = lower == -kInfinity && upper == kInfinity;
        understood = understood && (pushes || pulls || holds);
        add(c, k, axis, pulls ? -1 : 1, holds);
      }
    }
  }

  double violation(const Row& row, const Eigen::VectorXd& w) const {
    double u = -row.b;
    for (int i = row.first; i < row.last; ++i) u += terms_[std::size_t(i)].n.dot(w.segment<6>(6 * terms_[i].body));
    return u;
  }
  void add_to(const Row& row, double amount, Eigen::Ref<Eigen::VectorXd> w) const {
    for (int i = row.first; i < row.last; ++i) w.segment<6>(6 * terms_[i].body) += amount * terms_[i].n;
  }

  std::vector<Row> all;
  int bodies;
  bool understood = true;

 private:
  struct Term {
    int body;
    Vec6 n;
  };

  void add(const WhitenedContact& c, int k, int axis, double sign, bool equal) {
    const int first = static_cast<int>(terms_.size());
    double square = 0;
    c.for_each_term([&](int body, const Mat36& J) {
      terms_.push_back({body, sign * J.row(axis).transpose()});
      square += terms_.back().n.squaredNorm();
    });
    if (!(square > 0)) {  // moves nobody
      terms_.resize(std::size_t(first));
      return;
    }
    const double scale = 1 / std::sqrt(square);
    for (std::size_t i = std::size_t(first); i < terms_.size(); ++i) terms_[i].n *= scale;
    all.push_back({k, axis, sign * scale, sign * scale * c.bias[axis], equal, first, static_cast<int>(terms_.size())});
  }

  std::vector<Term> terms_;
};

/// Rows held, N = Q R, and their multipliers; w = p + N multipliers is nearest to p among all that fulfil them.
class ActiveSet {
 public:
  ActiveSet(const Rows& rows, const Eigen::VectorXd& p)
      : rows_(rows),
        p_(p),
        w_(p),
        Q_(p.size(), p.size()),
        R_(p.size(), p.size()),
        d_(p.size()),
        z_(p.size()),
        held_(rows.all.size(), 0) {
    double speed = p.norm();
    for (const Row& row : rows.all) speed = std::max(speed, std::abs(row.b));
    fulfilled_ = kFulfilled * speed;
  }

  /// Holds the guessed rows as far as they are independent and all of them push.
  void begin(const std::vector<int>& guess) {
    for (const int i : guess) {
      resolve(i, 1);
      if (z_.norm() > kDependentGuess) append(i);
    }
    for (update(); drop_pulling(); update()) {
    }
  }

  /// Takes in violated rows until none is left; false if that is impossible.
  bool run() {
    for (int rounds = 20 * (static_cast<int>(rows_.all.size()) + 10); rounds > 0; --rounds) {
      const int worst = most_violated();
      if (worst < 0) return true;
      if (!take_in(worst, rounds)) return false;
    }
    return false;
  }

  /// Of rows, in their own units.
  void add_impulses(std::vector<Vec3>& r) {
    update();  // without the rounding of all the steps before
    for (std::size_t j = 0; j < active_.size(); ++j) {
      const Row& row = rows_.all[std::size_t(active_[j])];
      const double push = row.equal ? lambda_[j] : std::max(0.0, lambda_[j]);
      r[std::size_t(row.contact)][row.axis] += row.scale * push;
    }
  }

 private:
  Eigen::Index size() const { return static_cast<Eigen::Index>(active_.size()); }

  /// z: the part of the row's direction (times `sign`) that the held rows leave; d: the others' share of it.
  void resolve(int i, double sign) {
    z_.setZero();
    rows_.add_to(rows_.all[std::size_t(i)], sign, z_);
    const auto Q = Q_.leftCols(size());
    d_.head(size()).noalias() = Q.transpose() * z_;
    z_.noalias() -= Q * d_.head(size());
    // Once more, or what is left of a nearly dependent row is mostly rounding.
    again_.noalias() = Q.transpose() * z_;
    z_.noalias() -= Q * again_;
    d_.head(size()) += again_;
  }

  void append(int i, double sign = 1, double multiplier = 0) {
    const Eigen::Index q = size();
    const double length = z_.norm();
    Q_.col(q) = z_ / length;
    R_.col(q).head(q) = sign * d_.head(q);
    R_(q, q) = sign * length;
    active_.push_back(i);
    lambda_.push_back(sign * multiplier);
    held_[std::size_t(i)] = 1;
  }

  void drop(std::size_t j) {
    held_[std::size_t(active_[j])] = 0;
    active_.erase(active_.begin() + std::ptrdiff_t(j));
    lambda_.erase(lambda_.begin() + std::ptrdiff_t(j));
    const Eigen::Index q = size(), from = static_cast<Eigen::Index>(j);
    for (Eigen::Index c = from; c < q; ++c) R_.col(c).head(c + 2) = R_.col(c + 1).head(c + 2);
    for (Eigen::Index c = from; c < q; ++c) {
      Eigen::JacobiRotation<double> turn;
      turn.makeGivens(R_(c, c), R_(c + 1, c));
      R_.block(0, c, q + 1, q - c).applyOnTheLeft(c, c + 1, turn.adjoint());
      Q_.applyOnTheRight(c, c + 1, turn);
    }
  }

  /// Multipliers and velocities of the rows held, from scratch.
  void update() {
    const Eigen::Index q = size();
    Eigen::VectorXd x(q);
    for (Eigen::Index j = 0; j < q; ++j) x[j] = -rows_.violation(rows_.all[std::size_t(active_[std::size_t(j)])], p_);
    const auto R = R_.topLeftCorner(q, q).triangularView<Eigen::Upper>();
    R.transpose().solveInPlace(x);
    w_ = p_;
    w_.noalias() += Q_.leftCols(q) * x;
    R.solveInPlace(x);
    for (Eigen::Index j = 0; j < q; ++j) lambda_[std::size_t(j)] = x[j];
  }

  bool drop_pulling() {
    bool dropped = false;
    for (std::size_t j = active_.size(); j-- > 0;) {
      if (rows_.all[std::size_t(active_[j])].equal || lambda_[j] >= 0) continue;
      drop(j);
      dropped = true;
    }
    return dropped;
  }

  int most_violated() const {
    int worst = -1;
    double most = fulfilled_;
    for (int i = 0; i < static_cast<int>(rows_.all.size()); ++i) {
      if (held_[std::size_t(i)]) continue;
      const Row& row = rows_.all[std::size_t(i)];
      const double u = rows_.violation(row, w_), wrong = row.equal ? std::abs(u) : -u;
      if (!(wrong > most)) continue;
      most = wrong;
      worst = i;
    }
    return worst;
  }

  /// Moves until row i is fulfilled, letting go of rows that would have to pull.
  bool take_in(int i, int& rounds) {
    const Row& row = rows_.all[std::size_t(i)];
    double u = rows_.violation(row, w_), multiplier = 0;
    const double sign = u > 0 ? -1 : 1;  // of joints, which may have to be pulled
    for (; rounds > 0; --rounds) {
      resolve(i, sign);
      const Eigen::Index q = size();
      shares_ = d_.head(q);
      R_.topLeftCorner(q, q).triangularView<Eigen::Upper>().solveInPlace(shares_);
      double least = kInfinity;
      std::size_t blocking = 0;
      for (std::size_t j = 0; j < active_.size(); ++j) {
        const double share = shares_[Eigen::Index(j)];
        if (rows_.all[std::size_t(active_[j])].equal || !(share > 0) || !(lambda_[j] < least * share)) continue;
        least = lambda_[j] / share;
        blocking = j;
      }
      const double free = z_.squaredNorm();
      const double full = free > kDependent * kDependent ? std::abs(u) / free : kInfinity;
      const double t = std::min(least, full);
      if (!(t < kInfinity)) return false;
      if (full < kInfinity) {
        w_ += t * z_;
        u += t * free * sign;
      }
      for (std::size_t j = 0; j < active_.size(); ++j) lambda_[j] -= t * shares_[Eigen::Index(j)];
      multiplier += t;
      if (full <= least) {
        append(i, sign, multiplier);
        return true;
      }
      drop(blocking);
    }
    return false;
  }

  const Rows& rows_;
  const Eigen::VectorXd p_;
  Eigen::VectorXd w_;
  Eigen::MatrixXd Q_, R_;
  Eigen::VectorXd d_, z_, again_, shares_;
  std::vector<int> active_;
  std::vector<double> lambda_;  ///< of the active rows
  std::vector<char> held_;      ///< of all rows
  double fulfilled_;
};

}  // namespace

bool project_on_contacts(const WhitenedProblem& problem, std::vector<Vec3>& r) {
  const Rows rows(problem);
  if (!rows.understood) return false;
  Eigen::VectorXd p(6 * rows.bodies);
  for (int i = 0; i < rows.bodies; ++i) p.segment<6>(6 * i) = problem.w_free[std::size_t(i)];
  if (!p.allFinite()) return false;
  std::vector<int> guess;
  for (int i = 0; i < static_cast<int>(rows.all.size()); ++i)
    if (rows.all[i].equal) guess.push_back(i);
  for (int i = 0; i < static_cast<int>(rows.all.size()); ++i) {
    const Row& row = rows.all[std::size_t(i)];
    if (!row.equal && row.scale * r[std::size_t(row.contact)][row.axis] > 0) guess.push_back(i);
  }
  ActiveSet set(rows, p);
  set.begin(guess);
  if (!set.run()) return false;
  std::vector<Vec3> found(r.size(), Vec3::Zero());
  set.add_impulses(found);
  for (const Vec3& impulse : found)
    if (!impulse.allFinite()) return false;
  r = std::move(found);
  return true;
}

}  // namespace stiction
