// Many random contacts with friction, spin and damping: whatever happens, energy never grows and nothing gets stuck.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "evolution/test_contacts.h"
#include "stiction/evolution/contact_search.h"

namespace stiction {
namespace {

/// `static_share`: static friction over dynamic friction is at most 1 + this.
void move_at_random(double static_share, int most_evaluations) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> share(0, 1);
  const auto between = [&](double low, double high) { return low + (high - low) * share(random); };
  const auto vector = [&](double size) {
    return Vec3(between(-size, size), between(-size, size), between(-size, size));
  };
  int switches = 0, stalled = 0;
  for (int i = 0; i < 40; ++i) {
    const Vec3 radii(between(0.05, 0.1), between(0.05, 0.1), between(0.04, 0.1));
    SmoothBody egg{.surface = test::ellipsoid(radii), .mass = between(0.5, 2)};
    egg.inertia = egg.mass / 5 *
                  Vec3(radii.y() * radii.y() + radii.z() * radii.z(), radii.x() * radii.x() + radii.z() * radii.z(),
                       radii.x() * radii.x() + radii.y() * radii.y())
                      .asDiagonal();
    egg.centre_of_mass = vector(0.01);
    SmoothBody base = test::fixed(test::paraboloid(between(0, 2), between(0, 2), true, 5));
    const bool free = i % 4 == 3;
    if (free) {
      base.fixed = false;
      base.mass = 20;
      base.inertia = 5 * Mat3::Identity();
    }
    const double mu = between(0.02, 0.6);
    SmoothContactLaw law{.mu_static = mu * (1 + static_share * between(0, 1)), .mu_dynamic = mu};
    if (i % 2) {
      law.spin_dynamic = between(0.0005, 0.005);
      law.spin_static = law.spin_dynamic * (1 + 2 * static_share * between(0, 1));
    }
    if (i % 3 == 0) law.viscous_turn = 1e-4;
    const SmoothContact contact(egg, base, law);
    SmoothContact::Bodies bodies;
    bodies.first.rotation = Quat(between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)).normalized();
    bodies.first.position = Vec3(0.05, -0.03, 0.2);
    bodies.first.velocity = vector(0.5);
    bodies.first.angular_velocity = vector(8);
    const auto near = search_contact(contact, bodies, 12);
    ASSERT_TRUE(near) << i;
    SmoothContactState state = contact.touch(bodies, near->first, near->second);
    evolve(contact, state, 0, test::kGravity);
    // A free base would fall with the egg: without gravity they may part soon.
    const Vec3 gravity = free ? Vec3(Vec3::Zero()) : test::kGravity;
    double energy = contact.energy(state, gravity);
    const double scale = std::abs(energy) + 0.1;
    for (int k = 0; k < 40; ++k) {
      const EvolutionOutcome outcome = evolve(contact, state, 0.05, gravity);
      const double now = contact.energy(state, gravity);
      EXPECT_LT(now - energy, 1e-7 * scale) << i << " at " << k;
      energy = now;
      EXPECT_LT(outcome.evaluations, most_evaluations) << i << " at " << k;
      switches += static_cast<int>(std::ranges::count_if(
          outcome.events, [](const ContactEvent& event) { return event.kind < ContactEvent::Kind::kCrossesFirst; }));
      stalled += outcome.end == ContactEnd::kStalled;
      const ContactReaction r = contact.reaction(state, gravity);
      if (!outcome.in_contact()) break;
      const double limit = state.mode.rolling ? law.mu_static : law.mu_dynamic;
      EXPECT_LE(r.friction.norm(), limit * r.normal * (1 + 1e-6) + 1e-9) << i << " at " << k;
    }
  }
  EXPECT_EQ(stalled, 0);
  EXPECT_GT(switches, 40);
}

TEST(RandomMotion, LosesEnergyAndGoesOn) { move_at_random(0.5, 20000); }

// Slip that begins has no acceleration then, and takes the longer to tell its direction.
TEST(RandomMotion, LosesEnergyAndGoesOnWithEqualStaticAndDynamicFriction) { move_at_random(0, 200000); }

}  // namespace
}  // namespace stiction
