#include "stiction/evolution/tree_dynamics.h"

#include <Eigen/LU>
#include <cmath>

namespace stiction {
namespace {

BodyMotion ground_of(const SmoothTree& tree, const SmoothTreeState& state) {
  for (int i = 0; i < tree.size(); ++i)
    if (tree.parent(i) < 0) return state.contacts[static_cast<std::size_t>(i)].second_body;
  return {};
}

double held(int row, const Vec3& angular, const Vec3& linear) {
  return row == 0 ? linear.z() : row == 1 ? linear.x() : row == 2 ? linear.y() : angular.z();
}

}  // namespace

TreeDynamics::TreeDynamics(const SmoothTree& tree, const SmoothTreeState& state, const Vec3& gravity)
    : tree_(tree), gravity_(gravity), links_(state.contacts.size()) {
  look_at(state);
}

void TreeDynamics::look_at(const SmoothTreeState& state) {
  ground_ = ground_of(tree_, state);
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const SmoothContactState& at = state.contacts[i];
    links_[i].first = at.first;
    links_[i].second = at.second;
    links_[i].mode = at.mode;
    links_[i].slips = SlipDirection(at, tree_.contact(static_cast<int>(i)).law());
  }
}

Eigen::VectorXd TreeDynamics::pack(const SmoothTreeState& state) {
  Eigen::VectorXd y(kEach * static_cast<Eigen::Index>(state.contacts.size()));
  Eigen::Index at = 0;
  for (const SmoothContactState& c : state.contacts) {
    y.segment<kEach>(at) << c.first.st, c.second.st, c.psi, c.spin, c.slip;
    at += kEach;
  }
  return y;
}

void TreeDynamics::unpack(const Eigen::VectorXd& y, SmoothTreeState& state) {
  Eigen::Index at = 0;
  for (SmoothContactState& c : state.contacts) {
    c.first.st = y.segment<2>(at);
    c.second.st = y.segment<2>(at + 2);
    c.psi = y[at + 4];
    c.spin = y.segment<3>(at + 5);
    c.slip = y.segment<2>(at + 8);
    at += kEach;
  }
}

// Poses and velocities, from the ground on.
void TreeDynamics::place(const Eigen::VectorXd& y) {
  for (int i = 0; i < tree_.size(); ++i) {
    Link& link = links_[static_cast<std::size_t>(i)];
    const SmoothContact& contact = tree_.contact(i);
    const Eigen::Index at = kEach * i;
    link.g = contact_geometry(contact, link.first, link.second, y.segment<5>(at));
    const int p = tree_.parent(i);
    Mat3 below = ground_.rotation.toRotationMatrix();
    Vec3 position = ground_.position, velocity = Vec3::Zero(), turn = Vec3::Zero();
    if (p >= 0) {
      const Link& parent = links_[static_cast<std::size_t>(p)];
      below = parent.rotation;
      position = parent.position;
      velocity = parent.velocity;
      turn = parent.turn;
    }
    link.axes.noalias() = below * link.g.axes2;
    link.rotation.noalias() = link.axes * link.g.one.axes.transpose();
    link.r1.noalias() = link.axes * link.g.r1;
    link.r2.noalias() = link.axes * link.g.r2;
    link.position = position + link.r2 - link.r1;
    link.turn = turn + link.axes * y.segment<3>(at + 5);
    link.velocity =
        velocity + turn.cross(link.r2) + link.axes.leftCols<2>() * y.segment<2>(at + 8) - link.turn.cross(link.r1);
    const SmoothBody& body = contact.first();
    link.inverse.noalias() = link.rotation * contact.first_inverse_inertia() * link.rotation.transpose();
    link.free_velocity = gravity_ - body.linear_drag / body.mass * link.velocity;
    const Vec3 own = link.rotation.transpose() * link.turn;
    const Vec3 torque = -body.angular_drag * own - own.cross(Vec3(body.inertia * own));
    link.free_turn = link.rotation * (contact.first_inverse_inertia() * torque);
  }
}

