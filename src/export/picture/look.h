// Light, sky, ground and colours of a picture.
#pragma once

#include "stiction/export/surface_mesh.h"

namespace stiction {

/// All colours are linear RGB; 1 is white on the screen.
struct Look {
  Vec3f zenith, horizon;    ///< of the sky, as background
  Vec3f sky_light, bounce;  ///< light from above, and from the ground below
  Vec3f sun_light;
  Vec3f ground, grid;        ///< of planes
  Vec3f stick, slip;         ///< of contact forces
  float sun_radius = 0.09f;  ///< rad: how soft shadows are
  float outline = 0.72f;     ///< how dark the outer line of a body is, times its colour

  static Look light();
  static Look dark();

  /// Background in a direction that rises by `rise` (sine of its elevation).
  Vec3f sky(float rise) const;
  /// Light that leaves a surface. `shadow`, `open`: how much of the sun and of the sky reaches it, 0 to 1.
  /// @param to_sun, to_eye unit
  Vec3f shade(const Vec3f& albedo, const Vec3f& normal, const Vec3f& up, const Vec3f& to_sun, const Vec3f& to_eye,
              float shadow, float open) const;
};

/// How much of a footprint of `width` (in spacings of the grid) at `x` a grid line covers, 0 to 1; fades where lines
/// are too dense to be told apart.
float grid_cover(float x, float width);

/// A round length (1, 2 or 5 times a power of ten) of about a tenth of `size`: the spacing of the grid.
double grid_spacing(double size);

/// Linear light to the screen's 0 to 255.
std::uint8_t to_screen(float light);

}  // namespace stiction
