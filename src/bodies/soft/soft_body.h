// A deformable body: what the world asks of every model of one (reduced, tetrahedral).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "stiction/geometry/soft_surface.h"
#include "stiction/state/world_state.h"

namespace stiction {

struct TetDistress;

/// What acts on a body during a step, besides contact.
struct SoftLoads {
  Vec3 gravity = Vec3::Zero();                       ///< m/s²
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();  ///< at and about the centre of mass, world axes, N and N·m
  double h = 0.01;                                   ///< s
  double time = 0;                                   ///< at the start of the step, s
};

struct SoftEnergy {
  double kinetic = 0, elastic = 0;  ///< J
};

/// What one part (six velocities, see ContactProblem) of a deformable body adds to the rows of a contact.
struct SoftTerm {
  int part;
  Mat36 G;
};

/// One step of one body: its velocity without contact, and what impulses on its surface do to it within the step.
///
/// Contact sees a body as parts of six velocities with a mass each. Elastic forces are taken implicitly (or not at all
/// within the step, in explicit bodies), so the mass holds stiffness and damping terms: impulses already know how the
/// body gives way.
class SoftStep {
 public:
  virtual ~SoftStep() = default;

  /// Velocity of a vertex of the surface at the start of the step, and at its end without contact, m/s.
  virtual Vec3 start_velocity(int vertex) const = 0;
  virtual Vec3 free_velocity(int vertex) const = 0;

  /// Whether impulses can move a vertex.
  virtual bool moves(int vertex) const = 0;
  /// Tells which vertices contacts act on (ascending, each once). Parts are numbered anew.
  virtual void touch(const std::vector<int>& vertices) = 0;
  virtual int parts() const = 0;
  virtual double mass(int part) const = 0;  ///< of all six velocities
  virtual Vec6 v_free(int part) const = 0;
  virtual Vec6 v_start(int part) const = 0;
  /// Velocity of the surface at `spot` along the rows of `axes`: appends what each part adds (parts ascending) and
  /// returns what is known beforehand (of nodes whose motion is prescribed), m/s.
  virtual Vec3 rows(const SurfaceSpot& spot, const Mat3& axes, std::vector<SoftTerm>& terms) const = 0;

  /// Takes the elastic forces where the body arrives with these velocities of its parts. True if they differ from what
  /// was assumed, and the step should be solved again; then touch() must be called again, too.
  virtual bool follow(std::span<const Vec6> v) = 0;
  /// The state at the end of the step, with these velocities of the parts.
  virtual void finish(std::span<const Vec6> v, BodyState& state, Deformation& deformation) const = 0;
};

/// The constant part; shared between bodies that are alike.
class SoftBody {
 public:
  virtual ~SoftBody() = default;

  virtual const SoftSurface& surface() const = 0;
  virtual double mass() const = 0;          ///< kg
  virtual bool touches_itself() const = 0;  ///< whether contacts of its own surface with itself are looked for
  /// Undeformed, where and how fast `state` says, and vibrating if the body is to start so.
  virtual Deformation undeformed(const BodyState& state) const = 0;
  /// Whether a deformation has as many numbers as this body needs.
  virtual bool fits(const Deformation& deformation) const = 0;
  /// Vertices of the surface, world, m.
  virtual void positions(const BodyState& state, const Deformation& deformation, std::vector<Vec3>& x) const = 0;
  /// Angular velocity, world axes, rad/s: that of the floating frame, or the one that a rigid body of the same shape
  /// would have with this angular momentum.
  virtual Vec3 spin(const BodyState& state, const Deformation& deformation) const = 0;
  virtual SoftEnergy energy(const BodyState& state, const Deformation& deformation) const = 0;
  /// Tetrahedra that the elastic law does not describe well any more (see tet_forces.h).
  virtual TetDistress distress(const Deformation& deformation) const = 0;
  virtual std::unique_ptr<SoftStep> begin(const BodyState& state, const Deformation& deformation,
                                          const SoftLoads& loads) const = 0;
};

}  // namespace stiction
