// From geometry and light to pixels: a ray caster for matte bodies in soft light. Same input, same bytes, for any
// number of threads.
#pragma once

#include <functional>
#include <vector>

#include "stiction/export/picture/camera.h"
#include "stiction/export/picture/image.h"
#include "stiction/export/picture/look.h"
#include "stiction/export/picture/ray_scene.h"

namespace stiction {

/// Everything is given about the camera's target, so that single precision is enough wherever the scene is.
struct RenderJob {
  const RayScene* scene = nullptr;
  const RayScene* arrows = nullptr;  ///< shine through what is in front of them; null: none
  std::vector<Vec3f> item_colours, arrow_colours;
  Camera camera;  ///< eye about its target
  Vec3f up = Vec3f::UnitZ();
  Vec3 origin = Vec3::Zero();  ///< of all this in the world: the grid is the world's
  double size = 1;             ///< m, of what is shown: sets spacing of the grid and reach of ambient shade
  Look look = Look::light();
  int samples = 2;  ///< rays to sun and to sky, each, for every one of a pixel's four points
};

/// `go_on` is asked now and then, from any thread; false ends the work, and the image is not complete.
Image render(const RenderJob& job, int width, int height, const std::function<bool()>& go_on);

}  // namespace stiction
