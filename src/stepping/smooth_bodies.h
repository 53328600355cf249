// Smooth bodies of a world as contact evolution sees them, and back.
#pragma once

#include <memory>
#include <vector>

#include "stiction/assembly/materials.h"
#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/evolution/smooth_pair.h"
#include "stiction/geometry/mesh/surface_samples.h"
#include "stiction/geometry/smooth/surface_triangulation.h"
#include "stiction/stepping/smooth_settings.h"

namespace stiction {

/// What a smooth body needs beside its surface, made once.
struct SmoothSkin {
  explicit SmoothSkin(const RigidBody& body);

  /// The sample nearest to a point in the coordinates of the surface.
  SurfacePlace nearest(const Vec3& x) const;

  std::vector<Vec3> points;           ///< samples, surface coordinates, m
  std::vector<SurfacePoint> origins;  ///< where they are on the surface
  std::vector<double> bend;           ///< least curvature at each of them, 1/m; negative where it is hollow
  SphereTree tree;                    ///< of the samples, whose ids are their places in these lists
  /// Of each node of the tree: a middle of its samples' normals, and how far they are from it, rad.
  struct Cone {
    Vec3 axis = Vec3::UnitZ();
    double angle = 0;
  };
  std::vector<Cone> cones;
  double radius = 0;    ///< bounding_radius of the body's shape, m
  bool convex = false;  ///< nowhere curved inwards: two such bodies touch in one place at most
};

/// Of unit vectors, rad.
double angle_between(const Vec3& a, const Vec3& b);

/// The laws of two bodies: friction and restitution of their materials, the rest from the settings.
SmoothContactLaw smooth_law(const ContactLaw& materials, const SmoothSettings& settings);
PairOptions pair_options(const ContactLaw& materials, const SmoothSettings& settings);
SmoothBody smooth_body(const RigidBody& body, const SmoothSettings& settings);

/// Of a body that forces move, and of one that stands still.
BodyMotion motion_of(const RigidBody& body, const BodyState& state);
BodyState state_of(const RigidBody& body, const BodyMotion& motion);

/// The contact of `state`, whose second body moves as given.
SmoothContactState contact_of(const SmoothState& state, const BodyMotion& second);
/// What `pair` leaves for the next step. `other`: index of the second body.
SmoothState smooth_state(const PairState& pair, int other);

/// Every bit is the same.
bool same(const BodyState& a, const BodyState& b);
/// The same but for rounding.
bool alike(const BodyState& a, const BodyState& b);

}  // namespace stiction
