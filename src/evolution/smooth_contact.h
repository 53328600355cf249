// Two bodies bounded by smooth surfaces that touch in one point: what is constant (the model) and what changes (the
// state).
#pragma once

#include <memory>

#include "stiction/evolution/contact_surface.h"
#include "stiction/linalg/types.h"

namespace stiction {

/// A rigid body with a smooth surface. Its axes are those of the surface's coordinates.
struct SmoothBody {
  std::shared_ptr<const SmoothSurface> surface;
  double mass = 1;                     ///< kg; ignored when fixed
  Mat3 inertia = Mat3::Identity();     ///< kg m², about the centre of mass
  Vec3 centre_of_mass = Vec3::Zero();  ///< in the coordinates of the surface, m
  bool fixed = false;                  ///< not moved by forces; may move at constant velocity
  double linear_drag = 0;              ///< N·s/m: force -linear_drag v at the centre of mass
  double angular_drag = 0;             ///< N·m·s: torque -angular_drag ω
};

/// What the contact resists. All zero: frictionless.
struct SmoothContactLaw {
  double mu_static = 0;    ///< rolling turns into sliding beyond |f_t| = mu_static f_n, (35); infinity: it never slides
  double mu_dynamic = 0;   ///< of sliding, (21); at most mu_static
  double spin_static = 0;  ///< m: spinning begins beyond |torque about the normal| = spin_static f_n, (40)
  double spin_dynamic = 0;       ///< m: torque of spinning, spin_dynamic f_n; at most spin_static
  double viscous_slip = 0;       ///< N·s/m: force against slip, beside Coulomb's
  double viscous_turn = 0;       ///< N·m·s: torque against the relative angular velocity, rolling and spinning alike
  double slip_threshold = 1e-6;  ///< m/s: slower slip that slows down further turns into rolling where (35) allows it
  double spin_threshold = 1e-6;  ///< rad/s: the same for spin
};

/// Where a body is and how it moves.
struct BodyMotion {
  Vec3 position = Vec3::Zero();          ///< centre of mass, world, m
  Quat rotation = Quat::Identity();      ///< surface axes to world
  Vec3 velocity = Vec3::Zero();          ///< of the centre of mass, world, m/s
  Vec3 angular_velocity = Vec3::Zero();  ///< world, rad/s
};

/// What the contact allows at present.
struct ContactMode {
  bool rolling = false;      ///< no slip
  bool spin_locked = false;  ///< no relative rotation about the normal
};

/// Everything that changes. Velocities are those of body 1 relative to body 2, in the axes of frame 1c (x, y along the
/// surface of body 1, z out of it), at the contact point: unlike q̇ they know nothing of how the surfaces are
/// parameterized, so they stay as they are across patches and bounded at extraordinary vertices.
struct SmoothContactState {
  SurfacePlace first, second;  ///< (s, t) and (u, v)
  double psi = 0;              ///< rad, (7)
  Vec3 spin = Vec3::Zero();    ///< relative angular velocity, rad/s
  Vec2 slip = Vec2::Zero();    ///< relative velocity at the contact, m/s
  BodyMotion second_body;      ///< that of body 1 follows
  ContactMode mode;
  Vec2 slip_direction = Vec2::UnitX();  ///< where slip begins, when it is zero while sliding
  double spin_direction = 1;            ///< the same for spin
  double step = 0;                      ///< s: what the integrator would try next; 0: it has not begun
};

/// Force and torque on body 1 at the contact point, in the axes of frame 1c.
struct ContactReaction {
  double normal = 0;              ///< f_n, N: presses body 1 along -z; negative: the contact would have to pull
  Vec2 friction = Vec2::Zero();   ///< f_t, N
  double spin = 0;                ///< torque about z, N·m
  Vec2 slip_rate = Vec2::Zero();  ///< d/dt slip, m/s²
  double spin_rate = 0;           ///< d/dt spin about z, rad/s²
  double condition = 1;           ///< of the contact's kinematics; infinite where the surfaces are not curved apart
  double speed = 0;               ///< of the contact point over surface 1, m/s
  double arm = 0;                 ///< distance of the contact from body 1's centre of mass, m
  Vec2 metric = Vec2::Ones();     ///< length of a unit of either surface's parameters, m
  bool jammed = false;            ///< friction outweighs the normal force: rigid bodies know no answer (Painlevé)
};

class SmoothContact {
 public:
  /// Checks its arguments. Body 1 moves freely; body 2 may be fixed.
  SmoothContact(SmoothBody first, SmoothBody second, SmoothContactLaw law);

  const SmoothBody& first() const { return first_; }
  const SmoothBody& second() const { return second_; }
  const SmoothContactLaw& law() const { return law_; }
  const ContactSurface& first_surface() const { return first_surface_; }
  const ContactSurface& second_surface() const { return second_surface_; }
  const Mat3& first_inverse_inertia() const { return first_inverse_; }
  const Mat3& second_inverse_inertia() const { return second_inverse_; }

  struct Bodies {
    BodyMotion first, second;
  };
  /// Both bodies of a state.
  Bodies bodies(const SmoothContactState& state) const;

  /// The state of two bodies that touch at the given places. A gap is closed by moving body 1; relative velocity along
  /// the normal is removed without impulse, so close contacts gently or let a collision law do it before.
  SmoothContactState touch(const Bodies& bodies, const SurfacePlace& first, const SurfacePlace& second) const;

  /// Contact point and its normal, from body 2 to body 1, in the world.
  struct Point {
    Vec3 position, normal;
  };
  Point point(const SmoothContactState& state) const;

  /// The contact force at a state.
  ContactReaction reaction(const SmoothContactState& state, const Vec3& gravity) const;
  /// Kinetic energy and that of gravity (m/s², world), J.
  double energy(const SmoothContactState& state, const Vec3& gravity) const;
  double energy(const Bodies& bodies, const Vec3& gravity) const;

 private:
  SmoothBody first_, second_;
  SmoothContactLaw law_;
  ContactSurface first_surface_, second_surface_;
  Mat3 first_inverse_, second_inverse_;
};

}  // namespace stiction
