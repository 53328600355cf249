#include "stiction/assembly/overlap.h"

#include <tbb/parallel_for.h>

#include <Eigen/LU>
#include <algorithm>
#include <limits>
#include <utility>

#include "stiction/assembly/resolution.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/collision/detector.h"
#include "stiction/common/parallel.h"
#include "stiction/problem/decomposition.h"

namespace stiction {

namespace {

/// Enough to be worth a task.
constexpr std::size_t kBodiesPerTask = 200;

/// Undone at once, as a part of the thickness.
constexpr double kAtOnce = 0.05;

/// How often overlap is looked for and corrected; in heaps only bodies so many neighbours removed from it are moved,
/// but for the last time.
constexpr int kRounds = 3, kRings = 2;

/// A group of free bodies may be turned by this much to keep its angular momentum, rad. Where more would be needed, a
/// part of the correction is tried, at least this part of the attempt before.
constexpr double kLargestTurn = 5e-3, kLeastPart = 0.05;
constexpr int kAttempts = 4, kTurns = 4;

double allowed_overlap(const std::vector<RigidBody>& bodies, const ContactPoint& c) {
  return small_length(bodies[c.body_a].shape, bodies[c.body_b].shape, kOverlapAllowed, kOverlapAllowedCell);
}

}  // namespace

double excess_overlap(const std::vector<RigidBody>& bodies, const std::vector<ContactPoint>& contacts) {
  double worst = 0;
  for (const ContactPoint& c : contacts)
    if (c.spot < 0 && c.gap < -allowed_overlap(bodies, c)) worst = std::max(worst, -c.gap);
  return worst;
}

namespace {

std::vector<PosedShape> posed_shapes(const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states,
                                     double reach) {
  std::vector<PosedShape> posed(bodies.size());
  parallel_each(bodies.size(), kBodiesPerTask, [&](std::size_t i) {
    posed[i] = {&bodies[i].shape, pose(states[i]), bodies[i].fixed, Vec3::Zero(), bodies[i].fixed ? 0 : reach};
  });
  return posed;
}

/// The problem whose "velocities" are the displacements (m, rad).
ContactProblem overlap_problem(const OverlapInput& input, const std::vector<BodyState>& states,
                               const std::vector<ContactPoint>& contacts) {
  const std::vector<RigidBody>& bodies = input.bodies;
  const std::vector<Vec6> still(bodies.size(), Vec6::Zero());
  static const MaterialTable none;
  AssemblyInput bare{bodies, states, still, contacts, none, 1, 0};
  bare.bare = true;
  ContactProblem problem = assemble(bare);
  for (Vec6& v : problem.v_start) v.setZero();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    // Half of what is allowed is kept: a body set down exactly on the surface would lose touch.
    const ContactPoint& c = contacts[k];
    const double thin = std::min(thickness(bodies[c.body_a].shape), thickness(bodies[c.body_b].shape));
    problem.contacts[k].bias = std::min(-c.gap - 0.5 * allowed_overlap(bodies, c), kAtOnce * thin);
  }
  std::vector<JointRowSource> sources;
  std::vector<Joint> passive = input.joints;
  for (Joint& joint : passive) {
    joint.motor.type = Motor::Type::none;
    joint.friction = 0;
  }
  // Deformable bodies stay where they are: the next step closes their joints.
  std::vector<char> left_out(passive.size(), 0);
  for (std::size_t j = 0; j < passive.size(); ++j)
    for (const int body : {passive[j].body_a, passive[j].body_b})
      if (body >= 0 && bodies[static_cast<std::size_t>(body)].soft) left_out[j] = 1;
  append_joint_rows({passive, input.joint_states, bodies, states, still, 1, left_out}, free_indices(bodies), problem,
                    sources);
  return problem;
}

/// Turns a body, and its angular momentum with it.
void turn(BodyState& state, const Vec6& shift) {
  const Quat before = state.rotation;
  advance(state, shift, 1);
  state.angular_momentum = (state.rotation * before.conjugate()) * state.angular_momentum;
}

/// One group of bodies that touch each other; others are neither read nor moved.
OverlapReport part_block(const OverlapInput& input, const ProblemBlock& block,
                         const std::vector<std::size_t>& body_of_free, const OverlapSolver& solve,
                         std::vector<BodyState>& states) {
  OverlapReport report;
  bool touched = false, finite = true, alone = true;
  for (const ProblemContact& c : block.problem.contacts) touched = touched || (c.law == RowLaw::coulomb && c.bias > 0);
  if (!touched) return report;
  const std::vector<Vec6> shift = velocities(block.problem, solve(block.problem));
  for (const Vec6& x : shift) finite = finite && x.allFinite();
  for (const ProblemContact& c : block.problem.contacts) alone = alone && c.body_a >= 0 && c.body_b >= 0;
  if (!finite) return report;
  std::vector<std::size_t> moved;
  std::vector<BodyState> before;
  for (const int f : block.bodies) {
    moved.push_back(body_of_free[std::size_t(f)]);
    before.push_back(states[moved.back()]);
  }
  const double part = displace(input.bodies, moved, shift, alone, states);
  for (std::size_t b = 0; b < moved.size(); ++b) {
    const RigidBody& body = input.bodies[moved[b]];
    report.correction = std::max(report.correction, part * travel_bound(body, shift[b], 1));
    report.energy -= body.mass * input.gravity.dot(states[moved[b]].position - before[b].position);
  }
  return report;
}

/// Who may move to undo overlaps.
class Movers {
 public:
  Movers(const OverlapInput& input, const std::vector<ContactPoint>& found)
      : input_(input), role_(input.bodies.size(), kAside), neighbours_(input.bodies.size()) {
    const std::vector<RigidBody>& bodies = input.bodies;
    std::vector<char> leans(bodies.size(), 0);
    const auto link = [&](int a, int b) {
      for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
        if (from < 0 || is_fixed(from)) continue;
        if (to < 0 || is_fixed(to))
          leans[std::size_t(from)] = 1;
        else
          neighbours_[std::size_t(from)].push_back(to);
      }
    };
    for (std::size_t k = 0; k < input.touching.size(); ++k) {
      const ContactPoint& c = input.touching[k];
      if (k == 0 || Pair(c.body_a, c.body_b) != Pair(input.touching[k - 1].body_a, input.touching[k - 1].body_b))
        link(c.body_a, c.body_b);
    }
    for (const Joint& joint : input.joints) link(joint.body_a, joint.body_b);
    std::vector<int> seeds;
    for (const ContactPoint& c : found) {
      if (c.gap >= -allowed_overlap(bodies, c)) continue;
      for (const int body : {c.body_a, c.body_b})
        if (!is_fixed(body)) seeds.push_back(body);
    }
    // What floats is moved whole, for its momentum, and so is what joints hold together.
    for (const int seed : seeds) {
      if (role_[std::size_t(seed)] != kAside) continue;
      const std::vector<int> heap = around({seed}, std::numeric_limits<int>::max());
      const bool part_of_it = input.joints.empty() &&
                              std::any_of(heap.begin(), heap.end(), [&](int body) { return leans[std::size_t(body)]; });
      for (const int body : heap) role_[std::size_t(body)] = part_of_it ? kHeld : kMoves;
    }
    for (const int body : around(seeds, kRings)) role_[std::size_t(body)] = kMoves;
  }

