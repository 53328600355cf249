// Where two surfaces touch, as far as motion needs it: both of them in axes of the contact frame, and how the contact
// point wanders over them.
#pragma once

#include "stiction/evolution/smooth_contact.h"

namespace stiction {

/// Both surfaces at the contact, in axes of 1c.
struct ContactGeometry {
  LocalSurface one, two;
  Mat3 axes2;                  ///< axes of 1c in coordinates of body 2
  Vec3 r1, r2;                 ///< from the centres of mass to the contact point, m
  double c, s;                 ///< of ψ
  double k2_11, k2_12, k2_22;  ///< curvature of surface 2, 1/m
};

/// `q`: the five contact coordinates; those of the places are ignored.
ContactGeometry contact_geometry(const SmoothContact& model, SurfacePlace first, SurfacePlace second,
                                 const Eigen::Matrix<double, 5, 1>& q);

/// How the contact point moves over both surfaces.
struct Wandering {
  Vec2 p1, p2;      ///< velocity over surface 1 and 2, axes of 1c, m/s
  Vec2 st, uv;      ///< parameter rates
  double psi;       ///< rate of ψ
  Vec3 frame_turn;  ///< angular velocity of frame 1c relative to body 1, axes of 1c
};
Wandering wander(const ContactGeometry& g, const Vec3& spin, const Vec2& slip);

/// Condition of the contact's kinematics in units of the surfaces' own curvature, and of the parameters.
double contact_condition(const ContactGeometry& g);

}  // namespace stiction
