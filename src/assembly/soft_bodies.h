// The deformable bodies of a world within one step: from their states to parts of the contact problem and back.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/collision/soft_contact.h"
#include "stiction/collision/soft_memory.h"
#include "stiction/problem/contact_problem.h"

namespace stiction {

class SoftBodies {
 public:
  /// Which of these bodies can deform.
  explicit SoftBodies(const std::vector<RigidBody>& bodies = {});
  bool empty() const { return bodies_.empty(); }
  /// Index of the i-th of them among all bodies; `deformations` of a state are in the same order.
  const std::vector<int>& bodies() const { return bodies_; }
  std::size_t place(int body) const { return std::size_t(place_[std::size_t(body)]); }  ///< the other way round
  bool is_soft(int body) const { return !bodies_.empty() && place_[std::size_t(body)] >= 0; }

  /// Deformations to start with: those of `state`, or none at all. Throws InputError if they do not fit.
  static std::vector<Deformation> initial(const std::vector<RigidBody>& bodies, const WorldState& state);

  /// Joints act on this spot of a body, in every step.
  void always_touch(int body, const SurfaceSpot& spot);

  /// Begins a step: where everything would go without contact. `applied`: force and torque on each body of the world.
  void begin(const std::vector<RigidBody>& bodies, const WorldState& state, const Vec3& gravity, double h,
             std::span<const Vec6> applied);
  /// Adds the contacts of deformable bodies, each in its place among those of its pair.
  void detect(const std::vector<RigidBody>& bodies, const std::vector<PosedShape>& rigid,
              const std::vector<std::pair<int, int>>& never_touch, std::vector<ContactPoint>& contacts);
  /// Appends the bodies' parts to those of the problem.
  void append_parts(const std::vector<ContactPoint>& contacts, ContactProblem& problem);
  /// Adds to `terms` what the surface of `body` (of the world) at its spot of contact `point` adds to rows along
  /// `axes`, with bodies of the problem; returns what is known beforehand.
  Vec3 rows(const ContactPoint& point, bool side_a, const Mat3& axes, std::vector<ProblemTerm>& terms) const;
  /// The same for any spot that contacts or joints act on.
  Vec3 rows(int body, const SurfaceSpot& spot, const Mat3& axes, std::vector<ProblemTerm>& terms) const;
  /// Where a spot is at the start of the step, and where it arrives with velocities `v` of the problem's bodies.
  Vec3 start(int body, const SurfaceSpot& spot) const { return spot.position(positions_[place(body)]); }
  Vec3 arrival(int body, const SurfaceSpot& spot, const WorldState& state, const std::vector<Vec6>& v) const;

  /// Takes elastic forces where the bodies arrive with velocities `v` of the problem's bodies; true if the step must be
  /// assembled and solved again.
  bool follow(const std::vector<Vec6>& v);
  /// Moves the bodies over the step.
  void finish(const std::vector<Vec6>& v, WorldState& state) const;

 private:
  std::span<const Vec6> parts_of(std::size_t i, const std::vector<Vec6>& v) const;

  std::vector<int> bodies_, place_;
  std::vector<const SoftBody*> models_;
  std::vector<std::vector<int>> always_;  ///< vertices of each that are always touched
  std::vector<std::unique_ptr<SoftStep>> steps_;
  std::vector<std::vector<Vec3>> positions_, travel_;
  std::vector<ContactSpot> spots_;
  SoftMemory memory_;            ///< saves time, changes no result
  std::vector<int> first_part_;  ///< of each body among the problem's bodies
};

}  // namespace stiction
