// Scenes at rest: what the kernels are measured on.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "stiction/scene/gallery.h"
#include "stiction/stepping/world.h"

namespace stiction::kernels {

struct RestingScene {
  std::string label;
  std::string gallery;
  std::map<std::string, GalleryValue> parameters;
};

/// The scenes every kernel is measured on; a benchmark's argument is an index into this list.
const std::vector<RestingScene>& resting_scenes();

/// The world after half a second: warm, at rest.
World settled_world(const RestingScene& scene);

}  // namespace stiction::kernels
