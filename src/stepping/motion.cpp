#include "stiction/stepping/motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/assembly/joint_rows.h"
#include "stiction/bodies/elastic/tet_forces.h"
#include "stiction/common/parallel.h"
#include "stiction/geometry/penetration.h"

namespace stiction {

namespace {
constexpr std::size_t kPairsPerTask = 16;
}

std::int64_t settle_step(double step) { return static_cast<std::int64_t>(std::ceil(kSettleTime / step - 1e-9)); }

Displacement::Displacement(const WorldModel& model) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (model.bodies[i].soft) soft_.push_back({model.bodies[i].soft, i, {}});
    if (model.bodies[i].fixed) continue;
    moving_.push_back(static_cast<int>(i));
    radius_.push_back(bounding_radius(model.bodies[i].shape));
  }
}

void Displacement::set_reference(const WorldState& state) {
  reference_ = state.bodies;
  for (std::size_t k = 0; k < soft_.size(); ++k)
    soft_[k].body->positions(state.bodies[soft_[k].index], state.deformations[k], soft_[k].reference);
}

double Displacement::measure(const WorldState& state) const {
  if (!has_reference()) return 0;
  double farthest = 0;
  for (std::size_t k = 0; k < moving_.size(); ++k) {
    const auto i = static_cast<std::size_t>(moving_[k]);
    const BodyState &now = state.bodies[i], &then = reference_[i];
    const double sine_of_half = (then.rotation.conjugate() * now.rotation).vec().norm();
    const double moved = (now.position - then.position).norm() + 2 * radius_[k] * sine_of_half;
    // A NaN must show, not hide behind a comparison.
    if (!(moved <= farthest)) farthest = moved;
  }
  std::vector<Vec3> now;
  for (std::size_t k = 0; k < soft_.size(); ++k) {
    soft_[k].body->positions(state.bodies[soft_[k].index], state.deformations[k], now);
    for (std::size_t i = 0; i < now.size(); ++i) {
      const double moved = (now[i] - soft_[k].reference[i]).norm();
      if (!(moved <= farthest)) farthest = moved;
    }
  }
  return farthest;
}

double deepest_overlap(const WorldModel& model, const WorldState& state) {
  struct Ball {
    std::size_t body;
    double radius, low, high;  // low and high along x
  };
  for (const BodyState& body : state.bodies)
    if (!body.position.allFinite() || !body.rotation.coeffs().allFinite())
      return std::numeric_limits<double>::quiet_NaN();
  std::vector<Ball> balls;
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const double r = bounding_radius(model.bodies[i].shape), x = state.bodies[i].position.x();
    balls.push_back({i, r, x - r, x + r});
    poses.push_back({state.bodies[i].position, state.bodies[i].rotation.toRotationMatrix()});
  }
  std::sort(balls.begin(), balls.end(),
            [](const Ball& a, const Ball& b) { return a.low != b.low ? a.low < b.low : a.body < b.body; });
  auto joined = joined_pairs(model.joints);
  // Smooth pairs touch by their surfaces, not by the triangulations.
  std::size_t place = 0;
  for (std::size_t i = 0; i < model.bodies.size() && place < state.smooth.size(); ++i) {
    if (!model.bodies[i].smooth || model.bodies[i].fixed) continue;
    const int other = state.smooth[place++].other;
    if (other >= 0) joined.push_back(std::minmax(static_cast<int>(i), other));
  }
  std::sort(joined.begin(), joined.end());
  std::vector<std::pair<std::size_t, std::size_t>> near;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    for (std::size_t j = i + 1; j < balls.size() && balls[j].low <= balls[i].high; ++j) {
      const std::size_t a = balls[i].body, b = balls[j].body;
      if (model.bodies[a].fixed && model.bodies[b].fixed) continue;
      if (model.bodies[a].soft || model.bodies[b].soft) continue;
      const std::pair<int, int> pair = std::minmax(static_cast<int>(a), static_cast<int>(b));
      if (std::binary_search(joined.begin(), joined.end(), pair)) continue;
      if ((poses[a].p - poses[b].p).norm() > balls[i].radius + balls[j].radius) continue;
      near.emplace_back(a, b);
    }
  }
  std::vector<double> depths(near.size());
  parallel_each(near.size(), kPairsPerTask, [&](std::size_t i) {
    const auto [a, b] = near[i];
    depths[i] = overlap_depth(model.bodies[a].shape, poses[a], model.bodies[b].shape, poses[b]);
  });
  double deepest = 0;
  for (const double depth : depths) deepest = deepest >= depth ? deepest : depth;  // keeps a NaN
  for (const ContactState& c : state.contacts)
    if (model.bodies[std::size_t(c.body_a)].soft || model.bodies[std::size_t(c.body_b)].soft)
      deepest = deepest >= -c.gap ? deepest : -c.gap;
  return deepest;
}

SoftDistress soft_distress(const WorldModel& model, const std::vector<std::vector<double>>& deformations) {
  SoftDistress all;
  std::size_t place = 0;
  for (std::size_t i = 0; i < model.bodies.size() && place < deformations.size(); ++i) {
    if (!model.bodies[i].soft) continue;
    const TetDistress one = model.bodies[i].soft->distress({deformations[place++], {}});
    all.inverted += one.inverted;
    all.softened += one.softened;
    if (!one.any() || (all.body >= 0 && one.least_stretch >= all.least_stretch)) continue;
    all.body = static_cast<int>(i);
    all.least_stretch = one.least_stretch;
  }
  return all;
}

}  // namespace stiction