// Adds what a torque and a force on a member at its contact, and their reaction on its parent, do (axes of 1c).
void TreeDynamics::push(int member, const Vec3& torque, const Vec3& force, std::vector<Change>& changes) const {
  const Link& link = links_[static_cast<std::size_t>(member)];
  const Vec3 t = link.axes * torque, f = link.axes * force;
  Change& own = changes[static_cast<std::size_t>(member)];
  own.linear += f / tree_.contact(member).first().mass;
  own.angular += link.inverse * (t + link.r1.cross(f));
  const int p = tree_.parent(member);
  if (p < 0) return;
  Change& parent = changes[static_cast<std::size_t>(p)];
  parent.linear -= f / tree_.contact(p).first().mass;
  parent.angular -= links_[static_cast<std::size_t>(p)].inverse * (t + link.r2.cross(f));
}

// What changes of all members mean for a contact: of the member's motion relative to its parent, in axes of 1c.
TreeDynamics::Change TreeDynamics::relative(int member, const std::vector<Change>& changes) const {
  const Link& link = links_[static_cast<std::size_t>(member)];
  const Change& own = changes[static_cast<std::size_t>(member)];
  Vec3 angular = own.angular, linear = own.linear + own.angular.cross(link.r1);
  const int p = tree_.parent(member);
  if (p >= 0) {
    const Change& parent = changes[static_cast<std::size_t>(p)];
    angular -= parent.angular;
    linear -= parent.linear + parent.angular.cross(link.r2);
  }
  return {link.axes.transpose() * linear, link.axes.transpose() * angular};
}

// Such amounts of the unknowns that nothing remains of `given` (one for each contact) in the directions that they hold.
std::vector<double> TreeDynamics::solve(const std::vector<Unknown>& unknowns, const std::vector<Change>& given) {
  const auto n = static_cast<Eigen::Index>(unknowns.size());
  effects_.assign(unknowns.size(), {});
  Eigen::MatrixXd W(n, n);
  Eigen::VectorXd rest(n);
  for (std::size_t j = 0; j < unknowns.size(); ++j) {
    std::vector<Change> changes(links_.size());
    push(unknowns[j].member, unknowns[j].torque, unknowns[j].force, changes);
    for (int k = 0; k < tree_.size(); ++k) effects_[j].push_back(relative(k, changes));
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
      const Change& effect = effects_[j][static_cast<std::size_t>(unknowns[i].member)];
      W(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          held(unknowns[i].row, effect.angular, effect.linear);
    }
    const Change& here = given[static_cast<std::size_t>(unknowns[j].member)];
    rest[static_cast<Eigen::Index>(j)] = -held(unknowns[j].row, here.angular, here.linear);
  }
  const Eigen::VectorXd x = W.partialPivLu().solve(rest);
  return {x.data(), x.data() + n};
}

