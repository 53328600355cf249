// How far the bodies of a world have moved, judged from poses alone and by the same code for every engine.
#pragma once

#include <vector>

#include "engine.h"

namespace stiction::peers {

/// Corners of the free bodies at one moment: what motion is measured against.
class Snapshot {
 public:
  Snapshot(const WorldModel& model, const Engine& engine);

  struct Motion {
    double distance = 0;  ///< m, farthest way of any corner of any free body (centre of a sphere)
    double relative = 0;  ///< the largest ratio of such a way to the longest extent of its body
  };
  /// NaN anywhere counts as infinite motion.
  Motion motion_to(const Engine& engine) const;

 private:
  struct Body {
    int index;
    double size;                ///< m, longest extent
    std::vector<Vec3> corners;  ///< body frame
    std::vector<Vec3> places;   ///< world
  };
  std::vector<Body> bodies_;
};

}  // namespace stiction::peers
