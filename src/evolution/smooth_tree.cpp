#include "stiction/evolution/smooth_tree.h"

#include <cmath>
#include <string>

#include "stiction/common/error.h"
#include "stiction/evolution/tree_dynamics.h"

namespace stiction {

SmoothTree::SmoothTree(SmoothBody ground, const std::vector<Member>& members) {
  if (!ground.fixed) throw InputError("smooth tree: ground", "is not fixed", "give a fixed body");
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Member& member = members[i];
    const std::string where = "smooth tree: member " + std::to_string(i);
    if (member.parent < -1 || member.parent >= static_cast<int>(i))
      throw InputError(where, "has no parent before it", "give an earlier member, or -1 for the ground");
    if (member.law.spin_dynamic != 0 || (member.law.spin_static != 0 && std::isfinite(member.law.spin_static)))
      throw InputError(where, "has finite spin friction", "give spin coefficients of 0, or an infinite static one");
    const SmoothBody& below = member.parent < 0 ? ground : members[static_cast<std::size_t>(member.parent)].body;
    contacts_.push_back(std::make_unique<SmoothContact>(member.body, below, member.law));
    parents_.push_back(member.parent);
  }
}

std::vector<BodyMotion> SmoothTree::bodies(SmoothTreeState& state) const {
  std::vector<BodyMotion> motions;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    SmoothContactState& at = state.contacts[i];
    if (parents_[i] >= 0) at.second_body = motions[static_cast<std::size_t>(parents_[i])];
    motions.push_back(contacts_[i]->bodies(at).first);
  }
  return motions;
}

SmoothTreeState SmoothTree::touch(const std::vector<BodyMotion>& motions, const BodyMotion& ground,
                                  const std::vector<Places>& places) const {
  if (motions.size() != contacts_.size() || places.size() != contacts_.size())
    throw InputError("smooth tree", "got another number of motions or places than it has members",
                     "give one of each for every member");
  SmoothTreeState state;
  std::vector<BodyMotion> placed;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const BodyMotion& below = parents_[i] < 0 ? ground : placed[static_cast<std::size_t>(parents_[i])];
    state.contacts.push_back(contacts_[i]->touch({motions[i], below}, places[i].own, places[i].on_parent));
    placed.push_back(contacts_[i]->bodies(state.contacts.back()).first);
  }
  return state;
}

double SmoothTree::energy(SmoothTreeState state, const Vec3& gravity) const {
  const std::vector<BodyMotion> motions = bodies(state);
  double sum = 0;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const SmoothBody& body = contacts_[i]->first();
    const Vec3 w = motions[i].rotation.conjugate() * motions[i].angular_velocity;
    sum += 0.5 * body.mass * motions[i].velocity.squaredNorm() + 0.5 * w.dot(body.inertia * w) -
           body.mass * gravity.dot(motions[i].position);
  }
  return sum;
}

std::vector<ContactReaction> SmoothTree::reactions(const SmoothTreeState& state, const Vec3& gravity) const {
  TreeDynamics dynamics(*this, state, gravity);
  Eigen::VectorXd rate;
  dynamics.derivative(TreeDynamics::pack(state), rate);
  return dynamics.reactions();
}

}  // namespace stiction
