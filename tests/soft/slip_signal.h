// Slip of front and rear feet over time, and what can be read from it.
#pragma once

#include <cmath>
#include <vector>

#include "stiction/scene/gallery.h"
#include "stiction/scene/probe.h"

namespace stiction::testing {

struct SlipSignal {
  double h = 0;                     ///< s
  std::vector<double> front, rear;  ///< along the own x axis of the body, m/s
  double downhill = 0;              ///< way of the body's centre along that axis, m
  bool converged = true;            ///< all steps
};

/// Runs a scene with the probes "front" and "rear" of its last body.
inline SlipSignal run_slip(const Scene& scene) {
  World world = build_world(scene);
  const Probes probes(scene);
  const Vec3 along = scene.bodies.back().rotation * Vec3::UnitX();
  const Vec3 start = world.state().bodies.back().position;
  SlipSignal signal;
  signal.h = scene.step;
  const int steps = static_cast<int>(std::lround(scene.duration / scene.step));
  for (int i = 0; i < steps; ++i) {
    signal.converged = world.step().converged && signal.converged;
    const std::vector<double> v = probes.read(world);
    signal.front.push_back(along.dot(Vec3(v[0], v[1], v[2])));
    signal.rear.push_back(along.dot(Vec3(v[3], v[4], v[5])));
  }
  signal.downhill = along.dot(world.state().bodies.back().position - start);
  return signal;
}

/// How often slipping passes from the front feet alone to the rear feet alone and back: slips faster than `speed` over
/// at least `way`.
inline int alternating_slips(const SlipSignal& signal, double speed = 1e-3, double way = 1e-5) {
  int count = 0, last = 0, current = 0;
  double slid = 0;
  for (std::size_t i = 0; i < signal.front.size(); ++i) {
    const bool front = std::abs(signal.front[i]) > speed, rear = std::abs(signal.rear[i]) > speed;
    const int now = front == rear ? 0 : front ? 1 : 2;
    if (now == 0) continue;
    if (now != current) slid = 0;
    current = now;
    slid += signal.h * std::abs(now == 1 ? signal.front[i] : signal.rear[i]);
    if (slid < way || now == last) continue;
    last = now;
    ++count;
  }
  return count;
}

}  // namespace stiction::testing