void TreeDynamics::derivative(const Eigen::VectorXd& y, Eigen::VectorXd& rate) {
  place(y);
  const std::size_t count = links_.size();
  std::vector<Change> free(count), total(count);
  for (std::size_t i = 0; i < count; ++i) free[i] = {links_[i].free_velocity, links_[i].free_turn};
  std::vector<Vec3> torque(count), force(count);
  for (int i = 0; i < tree_.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const SmoothContactLaw& law = tree_.contact(i).law();
    torque[k] = -law.viscous_turn * y.segment<3>(kEach * i + 5);
    force[k] = -law.viscous_slip * Vec3(y[kEach * i + 8], y[kEach * i + 9], 0);
    push(i, torque[k], force[k], free);
  }

  // Without contact forces: what moving axes and moving contact points add comes on top.
  std::vector<Unknown> unknowns;
  std::vector<Wandering> wandering;
  std::vector<double> give(count, 1);
  for (int i = 0; i < tree_.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Link& link = links_[k];
    const Eigen::Index at = kEach * i;
    const Vec3 spin = y.segment<3>(at + 5), slip(y[at + 8], y[at + 9], 0);
    wandering.push_back(wander(link.g, spin, slip.head<2>()));
    const Wandering& w = wandering.back();
    const Vec3 turn1 = link.axes.transpose() * link.turn, turn2 = turn1 - spin, frame_turn = turn1 + w.frame_turn;
    const Vec3 p1(w.p1.x(), w.p1.y(), 0), p2(w.p2.x(), w.p2.y(), 0);
    total[k] = relative(i, free);
    total[k].linear +=
        turn1.cross(turn1.cross(link.g.r1) + p1) - turn2.cross(turn2.cross(link.g.r2) + p2) - frame_turn.cross(slip);
    total[k].angular -= frame_turn.cross(spin);

    const SmoothContactLaw& law = tree_.contact(i).law();
    Vec3 press = -Vec3::UnitZ();
    if (!link.mode.rolling && law.mu_dynamic > 0) press.head<2>() = -law.mu_dynamic * link.slips.of(slip.head<2>());
    unknowns.push_back({i, 0, Vec3::Zero(), press});
    if (link.mode.rolling) {
      unknowns.push_back({i, 1, Vec3::Zero(), Vec3::UnitX()});
      unknowns.push_back({i, 2, Vec3::Zero(), Vec3::UnitY()});
    }
    if (link.mode.spin_locked) unknowns.push_back({i, 3, Vec3::UnitZ(), Vec3::Zero()});
  }
  const std::vector<double> amount = solve(unknowns, total);
  for (std::size_t j = 0; j < unknowns.size(); ++j) {
    const auto k = static_cast<std::size_t>(unknowns[j].member);
    torque[k] += amount[j] * unknowns[j].torque;
    force[k] += amount[j] * unknowns[j].force;
    if (unknowns[j].row == 0) give[k] = -effects_[j][k].linear.z();
    for (std::size_t i = 0; i < count; ++i) {
      total[i].linear += amount[j] * effects_[j][i].linear;
      total[i].angular += amount[j] * effects_[j][i].angular;
    }
  }

  rate.resize(y.size());
  reactions_.resize(count);
  for (int i = 0; i < tree_.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Wandering& w = wandering[k];
    rate.segment<kEach>(kEach * i) << w.st, w.uv, w.psi, total[k].angular, total[k].linear.head<2>();
    const ContactGeometry& g = links_[k].g;
    ContactReaction& r = reactions_[k];
    r.normal = -force[k].z();
    r.friction = force[k].head<2>();
    r.spin = torque[k].z();
    r.slip_rate = total[k].linear.head<2>();
    r.spin_rate = total[k].angular.z();
    r.condition = contact_condition(g);
    r.speed = w.p1.norm();
    r.arm = g.r1.norm();
    r.metric = Vec2(g.one.a11 + g.one.a22, g.two.a11 + g.two.a22);
    r.jammed = !links_[k].mode.rolling && !(give[k] > 1e-9 / tree_.contact(i).first().mass);
  }
}

void TreeDynamics::impose_modes(Eigen::VectorXd& y) {
  place(y);
  std::vector<Unknown> unknowns;
  std::vector<Change> velocity;
  for (int i = 0; i < tree_.size(); ++i) {
    const Link& link = links_[static_cast<std::size_t>(i)];
    const Eigen::Index at = kEach * i;
    velocity.push_back({Vec3(y[at + 8], y[at + 9], 0), y.segment<3>(at + 5)});
    unknowns.push_back({i, 0, Vec3::Zero(), -Vec3::UnitZ()});
    if (link.mode.rolling) {
      unknowns.push_back({i, 1, Vec3::Zero(), Vec3::UnitX()});
      unknowns.push_back({i, 2, Vec3::Zero(), Vec3::UnitY()});
    }
    if (link.mode.spin_locked) unknowns.push_back({i, 3, Vec3::UnitZ(), Vec3::Zero()});
  }
  const std::vector<double> amount = solve(unknowns, velocity);
  for (int i = 0; i < tree_.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Eigen::Index at = kEach * i;
    for (std::size_t j = 0; j < unknowns.size(); ++j) {
      y.segment<3>(at + 5) += amount[j] * effects_[j][k].angular;
      y.segment<2>(at + 8) += amount[j] * effects_[j][k].linear.head<2>();
    }
    if (links_[k].mode.rolling) y.segment<2>(at + 8).setZero();
    if (links_[k].mode.spin_locked) y[at + 7] = 0;
  }
}

}  // namespace stiction