  bool holds(int body) const { return role_[std::size_t(body)] == kHeld; }
  /// From now on all bodies that touch those with overlaps move, too, however indirectly.
  void release_held() { std::replace(role_.begin(), role_.end(), kHeld, kMoves); }

  /// Contacts of those that move, and of all as soon as one of them touches one that was left aside.
  std::vector<ContactPoint> contacts_within(double reach, const std::vector<BodyState>& states) {
    std::vector<PosedShape> posed = posed_shapes(input_.bodies, states, reach);
    for (std::size_t i = 0; i < posed.size(); ++i) posed[i].fixed = posed[i].fixed || role_[i] != kMoves;
    std::vector<ContactPoint> contacts = detect_contacts(posed, input_.never_touch, input_.memory);
    const auto joins = [&](int body) { return role_[std::size_t(body)] == kAside && !is_fixed(body); };
    if (std::none_of(contacts.begin(), contacts.end(),
                     [&](const ContactPoint& c) { return joins(c.body_a) || joins(c.body_b); }))
      return contacts;
    std::fill(role_.begin(), role_.end(), kMoves);
    return detect_contacts(posed_shapes(input_.bodies, states, reach), input_.never_touch, input_.memory);
  }

 private:
  enum Role : char { kAside, kHeld, kMoves };
  using Pair = std::pair<int, int>;

  bool is_fixed(int body) const { return input_.bodies[std::size_t(body)].fixed; }

  /// Free bodies that are so many neighbours removed from some.
  std::vector<int> around(std::vector<int> some, int rings) const {
    std::vector<char> taken(input_.bodies.size(), 0);
    std::erase_if(some, [&](int body) { return std::exchange(taken[std::size_t(body)], 1) != 0; });
    std::size_t begin = 0;
    for (int ring = 0; ring < rings && begin < some.size(); ++ring) {
      const std::size_t end = some.size();
      for (; begin < end; ++begin)
        for (const int next : neighbours_[std::size_t(some[begin])])
          if (!std::exchange(taken[std::size_t(next)], 1)) some.push_back(next);
    }
    return some;
  }

