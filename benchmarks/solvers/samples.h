// Contact problems out of running scenes, with the impulses that the step before them leaves as a start.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "stiction/problem/contact_problem.h"
#include "stiction/scene/gallery.h"

namespace stiction::bench {

struct Sample {
  ContactProblem problem;   ///< one independent block
  std::vector<Vec3> start;  ///< carried by feature from the step before; zeros where nothing was
};

struct Source {
  std::string scene;
  std::map<std::string, GalleryValue> parameters;
  int first = 0, steps = 100;   ///< steps that are skipped, and taken
  std::string solver = "auto";  ///< that moves the scene on
};

/// Calls back with the blocks of every step taken.
void for_each_step(const Source& source, const std::function<void(const std::vector<Sample>&)>& use);

}  // namespace stiction::bench
