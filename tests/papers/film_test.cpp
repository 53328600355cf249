// What a film tells about its scene, against what is known of it.
#include "framework/film.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/common/error.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

TEST(Film, FollowsAFallingBody) {
  // A puck without friction: it goes on evenly.
  const Film film(build_gallery_scene("puck", {{"speed", 2}, {"heading", 0}}), {.duration = 1}, {});
  EXPECT_EQ(film.dofs(), 6);
  EXPECT_NEAR(film.end(), 1, 1e-9);
  EXPECT_NEAR(film.moved("cube", 0, 1), 2, 1e-9);
  EXPECT_NEAR(film.moved("cube", 0.5, 1), 1, 0.05);
  EXPECT_NEAR(film.unrest(0.25), 0.5, 0.05);
  EXPECT_NEAR(film.sunk(film.body("cube"), film.frames().front(), film.frames().back()), 0, 1e-9);
  EXPECT_NEAR(film.mass(), 8, 1e-9);
  EXPECT_EQ(film.bodies().size(), 1u);
  EXPECT_EQ(film.cost_while_moving().steps, film.cost().steps);
  EXPECT_NEAR(film.cost().contacts, 4, 0.1);
  EXPECT_EQ(film.health().steps, 100);
  EXPECT_EQ(film.health().share_6, 1);
}

TEST(Film, LongOnesAreSeenCloselyWhereItMatters) {
  // Frames lie a second apart, but for the opening, the ending and where they are asked for.
  const Film film(build_gallery_scene("puck", {{"speed", 2}, {"heading", 0}}),
                  {.duration = 20, .most_frames = 20, .closely = {{.from = 9, .to = 10}}}, {});
  EXPECT_LT(film.frames().size(), 250u);
  for (const Moment& frame : film.frames()) EXPECT_TRUE(frame.contacts.empty());
  EXPECT_NEAR(film.moved("cube", 0.2, 0.4), 0.4, 1e-9);
  EXPECT_NEAR(film.moved("cube", 9.2, 9.4), 0.4, 1e-9);
  EXPECT_NEAR(film.unrest(0.2), 0.4, 1e-9);
  // Never by luck: where both times have the same frame, nothing would ever seem to move.
  EXPECT_THROW(film.moved("cube", 12.1, 12.3), Error);
}

TEST(Film, CountsTheCostOfMotionAlone) {
  // It slides for 2/(0.5 9.81) = 0.41 s and then rests.
  Scene scene = build_gallery_scene("slide", {{"speed", 2}, {"mu", 0.5}});
  scene.step = 0.01;
  const Film film(scene, {.duration = 1}, {});
  EXPECT_NEAR(double(film.cost_while_moving().steps), 41, 2);
  EXPECT_EQ(film.cost().steps, 100);
  EXPECT_LT(film.unrest(0.5), 1e-9);
}

TEST(Film, CountsCoordinatesOfSoftBodies) {
  Scene scene = build_gallery_scene("soft_stack", {{"count", 2}});
  const Film film(scene, {.duration = 0.01}, {});
  EXPECT_EQ(film.dofs(), 2 * (6 + 12));
}

}  // namespace
}  // namespace stiction::papers
