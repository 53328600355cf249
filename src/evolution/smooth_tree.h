// Smooth bodies that rest on each other: a chain, or a tree, of contacts, each body with one contact towards its
// parent.
//
// Kry and Pai (2002), introduction and conclusions: their extension to multibody systems. Contacts are generalized
// joints, and every one brings its own contact coordinates. Where the paper refers to the articulated-body method, all
// contact forces are found together here: relative accelerations at the contacts are those of free motion plus W f, as
// for a pair (contact_dynamics.h), with W no longer diagonal, since contacts that share a body feel each other. That
// system has up to four unknowns for each contact, and is solved as it is.
#pragma once

#include <memory>
#include <vector>

#include "stiction/evolution/evolve.h"

namespace stiction {

/// All that changes: the contact of every member. `second_body` of a contact is where its parent is.
struct SmoothTreeState {
  std::vector<SmoothContactState> contacts;
  double step = 0;  ///< s: what the integrator would try next; 0: it has not begun
};

class SmoothTree {
 public:
  /// A body and what it rests on.
  struct Member {
    SmoothBody body;
    int parent = -1;  ///< an earlier member; -1: the ground
    SmoothContactLaw law;
  };
  /// Checks its arguments. The ground is fixed and stands still. Spin coefficients must be 0, or infinite for the
  /// static one.
  SmoothTree(SmoothBody ground, const std::vector<Member>& members);

  int size() const { return static_cast<int>(parents_.size()); }
  int parent(int member) const { return parents_[static_cast<std::size_t>(member)]; }
  /// The contact of a member, its body 1, with its parent, body 2.
  const SmoothContact& contact(int member) const { return *contacts_[static_cast<std::size_t>(member)]; }

  /// Where all members are; sets `second_body` of every contact on the way.
  std::vector<BodyMotion> bodies(SmoothTreeState& state) const;
  /// The state of members that touch their parents at the given places, with their motions as they are. Gaps are closed
  /// by moving members, velocities along normals are dropped, as SmoothContact::touch does.
  struct Places {
    SurfacePlace own, on_parent;
  };
  SmoothTreeState touch(const std::vector<BodyMotion>& motions, const BodyMotion& ground,
                        const std::vector<Places>& places) const;
  /// Kinetic energy and that of gravity (m/s², world), J.
  double energy(SmoothTreeState state, const Vec3& gravity) const;
  /// The force at every contact.
  std::vector<ContactReaction> reactions(const SmoothTreeState& state, const Vec3& gravity) const;

 private:
  std::vector<std::unique_ptr<SmoothContact>> contacts_;
  std::vector<int> parents_;
};

struct TreeEvent {
  int member = 0;
  ContactEvent event;
};

struct TreeOutcome {
  ContactEnd end = ContactEnd::kNone;  ///< why the tree is no longer evolved
  int member = -1;                     ///< whose contact ended
  double elapsed = 0;                  ///< s
  int steps = 0, rejected = 0, evaluations = 0;
  std::vector<TreeEvent> events;
  std::vector<double> step_sizes;  ///< of the steps taken, s
  std::vector<BodyMotion> bodies;
};

/// Moves `state` by `duration` (s), or up to where the first contact ends. Of the options, coordinate_velocities and
/// bounces have no effect.
TreeOutcome evolve(const SmoothTree& tree, SmoothTreeState& state, double duration, const Vec3& gravity,
                   const EvolutionOptions& options = {});

}  // namespace stiction
