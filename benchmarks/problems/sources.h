// Scenes to take contact problems from: all kinds that the gallery has, and variations of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "stiction/scene/scene.h"

namespace stiction::bench {

/// Steps whose problem is taken: first, first + stride, ...
struct Steps {
  int first = 0, count = 0, stride = 1;
};

struct Source {
  std::string kind;        ///< resting, collapsing, colliding, jammed, mass ratios, mechanisms, rolling, meshes
  std::string name;        ///< of the scene and its round, such as "pile/3"
  std::string parameters;  ///< gallery scene and what is set in it
  double mu = 0;           ///< friction coefficient of all its contacts
  std::function<Scene()> build;
  Steps steps;
};

/// One source of each sort. Every round has other sizes, seeds, friction coefficients (0.01 to 2) and mass ratios (1 to
/// 10^6), spread evenly over their ranges by a sequence of low discrepancy: nothing is chosen by what solves well.
std::vector<Source> sources_of_round(int round);

}  // namespace stiction::bench
