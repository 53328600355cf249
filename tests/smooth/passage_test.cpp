// A body that rolls over an extraordinary vertex of its Loop surface.
#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "smooth/loop_meshes.h"
#include "stiction/evolution/evolve.h"
#include "stiction/geometry/smooth/analytic_surfaces.h"
#include "stiction/geometry/smooth/loop_surface.h"
#include "stiction/geometry/smooth/surface_moments.h"

namespace stiction {
namespace {

using namespace stiction::testing;

/// A flat double pyramid of 20 cm rolls over its lower vertex without slip, in a plane of symmetry, so that it cannot
/// miss it. Returns the relative change of energy.
double energy_change(int valence, double tolerance) {
  TriangleMesh mesh = bipyramid_mesh(valence, 1, 0);
  for (Vec3& v : mesh.vertices) v = v.cwiseProduct(Vec3(0.1, 0.1, 0.03));
  const auto lens = std::make_shared<const LoopSurface>(mesh);
  const auto table = std::make_shared<const PlaneSurface>(1, 1);
  const MeshMoments m = surface_moments(*lens);
  const Mat3 inertia = (m.second.trace() * Mat3::Identity() - m.second) / m.volume;
  const SmoothContact contact({.surface = lens, .mass = 1, .inertia = inertia, .centre_of_mass = m.centre},
                              {.surface = table, .fixed = true},
                              {.mu_static = std::numeric_limits<double>::infinity()});
  // Patch 1: corner 1 is the ring's vertex on the x axis, corner 2 the lower vertex.
  const SurfacePoint start{1, {0.3, 0.7}};
  const SurfaceJet j = lens->jet(start);
  SmoothContact::Bodies bodies;
  bodies.first.rotation = Quat::FromTwoVectors(j.s.cross(j.t), -Vec3::UnitZ());
  bodies.first.angular_velocity = Vec3(0, -6, 0);
  bodies.first.velocity = -bodies.first.angular_velocity.cross(bodies.first.rotation * (j.x - m.centre));
  SmoothContactState state = contact.touch(bodies, {start.patch, -1, start.st}, {0, -1, Vec2::Zero()});
  const Vec3 gravity(0, 0, -9.81);
  EvolutionOptions options;
  options.tolerance = tolerance;
  const double before = contact.energy(state, gravity);
  const EvolutionOutcome outcome = evolve(contact, state, 0.1, gravity, options);
  EXPECT_TRUE(outcome.in_contact()) << outcome.message();
  const Quat& end = outcome.bodies.first.rotation;
  EXPECT_LT((bodies.first.rotation * Vec3::UnitZ()).x() * (end * Vec3::UnitZ()).x(), 0);  // tilted the other way
  return std::abs(contact.energy(state, gravity) / before - 1);
}

TEST(Passage, OverExtraordinaryVerticesKeepsEnergy) {
  for (const int n : {3, 5, 8}) {
    const double coarse = energy_change(n, 1e-6), fine = energy_change(n, 1e-10);
    EXPECT_LT(fine, 1e-8) << "valence " << n;
    EXPECT_LT(fine, 0.1 * coarse) << "valence " << n;
  }
}

}  // namespace
}  // namespace stiction
