// When a pair of smooth bodies that touch may touch in a second place.
#include "stiction/stepping/second_contact.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "stepping/smooth_world.h"
#include "stiction/evolution/contact_search.h"

namespace stiction {
namespace {

RigidBody with_surface(const std::string& name, std::shared_ptr<const SmoothSurface> surface, int segments, int cells,
                       double density) {
  RigidBody body;
  body.name = name;
  body.smooth = surface;
  const Shape mesh = Mesh{SolidMesh::make(triangulated(*surface, segments).mesh, cells)};
  const MassProperties mass = mass_properties(mesh, density);
  body.shape = recentred(mesh, mass.centre);
  body.frame_origin = -mass.centre;
  body.mass = mass.mass;
  body.inertia = mass.inertia;
  body.inverse_inertia = mass.inertia.inverse();
  return body;
}

/// A ring that leans on the plane, its axis `tilt` (rad) from the vertical.
struct Leaning {
  static constexpr double kRing = 0.1, kTube = 0.01;
  WorldModel model = test::smooth_model(0.5, 0.005);
  std::vector<std::unique_ptr<SmoothSkin>> skins;
  std::unique_ptr<SmoothContact> contact;
  SmoothPairModel pair;
  SmoothContactState state;
  SmoothContact::Bodies bodies;

  explicit Leaning(double tilt) {
    const auto ring = std::make_shared<TorusSurface>(kRing, kTube);
    model.bodies = {test::smooth_plane(), with_surface("ring", ring, 12, 16, 1000)};
    for (const RigidBody& body : model.bodies) skins.push_back(std::make_unique<SmoothSkin>(body));
    contact = std::make_unique<SmoothContact>(smooth_body(model.bodies[1], {}), smooth_body(model.bodies[0], {}),
                                              SmoothContactLaw{});
    pair = {1, 0, &model.bodies[1], &model.bodies[0], skins[1].get(), skins[0].get(), contact.get(), {}};
    bodies.first.rotation = Quat(Eigen::AngleAxisd(tilt, Vec3::UnitY()));
    bodies.first.position = Vec3(0, 0, kRing * std::sin(tilt) + kTube);
    const Vec3 lowest = kRing * Vec3(1, 0, 0) + kTube * (bodies.first.rotation.conjugate() * -Vec3::UnitZ());
    const auto found = refine_contact(*contact, bodies, skins[1]->nearest(lowest),
                                      skins[0]->nearest(Vec3(kRing * std::cos(tilt), 0, 0)));
    if (!found) throw std::runtime_error("the ring does not touch");
    state = contact->touch(bodies, found->first, found->second);
    bodies = contact->bodies(state);
  }
};

// A ring that leans at some angle lies flat after it has turned by that angle, not before: the clearance is never more,
// and worth having where the angle is large.
TEST(SecondContact, OfALeaningRing) {
  for (const double tilt : {1.2, 0.8, 0.4, 0.2}) {
    const Leaning ring(tilt);
    const double clearance = SecondContact(ring.pair).clearance(ring.bodies, ring.state);
    EXPECT_LT(clearance, tilt) << tilt;
    EXPECT_GT(clearance, 0.1 * tilt) << tilt;
  }
  const Leaning flat(0.005);
  EXPECT_LT(SecondContact(flat.pair).clearance(flat.bodies, flat.state), 0.005);
}

// What moves twice as fast uses it up in half the time; a wandering contact does, too.
TEST(SecondContact, IsUsedUpByMotion) {
  const Leaning ring(0.8);
  const SecondContact second(ring.pair);
  SmoothContactState moving = ring.state;
  moving.spin = Vec3(0.3, 0.4, 0);
  EXPECT_NEAR(second.rate(moving, {}), 0.5, 1e-12);
  moving.slip = Vec2(0, 0.01);
  EXPECT_NEAR(second.rate(moving, {}), 0.5 + 0.01 / (0.25 * 0.11), 1e-3);
  ContactReaction reaction;
  reaction.speed = 1;
  EXPECT_NEAR(second.rate(moving, reaction), 1.01 / (0.25 * 0.11), 0.5);
}

// What a world remembers of clearances saves work and changes nothing: worlds that begin anew every now and then, and
// so know nothing, move the same to the last bit, up to and through the moment at which a ring falls flat.
TEST(SecondContact, MemoryDoesNotMatter) {
  Leaning ring(0.5);
  ring.model.materials.materials[0].mu = 5;  // it rolls
  WorldState start;
  start.bodies.resize(2);
  start.bodies[1].position = ring.bodies.first.position + Vec3(0, 0, 1e-6);
  start.bodies[1].rotation = ring.bodies.first.rotation;
  World world(ring.model, start);
  std::vector<WorldState> states;
  int evolved = 0, left = 0;
  while (left == 0 && states.size() < 100) {
    states.push_back(world.state());
    const StepReport& report = world.step();
    evolved += report.smooth.touching;
    left += test::count_events(report, SmoothEventKind::general);
  }
  states.push_back(world.state());
  EXPECT_GT(evolved, 10);
  EXPECT_EQ(left, 1);  // it fell flat
  for (const std::size_t from : {states.size() / 3, states.size() - 8, states.size() - 3}) {
    World resumed(ring.model, states[from]);
    for (std::size_t i = from; i + 1 < std::min(states.size(), from + 12); ++i) {
      resumed.step();
      ASSERT_EQ(hash(resumed.state()), hash(states[i + 1])) << from << " " << i;
    }
  }
}

}  // namespace
}  // namespace stiction
