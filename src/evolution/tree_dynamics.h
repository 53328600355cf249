// The accelerations of all bodies of a tree of contacts, with all contact forces at once.
#pragma once

#include <vector>

#include "stiction/evolution/contact_geometry.h"
#include "stiction/evolution/slip_direction.h"
#include "stiction/evolution/smooth_tree.h"

namespace stiction {

/// What does not change within a step, and the right-hand side. The integrated vector holds for each contact s t u v ψ,
/// spin (3), slip (2).
class TreeDynamics {
 public:
  static constexpr int kEach = 10;

  /// Modes, patches and directions of friction are those of `state`.
  TreeDynamics(const SmoothTree& tree, const SmoothTreeState& state, const Vec3& gravity);

  /// Takes modes, patches and directions of friction of another state of the same tree.
  void look_at(const SmoothTreeState& state);

  static Eigen::VectorXd pack(const SmoothTreeState& state);
  static void unpack(const Eigen::VectorXd& y, SmoothTreeState& state);

  void derivative(const Eigen::VectorXd& y, Eigen::VectorXd& rate);
  /// The contact forces that the last derivative was made of.
  const std::vector<ContactReaction>& reactions() const { return reactions_; }

  /// Takes away the slip of contacts that roll and the spin of those that do not spin, by impulses at all contacts.
  void impose_modes(Eigen::VectorXd& y);

  void set_mode(int member, const ContactMode& mode) { links_[static_cast<std::size_t>(member)].mode = mode; }
  void set_slip_direction(int member, const Vec2& direction) {
    links_[static_cast<std::size_t>(member)].slips.ahead = direction;
  }
  const Vec2& slip_direction(int member) const { return links_[static_cast<std::size_t>(member)].slips.ahead; }

 private:
  /// A member at a moment, in world axes.
  struct Link {
    SurfacePlace first, second;
    ContactMode mode;
    SlipDirection slips;
    ContactGeometry g;
    Mat3 axes;                      // of frame 1c
    Mat3 rotation, inverse;         // of the body, and its inverse inertia
    Vec3 position, velocity, turn;  // of the body
    Vec3 r1, r2;                    // from the centres of member and parent to the contact
    Vec3 free_velocity, free_turn;  // accelerations without contact forces
  };
  /// An unknown of the contact forces: a torque and a force on a member at its contact, and their reaction.
  struct Unknown {
    int member;
    int row;             // what it is to hold: 0 normal, 1 x, 2 y, 3 spin
    Vec3 torque, force;  // axes of 1c
  };
  /// Of all members: linear at the centre of mass, and angular; acceleration or change of velocity.
  struct Change {
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
  };

  void place(const Eigen::VectorXd& y);
  void push(int member, const Vec3& torque, const Vec3& force, std::vector<Change>& changes) const;
  Change relative(int member, const std::vector<Change>& changes) const;
  std::vector<double> solve(const std::vector<Unknown>& unknowns, const std::vector<Change>& given);

  const SmoothTree& tree_;
  const Vec3 gravity_;
  BodyMotion ground_;
  std::vector<Link> links_;
  std::vector<ContactReaction> reactions_;
  std::vector<std::vector<Change>> effects_;  // of each unknown, on each contact in axes of its frame
};

}  // namespace stiction
