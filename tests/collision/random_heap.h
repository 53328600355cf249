// Bodies at random, and what all pairs of them have in common: brute force beside the broad phase.
#pragma once

#include "collision/fixtures.h"
#include "stiction/collision/broad_phase.h"

namespace stiction::testing {

/// Owns shapes and poses them.
struct Heap {
  std::vector<Shape> shapes;
  std::vector<PosedShape> bodies;
};

/// Spheres, boxes and hulls of all sizes over a floor, at random in a cube of this extent (m), some of them fixed.
inline Heap random_heap(int count, unsigned seed, double extent) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  Heap heap;
  heap.shapes.push_back(HalfSpace{});
  for (int i = 1; i < count; ++i) {
    const double size = std::pow(10, uniform(random) - 0.8);
    if (i % 3 == 0) {
      heap.shapes.push_back(Sphere{0.5 * size});
    } else if (i % 3 == 1) {
      heap.shapes.push_back(box(size, 0.7 * size, 0.2 * size));
    } else {
      heap.shapes.push_back(random_hull(random, 8));
    }
  }
  for (int i = 0; i < count; ++i) {
    Pose pose{extent * Vec3(uniform(random), uniform(random), uniform(random)), random_rotation(random)};
    if (i == 0) pose = Pose{};
    heap.bodies.push_back(
        {&heap.shapes[std::size_t(i)], pose, i % 7 == 0, 0.05 * random_vector(random), 0.1 * uniform(random)});
  }
  return heap;
}

/// The same contacts to the last bit.
inline bool same_bits(const std::vector<ContactPoint>& x, const std::vector<ContactPoint>& y) {
  if (x.size() != y.size()) return false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i].body_a != y[i].body_a || x[i].body_b != y[i].body_b || x[i].feature != y[i].feature ||
        x[i].position != y[i].position || x[i].normal != y[i].normal || x[i].gap != y[i].gap) {
      return false;
    }
  }
  return true;
}

/// What the narrow phase finds in all pairs, without a broad phase.
inline std::vector<ContactPoint> all_pairs(const std::vector<PosedShape>& bodies) {
  std::vector<ContactPoint> result;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      if (bodies[i].fixed && bodies[j].fixed) continue;
      const std::size_t first = result.size();
      collide(*bodies[i].shape, bodies[i].pose, *bodies[j].shape, bodies[j].pose, pair_margin(bodies[i], bodies[j]),
              result);
      for (std::size_t c = first; c < result.size(); ++c) {
        result[c].body_a = int(i);
        result[c].body_b = int(j);
      }
    }
  }
  return result;
}

}  // namespace stiction::testing