  const OverlapInput& input_;
  std::vector<Role> role_;
  std::vector<std::vector<int>> neighbours_;  ///< of free bodies, free ones
};

}  // namespace

OverlapReport part_bodies(const OverlapInput& input, const OverlapSolver& solve, std::vector<BodyState>& states) {
  OverlapReport report;
  std::vector<PosedShape> doubtful = posed_shapes(input.bodies, states, 0);
  for (std::size_t i = 0; i < doubtful.size(); ++i) doubtful[i].fixed = doubtful[i].fixed || input.apart[i];
  const std::vector<ContactPoint> found = detect_contacts(doubtful, input.never_touch, input.memory);
  double overlap = report.overlap = excess_overlap(input.bodies, found);
  if (overlap == 0) return report;
  Movers movers(input, found);
  std::vector<std::size_t> body_of_free;
  for (std::size_t i = 0; i < input.bodies.size(); ++i)
    if (!input.bodies[i].fixed) body_of_free.push_back(i);
  for (int round = 0; round < kRounds && overlap > 0; ++round) {
    if (round == kRounds - 1) movers.release_held();
    const std::vector<ContactPoint> contacts = movers.contacts_within(overlap, states);
    ContactProblem problem = overlap_problem(input, states, contacts);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      if (movers.holds(contacts[k].body_a)) problem.contacts[k].body_a = -1;
      if (movers.holds(contacts[k].body_b)) problem.contacts[k].body_b = -1;
    }
    const std::vector<ProblemBlock> blocks = decompose(problem);
    std::vector<OverlapReport> reports(blocks.size());
    tbb::parallel_for(std::size_t{0}, blocks.size(),
                      [&](std::size_t i) { reports[i] = part_block(input, blocks[i], body_of_free, solve, states); });
    for (const OverlapReport& of_block : reports) {
      report.correction = std::max(report.correction, of_block.correction);
      report.energy += of_block.energy;
    }
    overlap = excess_overlap(input.bodies, movers.contacts_within(0, states));
  }
  return report;
}

double displace(const std::vector<RigidBody>& bodies, const std::vector<std::size_t>& moved,
                const std::vector<Vec6>& shift, bool alone, std::vector<BodyState>& states) {
  double mass = 0;
  Vec3 centre = Vec3::Zero();
  std::vector<BodyState> start;
  for (const std::size_t i : moved) {
    mass += bodies[i].mass;
    centre += bodies[i].mass * states[i].position;
    start.push_back(states[i]);
  }
  centre /= mass;  // stays: displacements come from opposite impulses
  const auto total = [&] {
    Vec3 sum = Vec3::Zero();
    for (const std::size_t i : moved)
      sum += bodies[i].mass * (states[i].position - centre).cross(states[i].velocity) + states[i].angular_momentum;
    return sum;
  };
  const Vec3 before = total();
  // The turn of all, rad, that gives the total back what the displacements changed.
  const auto missing_turn = [&] {
    // A turn of all by phi changes the total by sum m (phi × x) × v + phi × L.
    Mat3 B = Mat3::Zero();
    for (const std::size_t i : moved) {
      const Vec3 x = states[i].position - centre;
      B += bodies[i].mass * (x * states[i].velocity.transpose() - x.dot(states[i].velocity) * Mat3::Identity());
      B -= cross_matrix(states[i].angular_momentum);
    }
    return Vec3(B.fullPivLu().solve(before - total()));
  };
  double part = 1;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    for (std::size_t b = 0; b < moved.size(); ++b) {
      states[moved[b]] = start[b];
      turn(states[moved[b]], part * shift[b]);
    }
    if (!alone) return part;
    double largest = 0;
    for (int round = 0; round < kTurns && largest < kLargestTurn; ++round) {
      const Vec3 phi = missing_turn();
      largest = phi.allFinite() ? std::max(largest, phi.norm()) : std::numeric_limits<double>::infinity();
      if (!(largest < kLargestTurn)) break;
      for (const std::size_t i : moved) {
        Vec6 rigid;
        const Vec3 x = states[i].position - centre;
        rigid.head<3>() = phi.cross(x);
        rigid.tail<3>() = phi;
        turn(states[i], rigid);
      }
    }
    if (largest < kLargestTurn) return part;
    part *= std::max(kLeastPart, 0.5 * kLargestTurn / largest);
  }
  for (std::size_t b = 0; b < moved.size(); ++b) states[moved[b]] = start[b];
  return 0;
}

}  // namespace stiction
