// Contact coordinates q = (s, t, u, v, ψ) and the velocities that they stand for.
//
// Kry and Pai (2002), sections 3.1, 3.2, 3.4 and appendix, with these corrections: H gives φ(2,1), the motion of body 1
// as body 2 sees it, which is the negative of (55), so that H₃₅ = +1 as (37) assumes; in (57) the last adjoint goes
// from 2c to 1c; and (57) is the derivative in the moving contact frame, to which body coordinates add [φ(1,1c)] H. z
// of either contact frame is the outward normal of its body; a contact pushes body 1 along -z of frame 1c.
#pragma once

#include "stiction/evolution/contact_frame.h"

namespace stiction {

using Vec5 = Eigen::Matrix<double, 5, 1>;
using Mat5 = Eigen::Matrix<double, 5, 5>;
using Mat65 = Eigen::Matrix<double, 6, 5>;
using Mat63 = Eigen::Matrix<double, 6, 3>;
using Mat2 = Eigen::Matrix2d;

/// (7): turns axes of frame 2c into axes of 1c. Symmetric, and its own inverse.
Mat3 contact_rotation(double psi);

/// A rigid motion: x ↦ rotation x + translation.
struct RigidTransform {
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();  ///< m
};

/// (9): the surface coordinates of body 1 seen from those of body 2.
RigidTransform relative_pose(const SurfaceJet& first, const SurfaceJet& second, double psi);

/// Adjoint of section 2: twists (angular, linear) in the frame that `pose` places, seen from outside.
Mat6 adjoint(const RigidTransform& pose);
/// Spatial cross product [φ] of section 2.
Mat6 spatial_cross(const Vec6& twist);

struct ContactKinematics {
  Mat65 H;       ///< φ(2,1) = H q̇ in frame 1c; the last row is zero
  Mat65 H_rate;  ///< its time derivative in frame 1c, (57) corrected
  Vec6 frame;    ///< φ(1,1c) in frame 1c: the contact frame's own motion in body 1
};
ContactKinematics contact_kinematics(const SurfaceJet& first, const SurfaceJet& second, double psi, const Vec5& rate);

/// The same in the surface coordinates of body 1: ¹H and ¹Ḣ.
struct BodyKinematics {
  Mat65 H, H_rate;
};
BodyKinematics in_body(const ContactKinematics& contact, const ContactFrame& first);

/// Motion without slip, (31) to (34): (ṡ, ṫ) = D (u̇, v̇) and φ = H′ (u̇, v̇, ψ̇), with time derivatives; all in frame 1c.
struct NoSlipKinematics {
  Mat2 D, D_rate;
  Mat63 H, H_rate;
};
NoSlipKinematics no_slip(const ContactKinematics& contact);

/// Motion without slip and spin, (37) to (39): φ = H″ (u̇, v̇) and ψ̇ = row · (u̇, v̇), in frame 1c.
struct NoSpinKinematics {
  Eigen::RowVector2d psi_row, psi_row_rate;
  Mat62 H, H_rate;
};
NoSpinKinematics no_spin(const NoSlipKinematics& no_slip);

}  // namespace stiction
