#include "stiction/stepping/smooth_bodies.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/bodies/rigid/rigid_motion.h"

namespace stiction {
namespace {

/// Samples, about, and along every edge of a patch: Newton's method starts from the nearest one, and may need many
/// steps along a thin tube.
constexpr double kSamples = 4000;
constexpr int kFewestSegments = 8, kMostSegments = 64;
/// In one step: contacts that switch to and fro more often than this are left to the general path.
constexpr int kMostEvents = 500;
/// Curvature inwards that counts as none, relative to that of a ball around the body.
constexpr double kFlat = 1e-7;

}  // namespace

double angle_between(const Vec3& a, const Vec3& b) { return std::acos(std::clamp(a.dot(b), -1., 1.)); }

SmoothSkin::SmoothSkin(const RigidBody& body) {
  const int wanted = static_cast<int>(std::sqrt(kSamples / body.smooth->patches()));
  const SurfaceTriangulation mesh = triangulated(*body.smooth, std::clamp(wanted, kFewestSegments, kMostSegments));
  points = mesh.mesh.vertices;
  origins = mesh.origins;
  Eigen::AlignedBox3d box;
  for (const Vec3& x : points) box.extend(x);
  const double slack = kFlat / box.diagonal().norm();
  convex = true;
  std::vector<SurfaceSample> samples(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    samples[i] = {points[i], mesh.normals[i], 0, static_cast<int>(i)};
    bend.push_back(std::numeric_limits<double>::infinity());
    const LocalSurface local = local_surface(body.smooth->jet(origins[i]));
    // At extraordinary vertices there is no curvature to look at.
    if (!std::isfinite(local.k11 + local.k12 + local.k22)) continue;
    const double mean = 0.5 * (local.k11 + local.k22);
    bend.back() = mean - std::hypot(0.5 * (local.k11 - local.k22), local.k12);
    convex = convex && bend.back() >= -slack;
  }
  tree = SphereTree(std::move(samples));
  for (const SphereTree::Node& node : tree.nodes()) {
    Vec3 sum = Vec3::Zero();
    for (int k = node.first; k < node.last; ++k) sum += tree.samples()[static_cast<std::size_t>(k)].axis;
    Cone cone{sum.norm() > 1e-9 ? Vec3(sum.normalized()) : Vec3(Vec3::UnitZ()), 0};
    for (int k = node.first; k < node.last; ++k)
      cone.angle = std::max(cone.angle, angle_between(cone.axis, tree.samples()[static_cast<std::size_t>(k)].axis));
    cones.push_back(cone);
  }
  radius = bounding_radius(body.shape);
}

SurfacePlace SmoothSkin::nearest(const Vec3& x) const {
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double distance = (points[i] - x).squaredNorm();
    if (distance >= least) continue;
    least = distance;
    best = i;
  }
  return {origins[best].patch, -1, origins[best].st};
}

SmoothContactLaw smooth_law(const ContactLaw& materials, const SmoothSettings& settings) {
  SmoothContactLaw law;
  law.mu_dynamic = materials.mu;
  law.mu_static = std::max(materials.before_slip(), materials.mu);
  law.spin_static = law.spin_dynamic = materials.spin;
  law.viscous_slip = settings.viscous_slip;
  law.viscous_turn = settings.viscous_turn;
  return law;
}

PairOptions pair_options(const ContactLaw& materials, const SmoothSettings& settings) {
  PairOptions options;
  options.evolution.method = settings.method == "runge_kutta4" ? EvolutionOptions::Method::kRungeKutta4
                                                               : EvolutionOptions::Method::kDormandPrince;
  options.evolution.max_step = settings.max_step;
  options.evolution.min_step = settings.min_step;
  options.evolution.tolerance = settings.tolerance;
  options.evolution.max_events = kMostEvents;
  options.evolution.bounce_at_vertices = settings.bounce_at_vertices;
  options.collision = {materials.restitution, settings.tangential_restitution, materials.before_slip()};
  options.entry_speed = settings.entry_speed;
  options.flight_step = settings.flight_step;
  options.search = false;
  return options;
}

SmoothBody smooth_body(const RigidBody& body, const SmoothSettings& settings) {
  SmoothBody smooth{body.smooth, body.mass, body.inertia, -body.frame_origin, body.fixed, 0, 0};
  if (!body.fixed) {
    smooth.linear_drag = settings.linear_drag;
    smooth.angular_drag = settings.angular_drag;
  }
  return smooth;
}

BodyMotion motion_of(const RigidBody& body, const BodyState& state) {
  BodyMotion motion{state.position, state.rotation, Vec3::Zero(), Vec3::Zero()};
  if (body.fixed) return motion;
  motion.velocity = state.velocity;
  motion.angular_velocity = angular_velocity(body, state);
  return motion;
}

BodyState state_of(const RigidBody& body, const BodyMotion& motion) {
  const Mat3 R = motion.rotation.toRotationMatrix();
  return {motion.position, motion.rotation, motion.velocity,
          R * (body.inertia * (R.transpose() * motion.angular_velocity))};
}

SmoothContactState contact_of(const SmoothState& state, const BodyMotion& second) {
  SmoothContactState contact;
  contact.first = {state.patch[0], state.chart[0], state.place[0]};
  contact.second = {state.patch[1], state.chart[1], state.place[1]};
  contact.psi = state.psi;
  contact.spin = state.spin;
  contact.slip = state.slip;
  contact.second_body = second;
  contact.mode = {state.rolling, state.spin_locked};
  contact.slip_direction = state.slip_direction;
  contact.spin_direction = state.spin_direction;
  contact.step = state.step;
  return contact;
}

SmoothState smooth_state(const PairState& pair, int other) {
  SmoothState state;
  state.other = other;
  state.touching = pair.touching;
  state.placed = pair.touching || pair.placed;
  if (!state.placed) return state;
  const SmoothContactState& contact = pair.contact;
  const SurfacePlace& first = pair.touching ? contact.first : pair.first;
  const SurfacePlace& second = pair.touching ? contact.second : pair.second;
  const SurfacePlace* places[2] = {&first, &second};
  for (int i = 0; i < 2; ++i) {
    state.patch[i] = places[i]->patch;
    state.chart[i] = places[i]->chart;
    state.place[i] = places[i]->st;
  }
  if (!pair.touching) return state;
  state.rolling = contact.mode.rolling;
  state.spin_locked = contact.mode.spin_locked;
  state.psi = contact.psi;
  state.spin = contact.spin;
  state.slip = contact.slip;
  state.slip_direction = contact.slip_direction;
  state.spin_direction = contact.spin_direction;
  state.step = contact.step;
  return state;
}

bool same(const BodyState& a, const BodyState& b) {
  return a.position == b.position && a.rotation.coeffs() == b.rotation.coeffs() && a.velocity == b.velocity &&
         a.angular_momentum == b.angular_momentum;
}

bool alike(const BodyState& a, const BodyState& b) {
  constexpr double kRounding = 1e-9;
  const double speed = 1 + a.velocity.norm(), spin = 1 + a.angular_momentum.norm();
  return (a.position - b.position).norm() < kRounding * (1 + a.position.norm()) &&
         (a.rotation.coeffs() - b.rotation.coeffs()).norm() < kRounding &&
         (a.velocity - b.velocity).norm() < kRounding * speed &&
         (a.angular_momentum - b.angular_momentum).norm() < kRounding * spin;
}

}  // namespace stiction
