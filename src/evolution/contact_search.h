// Where two smooth surfaces are nearest to each other.
#pragma once

#include <optional>

#include "stiction/evolution/smooth_contact.h"

namespace stiction {

/// A pair of points, one on each surface, whose normals oppose each other along the line between them.
struct NearestPair {
  SurfacePlace first, second;
  double gap = 0;                ///< m, along the normal of body 2; negative where they overlap
  Vec3 position = Vec3::Zero();  ///< of the point on body 2, world
  Vec3 normal = Vec3::UnitZ();   ///< from body 2 to body 1, world
  int iterations = 0;
};

/// Newton's method from a guess near enough; nothing where it does not converge, or leaves a surface.
std::optional<NearestPair> refine_contact(const SmoothContact& contact, const SmoothContact::Bodies& bodies,
                                          SurfacePlace first, SurfacePlace second);

/// The same from a coarse sampling of the patches: slow, needs no guess. For starts and as a check.
std::optional<NearestPair> search_contact(const SmoothContact& contact, const SmoothContact::Bodies& bodies,
                                          int samples = 6);

}  // namespace stiction
